import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import TextMeasurement

/// Reads the text of a label, and the settings of its layout.
struct LabelReader {
  /// Keys that labels and pieces of their text have in common.
  static let fontKeys = [
    "text", "style", "font", "fontSize", "scalesWith", "weight", "fontWidth", "italic",
    "letterSpacing", "tracking", "baselineOffset",
  ]
  static let keys =
    fontKeys + [
      "lines", "truncation", "wrapping", "textSpacingTrim", "lineHeight", "lineSpacing",
      "paragraphSpacing", "paragraphSpacingBefore", "minimumScale", "tightening",
    ]

  static func read(_ fields: Fields) -> LabelContent? {
    if fields["text"] == nil { fields.reportMissing("text", expected: "what the label shows") }
    var label = check(fields)
    guard let (text, pieces) = text(fields, font: label.font) else { return nil }
    label.text = text
    label.pieces = pieces
    return label
  }

  /// Reads all keys of a label except its text.
  @discardableResult
  static func check(_ fields: Fields) -> LabelContent {
    func spacing(_ key: String) -> Double {
      fields.number(key, in: 0...1_000, expected: "points from 0 to 1000") ?? 0
    }
    var label = LabelContent(text: BoundText(joining: []), font: font(fields, base: nil))
    label.lineLimit =
      fields.integer("lines", in: 0...10_000, expected: "a whole number, 0 for no limit") ?? 1
    label.truncation = fields.word("truncation") ?? .tail
    label.lineHeight = fields.lineHeight("lineHeight")
    label.wrapping = fields.word("wrapping") ?? .word
    label.textSpacingTrim = fields.word("textSpacingTrim") ?? .normal
    label.lineSpacing = spacing("lineSpacing")
    label.paragraphSpacing = spacing("paragraphSpacing")
    label.paragraphSpacingBefore = spacing("paragraphSpacingBefore")
    label.minimumScale =
      fields.number("minimumScale", in: 0.01...1, expected: "a factor from 0.01 to 1") ?? 1
    label.tightens = fields.flag("tightening") ?? false
    return label
  }

  /// Reads the text of a label; `nil`, with a problem reported, when it is invalid.
  ///
  /// It is a text, or a list of texts and of mappings with a text and a font.
  private static func text(_ fields: Fields, font: FontRequest) -> (BoundText, [TextPiece])? {
    guard let node = fields["text"] else { return nil }
    guard let nodes = node.elements else { return fields.boundText("text").map { ($0, []) } }
    let context = fields.context
    guard nodes.count <= context.limits.textPieces else {
      context.reportLimit(
        context.limits.textPieces, line: node.line,
        found: "\(nodes.count) pieces as 'text' of \(fields.what)")
      return nil
    }
    let pieces = nodes.compactMap { node -> TextPiece? in
      if let text = node.text {
        return fields.boundText(text, line: node.line).map { TextPiece(text: $0, font: font) }
      }
      let what = "a piece of the text of \(fields.what)"
      guard let piece = Fields(node, what: what, keys: fontKeys, into: context) else { return nil }
      if piece["text"] == nil { piece.reportMissing("text", expected: "what the piece shows") }
      let own = self.font(piece, base: font)
      return piece.boundText("text").map { TextPiece(text: $0, font: own) }
    }
    return (BoundText(joining: pieces.map(\.text)), pieces)
  }

  /// Reads a font.
  ///
  /// A piece inherits the properties that it does not set from its label's font.
  ///
  /// - Parameter base: For a piece, the font of its label; `nil` for a label.
  private static func font(_ fields: Fields, base: FontRequest?) -> FontRequest {
    var font = base ?? FontRequest(style: nil)
    let size = fields.number("fontSize", in: 0.1...1_000, expected: "points above 0, at most 1000")
    if let style: TextStyleName = fields.word("style") {
      font.style = style
      font.size = nil
      font.weight = nil
    }
    if let size { font.size = size }
    if let scales: TextStyleName = fields.word("scalesWith") {
      font.scalesWith = scales
      if font.size == nil {
        fields.context.report(
          .missingKey, line: fields.line(of: "scalesWith"),
          found: "'scalesWith' without 'fontSize' in \(fields.what)",
          expected: "expected the size at category L, or 'style', which scales by itself")
      }
    }
    font.family = fields.text("font") ?? font.family
    font.weight = fields.weight("weight") ?? font.weight
    font.isItalic = fields.flag("italic") ?? font.isItalic
    font.width =
      fields.number("fontWidth", in: 1...1_000, expected: "percent of normal from 1 to 1000")
      ?? font.width
    let points = "points from -100 to 1000"
    font.letterSpacing =
      fields.number("letterSpacing", in: -100...1_000, expected: points) ?? font.letterSpacing
    font.baselineOffset =
      fields.number("baselineOffset", in: -100...1_000, expected: points) ?? font.baselineOffset
    font.tracking = fields.word("tracking") ?? font.tracking
    if font.style == nil, font.size == nil { font.style = .body }
    return font
  }
}

extension Fields {
  func boundText(_ key: String) -> BoundText? {
    text(key).flatMap { boundText($0, line: line(of: key)) }
  }

  fileprivate func boundText(_ text: String, line: Int) -> BoundText? {
    do throws(NotationError) {
      return try BoundText(text)
    } catch {
      context.report(error, .bindingSyntax, in: text, line: line)
      return nil
    }
  }
}

/// Reads the content and the insets of a button.
struct ButtonReader {
  /// Keys of buttons in addition to those of labels.
  static let keys = ["image", "contentInsets", "titleInsets", "imageInsets"]

  /// Default insets around the title, in points.
  ///
  /// Source: buttons saved by Xcode, which are 12 points higher than the line of their title.
  static let standardPadding = Insets(top: 6, leading: 0, bottom: 6, trailing: 0)

  /// Reads a button; `nil` if it has no title and thus no intrinsic size.
  static func read(_ fields: Fields) -> LabelContent? {
    let padding = fields["contentInsets"] == nil ? standardPadding : fields.insets("contentInsets")
    // In UIKit, these insets move the drawn title and image, but do not change the button's size.
    _ = fields.insets("titleInsets")
    _ = fields.insets("imageInsets")
    let picture = fields.extents("image")
    guard fields["text"] != nil else { return nil }
    var label = LabelReader.read(fields)
    label?.padding = padding
    label?.picture = picture ?? .zero
    return label
  }
}
