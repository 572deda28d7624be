import StructuredDocuments
import AutoLayout
import LayoutPrimitives

extension Fields {
  /// Most points of any length that a document may write: beyond it pixels no longer fit.
  static let longest = 1e6

  /// `[w, h]`, either of which may be null.
  func size(_ key: String, into context: inout DocumentContext) -> IntrinsicSize? {
    guard let node = self[key] else { return nil }
    let expected = "[width, height] in points, each null or a number from 0 to a million"
    guard case .list(let nodes) = node.value, nodes.count == 2 else {
      report(key, node, expected: expected, into: &context)
      return nil
    }
    var extents: [Double?] = []
    for extent in nodes {
      switch extent.value {
      case .null: extents.append(nil)
      case .number(let value) where (0...Self.longest).contains(value): extents.append(value)
      default:
        report(key, extent, expected: expected, into: &context)
        return nil
      }
    }
    return IntrinsicSize(width: extents[0], height: extents[1])
  }

  /// A rank for both axes, or `{horizontal, vertical}`.
  func priorities(
    _ key: String, default standard: Priority, into context: inout DocumentContext
  ) -> ContentPriorities {
    var result = ContentPriorities(horizontal: standard, vertical: standard)
    guard let node = self[key] else { return result }
    let expected = "a whole number from 1 to 1000, or {horizontal, vertical}"
    if case .mapping = node.value {
      let axes = Fields(
        node, what: "'\(key)' of \(what)", keys: ["horizontal", "vertical"], into: &context)
      if let rank = axes?.priority("horizontal", expected, into: &context) {
        result.horizontal = rank
      }
      if let rank = axes?.priority("vertical", expected, into: &context) { result.vertical = rank }
    } else if let rank = priority(key, expected, into: &context) {
      result = ContentPriorities(horizontal: rank, vertical: rank)
    }
    return result
  }

  /// One rank.
  func priority(
    _ key: String, _ expected: String, into context: inout DocumentContext
  ) -> Priority? {
    integer(key, in: 1...1000, expected: expected, into: &context).flatMap(Priority.init)
  }

  /// `[w, h]`, both of them numbers.
  func extents(_ key: String, into context: inout DocumentContext) -> Size? {
    guard let node = self[key] else { return nil }
    let size = size(key, into: &context)
    guard let size else { return nil }
    guard let width = size.width, let height = size.height else {
      report(key, node, expected: "[width, height] in points, both given", into: &context)
      return nil
    }
    return Size(width: width, height: height)
  }

  /// Margins: one number, `[top, leading, bottom, trailing]`, or a mapping of these; default 8.
  func margins(_ key: String, into context: inout DocumentContext) -> Insets {
    insets(key, default: 8, into: &context)
  }

  /// Insets: one number, `[top, leading, bottom, trailing]`, or a mapping of these.
  ///
  /// - Parameter standard: What a side has that is not said, in points.
  func insets(
    _ key: String, default standard: Double = 0, into context: inout DocumentContext
  ) -> Insets {
    var result = Insets(all: standard)
    guard let node = self[key] else { return result }
    let expected = "points: a number, [top, leading, bottom, trailing], or a mapping of these"
    let range = -Self.longest...Self.longest
    switch node.value {
    case .number(let value) where range.contains(value):
      result = Insets(all: value)
    case .list(let nodes):
      let values = nodes.compactMap { node -> Double? in
        if case .number(let value) = node.value, range.contains(value) { value } else { nil }
      }
      guard nodes.count == 4, values.count == 4 else {
        report(key, node, expected: expected, into: &context)
        return result
      }
      result = Insets(top: values[0], leading: values[1], bottom: values[2], trailing: values[3])
    case .mapping:
      let edges = Fields(
        node, what: "'\(key)' of \(what)", keys: ["top", "leading", "bottom", "trailing"],
        into: &context)
      func edge(_ name: String) -> Double {
        edges?.number(name, in: range, expected: "points", into: &context) ?? standard
      }
      result = Insets(
        top: edge("top"), leading: edge("leading"), bottom: edge("bottom"),
        trailing: edge("trailing"))
    default:
      report(key, node, expected: expected, into: &context)
    }
    return result
  }

  /// A line height: points, or `{multiple, minimum, maximum}`.
  func lineHeight(_ key: String, into context: inout DocumentContext) -> LineHeight? {
    guard let node = self[key] else { return nil }
    let points = 0.1...10_000.0
    guard case .mapping = node.value else {
      let expected = "points above 0, or {multiple, minimum, maximum}"
      return number(key, in: points, expected: expected, into: &context)
        .map { LineHeight(minimum: $0, maximum: $0) }
    }
    guard
      let parts = Fields(
        node, what: "'\(key)' of \(what)", keys: ["multiple", "minimum", "maximum"],
        into: &context)
    else { return nil }
    let multiple = parts.number(
      "multiple", in: 0.1...100, expected: "a factor from 0.1 to 100", into: &context)
    let minimum = parts.number("minimum", in: points, expected: "points above 0", into: &context)
    let maximum = parts.number("maximum", in: points, expected: "points above 0", into: &context)
    if let minimum, let maximum, minimum > maximum {
      report(key, node, expected: "a minimum that is no more than the maximum", into: &context)
    }
    return LineHeight(multiple: multiple ?? 1, minimum: minimum, maximum: maximum)
  }

  /// Names of font weights.
  static let namedWeights = [
    ("ultraLight", 100), ("thin", 200), ("light", 300), ("regular", 400), ("medium", 500),
    ("semibold", 600), ("bold", 700), ("heavy", 800), ("black", 900),
  ]

  /// A font weight: 1...1000 as CSS counts, or its name.
  func weight(_ key: String, into context: inout DocumentContext) -> Int? {
    guard let node = self[key] else { return nil }
    let named = Self.namedWeights
    let expected =
      "a whole number from 1 to 1000, or one of " + named.map(\.0).joined(separator: ", ")
    guard case .text(let text) = node.value else {
      return integer(key, in: 1...1000, expected: expected, into: &context)
    }
    guard let weight = named.first(where: { $0.0 == text })?.1 else {
      report(
        key, node, expected: expected + NearestName(named.map(\.0)).suggestion(for: text),
        into: &context)
      return nil
    }
    return weight
  }
}
