import Foundation
import StructuredDocuments
import TemplateDocuments
import XMLDocuments

/// Converts the texts of elements to the notation of documents.
struct ImportedText {
  let context: ImportContext

  /// Writes the key `text`: the pieces if there are any, otherwise the text without styles.
  func write(_ pieces: [DocumentNode]?, or text: String?, line: Int, to node: inout NodeBuilder) {
    if let pieces, !pieces.isEmpty {
      node.set("text", .list(pieces))
    } else {
      node.set("text", .text(literal(text ?? "", line: line)))
    }
  }

  /// A text with escaped braces, truncated at the maximum length in documents.
  private func literal(_ text: String, line: Int) -> String {
    var result = ""
    var bytes = 0
    for character in text {
      let piece = character == "{" ? "{{" : character == "}" ? "}}" : String(character)
      bytes += piece.utf8.count
      guard bytes <= context.limits.textLength else {
        context.note(
          .importedValue, line: line, "a text of more than \(context.limits.textLength) bytes",
          "it is cut there; bind it instead")
        break
      }
      result += piece
    }
    return result
  }

  /// The text in an attribute, or in a child element if it has several lines; `nil` without one.
  func plain(_ key: String, of element: XMLElement) -> String? {
    if let text = element[key] { return text }
    let child = element.child("string", key: key) ?? element.child("mutableString", key: key)
    guard let child, child["base64-UTF8"] == "YES" else { return child?.text }
    let packed = String(child.text.filter { !$0.isWhitespace })
    let padding = String(repeating: "=", count: (4 - packed.count % 4) % 4)
    return Data(base64Encoded: packed + padding).flatMap {
      String(validating: $0, as: UTF8.self)
    }
  }

  /// The pieces of an attributed text; `nil` if there is none.
  func pieces(_ key: String, of element: XMLElement) -> [DocumentNode]? {
    let attributed = element.child("attributedString", key: key)
    return attributed?.children("fragment").prefix(context.limits.textPieces).map(piece)
  }

  private func piece(_ fragment: XMLElement) -> DocumentNode {
    var piece = NodeBuilder(line: fragment.line)
    write(nil, or: plain("content", of: fragment), line: fragment.line, to: &piece)
    var hasFont = false
    for attribute in fragment.child("attributes")?.children ?? [] {
      switch (attribute["key"], attribute.name) {
      // A piece has one font, as in the files that Xcode writes.
      case ("NSFont", "font") where !hasFont:
        hasFont = true
        if attribute["metaFont"] == nil, let name = attribute["name"], !name.hasPrefix(".") {
          ImportedFont.writeNamed(name, family: nil, line: attribute.line, to: &piece, context)
        }
        let size = attribute["size"].flatMap(PlainNumber.value)
        if let size, (0.1...1_000).contains(size) { piece.set("fontSize", .number(size)) }
        if attribute["metaFont"]?.lowercased().contains("bold") == true {
          piece.set("weight", .text("semibold"))
        }
      case ("NSParagraphStyle", _):
        context.note(
          .importedSetting, line: attribute.line, "a paragraph style in attributed text",
          "it is left out; see lineSpacing, lineHeight and truncation")
      case ("NSKern", _):
        context.note(
          .importedSetting, line: attribute.line, "kerning in attributed text",
          "it is left out; see letterSpacing")
      // Other attributes, such as colors, do not change the layout.
      default: break
      }
    }
    return piece.node
  }
}
