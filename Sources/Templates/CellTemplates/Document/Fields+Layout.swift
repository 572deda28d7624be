import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import TextMeasurement

/// Reads the values of views.
extension Fields {
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
}
