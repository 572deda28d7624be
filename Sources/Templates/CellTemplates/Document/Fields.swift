import AutoLayout
import LayoutPrimitives
import StructuredDocuments

/// A mapping of a document whose keys are checked, with typed access to its values.
///
/// A method that reads a key returns `nil`, or its default, if the key is absent or its value is
/// invalid. An invalid value is reported as a problem.
struct Fields {
  let context: DocumentContext
  /// A description of the mapping, for messages.
  let what: String
  private let node: DocumentNode

  /// Checks the keys of a mapping, and reports unknown ones; `nil`, with a problem reported, if the
  /// value is not a mapping.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - what: A description of the mapping in words.
  ///   - sort: The kind of mapping in words. Equal unknown keys in mappings of one kind are merged
  ///     into one problem.
  ///   - keys: The known keys.
  ///   - context: Receives the problems.
  init?(
    _ node: DocumentNode, what: String, sort: String? = nil, keys: [String],
    into context: DocumentContext
  ) {
    guard let entries = node.entries else {
      context.report(
        .invalidValue, line: node.line, found: "\(node.found) as \(what)",
        expected: "expected a mapping")
      return nil
    }
    for entry in entries where !keys.contains(entry.key) {
      let meant = Self.meant[entry.key].flatMap { keys.contains($0) ? $0 : nil } ?? entry.key
      let near = context.suggestion(for: meant, among: keys)
      context.report(
        .unknownKey, line: entry.line,
        found: "the unknown key '\(DocumentNode.shortened(entry.key))' in \(sort ?? what)",
        expected: near.isEmpty
          ? "expected one of \(keys.joined(separator: ", "))" : String(near.dropFirst(2)))
    }
    self.context = context
    self.what = what
    self.node = node
  }

  /// The keys of template documents, by the keys that mean the same in other notations.
  ///
  /// They are suggested in problems.
  private static let meant = [
    "src": "source", "url": "source", "href": "source", "type": "kind", "name": "id",
    "children": "subviews", "arrangedSubviews": "subviews", "orientation": "axis",
    "gap": "spacing", "padding": "margins", "isHidden": "hidden", "visible": "hidden",
    "title": "text", "content": "text", "value": "text", "numberOfLines": "lines",
    "maxLines": "lines", "lineClamp": "lines", "lineBreakMode": "truncation",
    "textOverflow": "truncation", "textStyle": "style", "fontFamily": "font",
    "width": "intrinsic", "height": "intrinsic",
  ]

  /// The mapping at a key; `nil`, with a problem reported, if the value is not a mapping.
  ///
  /// - Parameters:
  ///   - node: The value of the key.
  ///   - keys: The known keys of the mapping.
  func mapping(_ key: String, _ node: DocumentNode, keys: [String]) -> Fields? {
    Fields(node, what: "'\(key)' of \(what)", keys: keys, into: context)
  }

  var line: Int { node.line }

  /// The value of a key, or `nil`; null counts as absent.
  subscript(key: String) -> DocumentNode? { node[key] }

  /// Line of a key, or the line of the mapping when the key is absent.
  func line(of key: String) -> Int { node.line(of: key) }

  func reportMissing(_ key: String, expected: String) {
    context.report(
      .missingKey, line: line, found: "no '\(key)' in \(what)", expected: "expected \(expected)")
  }

  /// Reports a value of the wrong type or out of range.
  func report(_ key: String, _ node: DocumentNode, expected: String) {
    context.report(
      .invalidValue, line: node.line, found: "\(node.found) as '\(key)' of \(what)",
      expected: "expected \(expected)")
  }

  /// Reports a value that is not in a list of words, and suggests the nearest word.
  func report(_ key: String, _ node: DocumentNode, lead: String = "one of ", words: [String]) {
    let near = node.text.map { NearestName(words).suggestion(for: $0) } ?? ""
    report(key, node, expected: lead + words.joined(separator: ", ") + near)
  }

  /// The converted value of a key; `nil`, with a problem reported, when it cannot be converted.
  private func value<Value>(
    _ key: String, expected: String, _ convert: (DocumentNode) -> Value?
  ) -> Value? {
    guard let node = self[key] else { return nil }
    let value = convert(node)
    if value == nil { report(key, node, expected: expected) }
    return value
  }

  func text(_ key: String) -> String? {
    guard let text = value(key, expected: "text; quote it", \.text) else { return nil }
    let limit = context.limits.textLength
    if text.utf8.count <= limit { return text }
    context.reportLimit(
      limit, line: self[key]?.line ?? line, found: "\(text.utf8.count) bytes as '\(key)' of \(what)"
    )
    return nil
  }

