import StructuredDocuments
import TemplateDocuments
import TextMeasurement
import XMLDocuments

/// Writes a `fontDescription` as keys of a document.
struct ImportedFont {
  /// Text styles by their names in Interface Builder, without the prefix `UICTFontTextStyle`.
  private static let styles: [(String, TextStyleName)] = [
    ("Title0", .largeTitle), ("LargeTitle", .largeTitle), ("Title1", .title1),
    ("Title2", .title2), ("Title3", .title3), ("Headline", .headline), ("Body", .body),
    ("Callout", .callout), ("Subhead", .subheadline), ("Footnote", .footnote),
    ("Caption1", .caption1), ("Caption2", .caption2),
  ]

  /// Weights by parts of PostScript names; a part comes before shorter parts that it contains.
  private static let endings: [(String, Int)] = [
    ("ultralight", 200), ("extralight", 200), ("thin", 100), ("semibold", 600),
    ("demibold", 600), ("demi", 600), ("extrabold", 800), ("heavy", 800), ("black", 900),
    ("bold", 700), ("medium", 500), ("light", 300), ("regular", 400), ("book", 400),
  ]

  /// Writes a font's keys.
  ///
  /// - Parameters:
  ///   - element: The `fontDescription`, or `nil` when the file has none.
  ///   - standard: The default size of the system font, in points.
  static func write(
    _ element: XMLElement?, standard: Double, to node: inout NodeBuilder,
    _ context: ImportContext
  ) {
    guard let element else {
      node.set("fontSize", .number(standard))
      return
    }
    if let style = element["style"] {
      let name = style.replacing("UICTFontTextStyle", with: "")
      let known = styles.first { $0.0 == name }?.1
      if known == nil {
        context.note(
          .importedSetting, line: element.line,
          "the text style '\(ImportedViewReader.plain(style))'",
          "it became body; write the font by hand")
      }
      node.set("style", .text((known ?? .body).rawValue))
      return
    }
    if let name = element["name"] {
      writeNamed(name, family: element["family"], line: element.line, to: &node, context)
    }
    node.set("fontSize", .number(size(element) ?? standard))
    switch element["type"] {
    // UIKit's bold system font is the semibold face of the system font.
    case "boldSystem": node.set("weight", .text("semibold"))
    case "italicSystem": node.set("italic", .bool(true))
    default:
      if element["name"] == nil, let weight = element["weight"],
        Fields.namedWeights.contains(where: { $0.0 == weight })
      {
        node.set("weight", .text(weight))
      }
    }
  }

  /// The size in a `fontDescription`, in points, or `nil` when it is missing or out of range.
  static func size(_ element: XMLElement?) -> Double? {
    element?["pointSize"].flatMap(PlainNumber.value).flatMap {
      (0.1...1_000).contains($0) ? $0 : nil
    }
  }

  /// Writes the family, weight and slant of a font other than the system font.
  static func writeNamed(
    _ name: String, family: String?, line: Int, to node: inout NodeBuilder,
    _ context: ImportContext
  ) {
    let parts = name.split(separator: "-", maxSplits: 1)
    let family = family.flatMap { $0.isEmpty ? nil : $0 } ?? String(parts.first ?? "system")
    guard !family.hasPrefix(".") else { return }
    let plain = ImportedViewReader.plain(family)
    node.set("font", .text(plain))
    context.note(
      .importedSetting, line: line, "the font family '\(plain)'",
      "it is kept; name its files with --font-family or in cellheights.yaml unless it is installed")
    let ending = parts.count > 1 ? parts[1].lowercased() : ""
    if let weight = endings.first(where: { ending.contains($0.0) })?.1, weight != 400 {
      node.set("weight", .number(Double(weight)))
    }
    if ending.contains("italic") || ending.contains("oblique") {
      node.set("italic", .bool(true))
    }
  }
}
