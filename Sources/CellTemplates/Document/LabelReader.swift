import StructuredDocuments
import AutoLayout

/// Reads what a label shows and how.
struct LabelReader {
  /// Keys of a label and of each piece of its text.
  static let fontKeys = [
    "text", "style", "font", "fontSize", "scalesWith", "weight", "fontWidth", "italic",
    "letterSpacing", "tracking", "baselineOffset",
  ]
  /// Keys of labels.
  static let keys =
    fontKeys + [
      "lines", "truncation", "wrapping", "textSpacingTrim", "lineHeight", "lineSpacing",
      "paragraphSpacing",
      "paragraphSpacingBefore", "minimumScale", "tightening",
    ]

  /// Reads a label.
  static func read(_ fields: Fields, into context: inout DocumentContext) -> LabelContent? {
    if fields["text"] == nil {
      fields.reportMissing("text", expected: "what the label shows", into: &context)
    }
    var label = check(fields, into: &context)
    guard let (text, pieces) = text(fields, font: label.font, into: &context) else { return nil }
    label.text = text
    label.pieces = pieces
    return label
  }

  /// Reads what a label is like, all but its text.
  @discardableResult
  static func check(_ fields: Fields, into context: inout DocumentContext) -> LabelContent {
    let font = font(fields, base: nil, into: &context)
    let lines = fields.integer(
      "lines", in: 0...10_000, expected: "a whole number, 0 for no limit", into: &context)
    let truncation: LabelContent.Truncation? = fields.word("truncation", into: &context)
    let lineHeight = fields.lineHeight("lineHeight", into: &context)
    let wrapping: LabelContent.Wrapping? = fields.word("wrapping", into: &context)
    let trim: LabelContent.TextSpacingTrim? = fields.word("textSpacingTrim", into: &context)
    func spacing(_ key: String, _ context: inout DocumentContext) -> Double {
      fields.number(
        key, in: 0...1_000, expected: "points from 0 to 1000", into: &context) ?? 0
    }
    let spacings = [
      spacing("lineSpacing", &context), spacing("paragraphSpacing", &context),
      spacing("paragraphSpacingBefore", &context),
    ]
    let scale = fields.number(
      "minimumScale", in: 0.01...1, expected: "a factor from 0.01 to 1", into: &context)
    let tightens = fields.flag("tightening", into: &context) ?? false
    var label = LabelContent(
      text: BoundText(joining: []), font: font, lineLimit: lines ?? 1,
      truncation: truncation ?? .tail, lineHeight: lineHeight)
    label.wrapping = wrapping ?? .word
    label.textSpacingTrim = trim ?? .normal
    label.lineSpacing = spacings[0]
    label.paragraphSpacing = spacings[1]
    label.paragraphSpacingBefore = spacings[2]
    label.minimumScale = scale ?? 1
    label.tightens = tightens
    return label
  }

  /// A text, or a list of texts and of mappings that give some of it a font of its own.
  private static func text(
    _ fields: Fields, font: FontRequest, into context: inout DocumentContext
  ) -> (BoundText, [TextPiece])? {
    guard let node = fields["text"] else { return nil }
    guard case .list(let nodes) = node.value else {
      return fields.boundText("text", into: &context).map { ($0, []) }
    }
    guard nodes.count <= context.limits.textPieces else {
      context.report(
        .limit, line: node.line, found: "\(nodes.count) pieces as 'text' of \(fields.what)",
        expected: "expected at most \(context.limits.textPieces)")
      return nil
    }
    var pieces: [TextPiece] = []
    for node in nodes {
      if case .text(let text) = node.value {
        let read = fields.boundText(text, key: "text", line: node.line, into: &context)
        if let read { pieces.append(TextPiece(text: read, font: font)) }
        continue
      }
      guard
        let piece = Fields(
          node, what: "a piece of the text of \(fields.what)", keys: fontKeys, into: &context)
      else { continue }
      if piece["text"] == nil {
        piece.reportMissing("text", expected: "what the piece shows", into: &context)
      }
      let own = self.font(piece, base: font, into: &context)
      if let read = piece.boundText("text", into: &context) {
        pieces.append(TextPiece(text: read, font: own))
      }
    }
    return (BoundText(joining: pieces.map(\.text)), pieces)
  }

  /// A font; what a piece leaves out it has from its label.
  private static func font(
    _ fields: Fields, base: FontRequest?, into context: inout DocumentContext
  ) -> FontRequest {
    var font = base ?? FontRequest(style: nil)
    let size = fields.number(
      "fontSize", in: 0.1...1_000, expected: "points above 0, at most 1000", into: &context)
    let style: FontRequest.Style? = fields.word("style", into: &context)
    if let style {
      font.style = style
      font.size = nil
      font.weight = nil
    }
    if let size { font.size = size }
    if let scales: FontRequest.Style = fields.word("scalesWith", into: &context) {
      font.scalesWith = scales
      if font.size == nil {
        context.report(
          .missingKey, line: fields.line(of: "scalesWith"),
          found: "'scalesWith' without 'fontSize' in \(fields.what)",
          expected: "expected the size at category L, or 'style', which scales by itself")
      }
    }
    if let family = fields.text("font", into: &context) { font.family = family }
    if let weight = fields.weight("weight", into: &context) { font.weight = weight }
    if let italic = fields.flag("italic", into: &context) { font.isItalic = italic }
    if let width = fields.number(
      "fontWidth", in: 1...1_000, expected: "percent of normal from 1 to 1000", into: &context)
    {
      font.width = width
    }
    let points = "points from -100 to 1000"
    if let spacing = fields.number(
      "letterSpacing", in: -100...1_000, expected: points, into: &context)
    {
      font.letterSpacing = spacing
    }
    if let offset = fields.number(
      "baselineOffset", in: -100...1_000, expected: points, into: &context)
    {
      font.baselineOffset = offset
    }
    if let tracking: FontRequest.Tracking = fields.word("tracking", into: &context) {
      font.tracking = tracking
    }
    if font.style == nil, font.size == nil { font.style = .body }
    return font
  }
}

extension Fields {
  /// A text with bindings.
  func boundText(_ key: String, into context: inout DocumentContext) -> BoundText? {
    guard let text = text(key, into: &context) else { return nil }
    return boundText(text, key: key, line: line(of: key), into: &context)
  }

  /// A text with bindings that has been read.
  fileprivate func boundText(
    _ text: String, key: String, line: Int, into context: inout DocumentContext
  ) -> BoundText? {
    do throws(NotationError) {
      return try BoundText(text)
    } catch {
      context.report(error, .bindingSyntax, in: text, line: line)
      return nil
    }
  }
}