  /// The text at a required key; `nil`, with a problem reported, when the key is missing.
  func required(_ key: String, expected: String) -> String? {
    if self[key] == nil { reportMissing(key, expected: expected) }
    return text(key)
  }

  func number(_ key: String, in range: ClosedRange<Double>, expected: String) -> Double? {
    value(key, expected: expected) { Self.number($0, in: range) }
  }

  /// The whole number at a key, within a range, or `nil`.
  func integer(_ key: String, in range: ClosedRange<Int>, expected: String) -> Int? {
    value(key, expected: expected) { node in
      Self.number(node, in: Double(range.lowerBound)...Double(range.upperBound)).flatMap(
        Int.init(exactly:))
    }
  }

  /// The boolean at a key, or `nil`.
  func flag(_ key: String) -> Bool? {
    value(key, expected: "true or false") {
      if case .bool(let flag) = $0.value { flag } else { nil }
    }
  }

  func word<Word: RawRepresentable & CaseIterable>(_ key: String) -> Word?
  where Word.RawValue == String {
    guard let node = self[key] else { return nil }
    let word = node.text.flatMap(Word.init)
    if word == nil { report(key, node, words: Word.allCases.map(\.rawValue)) }
    return word
  }

  func list(_ key: String) -> [DocumentNode] { value(key, expected: "a list", \.elements) ?? [] }

  /// Checks the types of `class` and `attributes`, which layout does not use.
  func checkKept() {
    _ = text("class")
    _ = value("attributes", expected: "a mapping of key paths to values", \.entries)
  }

  /// The number in a node; `nil` when the node is no number in the range.
  static func number(_ node: DocumentNode, in range: ClosedRange<Double>) -> Double? {
    if case .number(let value) = node.value, range.contains(value) { value } else { nil }
  }
}

extension Fields {
  /// Maximum length in a document, in points, so that a number of pixels fits into 32 bits.
  static let longest = 1e6

  /// The length in a node, in points; `nil` when it is not a number or exceeds `longest`.
  static func length(_ node: DocumentNode) -> Double? { number(node, in: -longest...longest) }

  /// The length at a key, in points, or `nil`; an invalid length is reported.
  func length(_ key: String, expected: String) -> Double? {
    number(key, in: -Self.longest...Self.longest, expected: expected)
  }

  /// The size `[width, height]` at a key, in points, or `nil`; either side may be null.
  func size(_ key: String) -> IntrinsicSize? {
    guard let node = self[key] else { return nil }
    let expected = "[width, height] in points, each null or a number from 0 to a million"
    guard let nodes = node.elements, nodes.count == 2 else {
      report(key, node, expected: expected)
      return nil
    }
    var extents: [Double?] = []
    for extent in nodes {
      if case .null = extent.value {
        extents.append(nil)
      } else if let value = Self.number(extent, in: 0...Self.longest) {
        extents.append(value)
      } else {
        report(key, extent, expected: expected)
        return nil
      }
    }
    return IntrinsicSize(width: extents[0], height: extents[1])
  }

  /// The intrinsic size at a key, `[width, height]` in points, or `nil`.
  ///
  /// Each side is null, a number, or a binding.
  ///
  /// - Parameter isText: Whether the size replaces the size of a text, so that no side may be null.
  /// - Returns: The sides that are numbers, and the sides that come from the record, if there are
  ///   any.
  func intrinsic(_ key: String, ofText isText: Bool) -> (IntrinsicSize, BoundSize?)? {
    guard let node = self[key] else { return nil }
    let side = isText ? "each" : "each null,"
    let expected = "[width, height] in points, \(side) a number from 0 to a million or a {binding}"
    guard let nodes = node.elements, nodes.count == 2 else {
      report(key, node, expected: expected)
      return nil
    }
    var extents: [Double?] = [nil, nil]
    var bound = BoundSize()
    for (index, extent) in nodes.enumerated() {
      if case .null = extent.value, !isText { continue }
      if let value = Self.number(extent, in: 0...Self.longest) {
        extents[index] = value
      } else if let text = extent.text, text.contains("{") {
        guard let number = boundNumber(text, line: extent.line) else { return nil }
        if index == 0 { bound.width = number } else { bound.height = number }
      } else {
        report(key, extent, expected: expected)
        return nil
      }
    }
    let isBound = bound.width != nil || bound.height != nil
    return (IntrinsicSize(width: extents[0], height: extents[1]), isBound ? bound : nil)
  }

