import StructuredDocuments
import Foundation
import XMLDocuments

/// The texts of an element, as documents write them.
struct ImportedText {
  /// A text with its braces escaped, cut to what documents hold.
  static func literal(
    _ text: String, limits: TemplateLimits, line: Int, _ notes: inout ImportNotes
  ) -> String {
    var result = ""
    var bytes = 0
    for character in text {
      let piece = character == "{" ? "{{" : character == "}" ? "}}" : String(character)
      bytes += piece.utf8.count
      guard bytes <= limits.textLength else {
        notes.add(
          .importedValue, line: line, "a text of more than \(limits.textLength) bytes",
          "it is cut there; bind it instead")
        break
      }
      result += piece
    }
    return result
  }

  /// A text that stands in an attribute or, where it has lines, in a child element.
  static func plain(_ key: String, of element: XMLElement) -> String? {
    if let text = element[key] { return text }
    guard
      let child = element.children.first(where: {
        $0["key"] == key && ($0.name == "string" || $0.name == "mutableString")
      })
    else { return nil }
    guard child["base64-UTF8"] == "YES" else { return child.text }
    let packed = String(child.text.filter { !$0.isWhitespace })
    let padding = String(repeating: "=", count: (4 - packed.count % 4) % 4)
    return Data(base64Encoded: packed + padding).flatMap {
      String(validating: $0, as: UTF8.self)
    }
  }

  /// The pieces of an attributed text; `nil` where there is none.
  static func pieces(
    _ key: String, of element: XMLElement, limits: TemplateLimits, _ notes: inout ImportNotes
  ) -> [DocumentNode]? {
    guard
      let attributed = element.children.first(where: {
        $0.name == "attributedString" && $0["key"] == key
      })
    else { return nil }
    let fragments = attributed.children("fragment").prefix(limits.textPieces)
    return fragments.map { fragment in
      var piece = NodeBuilder(line: fragment.line)
      piece.set(
        "text",
        .text(
          literal(
            plain("content", of: fragment) ?? "", limits: limits, line: fragment.line, &notes)))
      var hasFont = false
      for attribute in fragment.child("attributes")?.children ?? [] {
        switch (attribute["key"], attribute.name) {
        // A piece has one font; Xcode writes no more.
        case ("NSFont", "font") where !hasFont:
          hasFont = true
          let isSystem =
            attribute["metaFont"] != nil || (attribute["name"] ?? ".").hasPrefix(".")
          if !isSystem, let name = attribute["name"] {
            ImportedFont.writeNamed(
              name, family: nil, line: attribute.line, to: &piece, &notes)
          }
          let size = attribute["size"].flatMap(PlainNumber.value)
          if let size, (0.1...1_000).contains(size) { piece.set("fontSize", .number(size)) }
          if attribute["metaFont"]?.lowercased().contains("bold") == true {
            piece.set("weight", .text("semibold"))
          }
        case ("NSParagraphStyle", _):
          notes.add(
            .importedSetting, line: attribute.line, "a paragraph style in attributed text",
            "it is left out; see lineSpacing, lineHeight and truncation")
        case ("NSKern", _):
          notes.add(
            .importedSetting, line: attribute.line, "kerning in attributed text",
            "it is left out; see letterSpacing")
        // Colours and the like do not change layout.
        default: break
        }
      }
      return piece.node
    }
  }
}
