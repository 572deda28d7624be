/// The elements of HTML that its readers tell apart.
package enum HTMLTag: String, CaseIterable, Sendable {
  /// Any element that is not in this list.
  case other = ""
  case a, abbr, acronym, address, applet, area, article, aside, audio, b, base, bdi, bdo, big
  case blockquote, body, br, button, canvas, caption, center, cite, code, col, colgroup, datalist
  case dd, del, details, dfn, dialog, dir, div, dl, dt, em, embed, fieldset, figcaption, figure
  case font, footer, form, frame, frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html
  case i, iframe, img, input, ins, kbd, label, legend, li, link, listing, main, map, mark
  case marquee, math, menu, meta, meter, nav, nobr, noembed, noframes, noscript, object, ol,
    optgroup, option
  case output, p, param, picture, plaintext, pre, progress, q, rp, rt, ruby, s, samp, script
  case search, section, select, small, source, span, strike, strong, style, sub, summary, sup, svg
  case table, tbody, td, template, textarea, tfoot, th, thead, time, title, tr, track, tt, u, ul
  case `var`, video, wbr, xmp
}

/// Finds tags by their names' bytes, without making texts of them.
package struct HTMLTagTable: Sendable {
  /// Names of the tags as two words; a longer name is no known tag.
  private struct Key: Equatable {
    var low: UInt64 = 0
    var high: UInt64 = 0

    /// `nil` for a name of more than 16 bytes.
    init?(_ name: UnsafePointer<UInt8>) {
      var count = 0
      while name[count] != 0 {
        if count < 8 {
          low |= UInt64(name[count]) << UInt64(8 * count)
        } else if count < 16 {
          high |= UInt64(name[count]) << UInt64(8 * (count - 8))
        } else {
          return nil
        }
        count += 1
      }
    }

    var slot: Int { Int(truncatingIfNeeded: ((low ^ high) &* 0x9E37_79B9_7F4A_7C15) >> 55) }
  }

  private var keys: [Key?] = Array(repeating: nil, count: 512)
  private var tags: [HTMLTag] = Array(repeating: .other, count: 512)

  /// All the tags there are.
  package static let all = HTMLTagTable()

  private init() {
    for tag in HTMLTag.allCases where tag != .other {
      // The name under which the scanner hides it from libxml2.
      var name = Array((tag == .pre ? "p_e" : tag.rawValue).utf8)
      name.append(0)
      name.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress, let key = Key(start) else { return }
        var slot = key.slot
        while keys[slot] != nil { slot = (slot + 1) & 511 }
        keys[slot] = key
        tags[slot] = tag
      }
    }
  }

  /// The tag of a name in lower case that ends with a NUL.
  func tag(_ name: UnsafePointer<UInt8>) -> HTMLTag {
    guard let key = Key(name) else { return .other }
    var slot = key.slot
    while let known = keys[slot] {
      if known == key { return tags[slot] }
      slot = (slot + 1) & 511
    }
    return .other
  }
}