  /// Parses a number with bindings; `nil`, with a problem reported, when it is invalid.
  func boundNumber(_ text: String, line: Int) -> BoundNumber? {
    do throws(NotationError) {
      return try BoundNumber(text)
    } catch {
      context.report(error, .bindingSyntax, in: text, line: line)
      return nil
    }
  }

  /// The priorities at a key: one value for both axes, or `{horizontal, vertical}`.
  func priorities(_ key: String, default standard: Priority) -> ContentPriorities {
    guard let node = self[key] else {
      return ContentPriorities(horizontal: standard, vertical: standard)
    }
    let expected = "a whole number from 1 to 1000, or {horizontal, vertical}"
    if node.entries == nil {
      let both = priority(key, expected) ?? standard
      return ContentPriorities(horizontal: both, vertical: both)
    }
    let axes = mapping(key, node, keys: ["horizontal", "vertical"])
    return ContentPriorities(
      horizontal: axes?.priority("horizontal", expected) ?? standard,
      vertical: axes?.priority("vertical", expected) ?? standard)
  }

  func priority(_ key: String, _ expected: String) -> Priority? {
    integer(key, in: 1...1000, expected: expected).flatMap(Priority.init)
  }

  /// The size `[width, height]` at a key, in points, or `nil`; both sides must be numbers.
  func extents(_ key: String) -> Size? {
    guard let node = self[key], let size = size(key) else { return nil }
    guard let width = size.width, let height = size.height else {
      report(key, node, expected: "[width, height] in points, both given")
      return nil
    }
    return Size(width: width, height: height)
  }

  /// The insets at a key: a number, a list `[top, leading, bottom, trailing]`, or a mapping.
  ///
  /// - Parameter standard: The inset of a side that the document does not give, in points.
  func insets(_ key: String, default standard: Double = 0) -> Insets {
    guard let node = self[key] else { return Insets(all: standard) }
    if let value = Self.length(node) { return Insets(all: value) }
    let sides = ["top", "leading", "bottom", "trailing"]
    var values: [Double]
    if node.entries != nil {
      let edges = mapping(key, node, keys: sides)
      values = sides.map { edges?.length($0, expected: "points") ?? standard }
    } else {
      values = (node.elements ?? []).compactMap(Self.length)
      if values.count != 4 || node.elements?.count != 4 {
        report(
          key, node,
          expected: "points: a number, [top, leading, bottom, trailing], or a mapping of these")
        values = [standard, standard, standard, standard]
      }
    }
    return Insets(top: values[0], leading: values[1], bottom: values[2], trailing: values[3])
  }

  /// The line height at a key, or `nil`: a number of points, or `{multiple, minimum, maximum}`.
  func lineHeight(_ key: String) -> LineHeight? {
    guard let node = self[key] else { return nil }
    let points = 0.1...10_000.0
    guard node.entries != nil else {
      return number(key, in: points, expected: "points above 0, or {multiple, minimum, maximum}")
        .map { LineHeight(minimum: $0, maximum: $0) }
    }
    guard let parts = mapping(key, node, keys: ["multiple", "minimum", "maximum"]) else {
      return nil
    }
    let multiple = parts.number("multiple", in: 0.1...100, expected: "a factor from 0.1 to 100")
    let minimum = parts.number("minimum", in: points, expected: "points above 0")
    let maximum = parts.number("maximum", in: points, expected: "points above 0")
    if let minimum, let maximum, minimum > maximum {
      report(key, node, expected: "a minimum that is no more than the maximum")
    }
    return LineHeight(multiple: multiple ?? 1, minimum: minimum, maximum: maximum)
  }

  static let namedWeights = [
    ("ultraLight", 100), ("thin", 200), ("light", 300), ("regular", 400), ("medium", 500),
    ("semibold", 600), ("bold", 700), ("heavy", 800), ("black", 900),
  ]

  /// The font weight at a key, or `nil`: a number from 1 to 1000 as in CSS, or the name of a
  /// weight.
  func weight(_ key: String) -> Int? {
    guard let node = self[key] else { return nil }
    if let known = Self.namedWeights.first(where: { $0.0 == node.text }) { return known.1 }
    let names = Self.namedWeights.map(\.0)
    let lead = "a whole number from 1 to 1000, or one of "
    if node.text == nil {
      return integer(key, in: 1...1000, expected: lead + names.joined(separator: ", "))
    }
    report(key, node, lead: lead, words: names)
    return nil
  }
}
