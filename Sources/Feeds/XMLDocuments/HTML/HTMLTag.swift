/// The HTML elements that the parser distinguishes.
package enum HTMLTag: String, CaseIterable, Sendable {
  /// Any element that has no case of its own.
  case other = ""
  case a, abbr, acronym, address, applet, area, article, aside, audio, b, base, basefont, bdi, bdo
  case bgsound, big, blockquote, body, br, button, canvas, caption, center, cite, code, col
  case colgroup, datalist, dd, del, desc, details, dfn, dialog, dir, div, dl, dt, em, embed
  case fieldset, figcaption, figure, font, footer, foreignObject = "foreignobject", form, frame
  case frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html, i, iframe, img, input, ins
  case kbd, keygen, label, legend, li, link, listing, main, map, mark, marquee, math, menu, meta
  case meter, mi, mn, mo, ms, mtext, nav, nobr, noembed, noframes, noscript, object, ol, optgroup
  case option, output, p, param, picture, plaintext, pre, progress, q, rb, rp, rt, rtc, ruby, s
  case samp, script, search, section, select, small, source, span, strike, strong, style, sub
  case summary, sup, svg, table, tbody, td, template, textarea, tfoot, th, thead, time, title, tr
  case track, tt, u, ul, `var`, video, wbr, xmp

  /// A hash table of the cases with linear probing; `other` is a free slot.
  ///
  /// It is faster than a dictionary, whose hash function takes longer than the rest of a lookup.
  private static let slots: [HTMLTag] = {
    var slots = [HTMLTag](repeating: .other, count: 512)
    for tag in allCases where tag != .other {
      var slot = slot(of: tag.rawValue)
      while slots[slot] != .other { slot = (slot + 1) & 511 }
      slots[slot] = tag
    }
    return slots
  }()

  private static func slot(of name: String) -> Int {
    var hash: UInt = 0
    for byte in name.utf8 { hash = hash &* 37 &+ UInt(byte) }
    return Int((hash ^ (hash >> 9)) & 511)
  }

  /// Returns the case with the given lowercase name; `other` if there is none.
  init(name: String) {
    let slots = Self.slots
    var slot = Self.slot(of: name)
    while slots[slot] != .other, slots[slot].rawValue != name { slot = (slot + 1) & 511 }
    self = slots[slot]
  }
}

/// Properties of elements in the tree construction of the HTML standard, section 13.2.6.
extension HTMLTag {
  /// Whether the element has no end tag and no content.
  var isVoid: Bool {
    switch self {
    case .area, .base, .basefont, .bgsound, .br, .col, .embed, .hr, .img, .input, .keygen, .link,
      .meta, .param, .source, .track, .wbr:
      true
    default: false
    }
  }

  /// The tokenizer's state for the text inside the element.
  var textState: HTMLTokenizer.State {
    switch self {
    case .title, .textarea: .rcdata
    case .style, .xmp, .iframe, .noembed, .noframes: .rawText
    case .script: .scriptData
    case .plaintext: .plainText
    default: .data
    }
  }

  /// Whether the element is a formatting element, which is reopened if a block ends before the
  /// element's end tag.
  var isFormatting: Bool {
    switch self {
    case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u: true
    default: false
    }
  }

  /// Whether the element's start adds a marker to the list of active formatting elements.
  ///
  /// Formatting elements before the marker are not reopened inside the element.
  var marksFormatting: Bool {
    switch self {
    case .applet, .caption, .marquee, .object, .td, .template, .th: true
    default: false
    }
  }

  /// Whether the element's start tag first reopens formatting elements that were ended with a
  /// block.
  var reopensFormatting: Bool {
    switch self {
    case .base, .basefont, .bgsound, .iframe, .link, .meta, .noembed, .noframes, .param, .rb, .rp,
      .rt, .rtc, .script, .source, .style, .template, .textarea, .title, .track:
      false
    default: !closesParagraph && !isTablePart
    }
  }

  /// Whether the element is allowed only in a table.
  var isTablePart: Bool {
    switch self {
    case .caption, .col, .colgroup, .td, .th: true
    default: isRow
    }
  }

  /// Whether the element is a table row or a group of rows.
  var isRow: Bool {
    switch self {
    case .tbody, .tfoot, .thead, .tr: true
    default: false
    }
  }

  var isHeading: Bool {
    switch self {
    case .h1, .h2, .h3, .h4, .h5, .h6: true
    default: false
    }
  }

  /// Whether the element's start tag ends an open paragraph.
  var closesParagraph: Bool {
    switch self {
    case .address, .article, .aside, .blockquote, .center, .dd, .details, .dialog, .dir, .div, .dl,
      .dt, .fieldset, .figcaption, .figure, .footer, .form, .h1, .h2, .h3, .h4, .h5, .h6, .header,
      .hgroup, .hr, .li, .listing, .main, .menu, .nav, .ol, .p, .plaintext, .pre, .search,
      .section, .summary, .table, .ul, .xmp:
      true
    default: false
    }
  }

  /// Whether the element's end tag may be omitted where an element around it ends.
  var hasImpliedEnd: Bool {
    switch self {
    case .dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc: true
    default: false
    }
  }

  /// Whether the element's end tag ends all open elements inside the element.
  var endsWhatIsInside: Bool {
    switch self {
    case .applet, .button, .marquee, .object, .select: true
    case .hr, .p, .plaintext, .table, .xmp: false
    default: closesParagraph
    }
  }

  /// Whether the element ignores end tags in it that belong to elements around it.
  ///
  /// An end tag with `endsWhatIsInside` is not ignored.
  var isSpecial: Bool {
    switch self {
    case .body, .frame, .frameset, .head, .html, .iframe, .noembed, .noframes, .noscript, .script,
      .style, .template, .textarea, .title:
      true
    case .dialog: false
    default: closesParagraph || endsWhatIsInside || isTablePart || isVoid
    }
  }

  /// Whether the element's start tag ends the SVG or MathML elements around it.
  var leavesForeignContent: Bool {
    switch self {
    case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1,
      .h2, .h3, .h4, .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p,
      .pre, .ruby, .s, .small, .span, .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
      true
    default: false
    }
  }

  /// Whether the element contains HTML if it is in SVG or MathML.
  var isIntegrationPoint: Bool {
    switch self {
    case .desc, .foreignObject, .mi, .mn, .mo, .ms, .mtext, .title: true
    default: false
    }
  }
}
