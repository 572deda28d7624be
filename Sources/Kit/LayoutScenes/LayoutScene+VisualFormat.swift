public import AutoLayout
import LayoutPrimitives

extension LayoutScene {
  /// Adds the constraints of a visual format string, last in document order; if one is refused,
  /// adds none.
  ///
  /// - Parameters:
  ///   - text: The visual format string. Views are named as in `views` or in the scene; metrics are
  ///     written `name` or `{name}`.
  ///   - options: The direction of the string, and the attributes by which its views are aligned.
  ///   - metrics: Numbers by name, in points.
  ///   - views: Items by their names in the string; other names are looked up in the scene.
  /// - Returns: The ids of the constraints: first those of the string from left to right, then
  ///   those of the aligned attributes.
  /// - Throws: `SceneError.visualFormat` with the offset of an unexpected character; `SceneError`
  ///   for unknown names and invalid numbers.
  @discardableResult
  public mutating func add(
    visualFormat text: String, options: VisualFormatOptions = VisualFormatOptions(),
    metrics: [String: Double] = [:], views: [String: SceneItem] = [:]
  ) throws(SceneError) -> [ConstraintID] {
    try add(constraints(visualFormat: text, options: options, metrics: metrics, views: views))
  }

  /// Returns the constraints of a visual format string but does not add them, for example for a
  /// group.
  ///
  /// The parameters and errors are the same as for `add(visualFormat:options:metrics:views:)`.
  public func constraints(
    visualFormat text: String, options: VisualFormatOptions = VisualFormatOptions(),
    metrics: [String: Double] = [:], views: [String: SceneItem] = [:]
  ) throws(SceneError) -> [LayoutConstraint] {
    let format: VisualFormat
    do { format = try VisualFormat.parse(text) } catch { throw .visualFormat(error) }
    var named: [SceneItem] = []
    for view in format.views { named.append(try item(view.name, views)) }
    let container = try superview(of: named, format)
    var result: [LayoutConstraint] = []
    for parsed in format.constraints {
      result.append(try constraint(parsed, container, options, metrics, views))
    }
    for attribute in options.aligned {
      guard attribute.axis != format.axis, !attribute.isExtent else {
        throw .visualFormat(
          NotationError(
            offset: 0, found: "views that share \(attribute.rawValue) along the string's own axis",
            expected: format.axis == .horizontal
              ? "top, bottom, centerY or a baseline" : "an edge along x or centerX"))
      }
      for view in named.dropFirst() where view != named[0] {
        result.append(
          LayoutConstraint(
            name: "", first: view.anchor(attribute), relation: .equal,
            second: named[0].anchor(attribute)))
      }
    }
    return result
  }

  private func constraint(
    _ parsed: ParsedConstraint, _ container: SceneItem?, _ options: VisualFormatOptions,
    _ metrics: [String: Double], _ views: [String: SceneItem]
  ) throws(SceneError) -> LayoutConstraint {
    func anchor(_ anchor: ParsedConstraint.Anchor) throws(SceneError) -> Anchor {
      switch anchor.item {
      case .named(let name): try item(name, views).anchor(options.turned(anchor.attribute))
      case .superview: (container ?? root).anchor(options.turned(anchor.attribute))
      }
    }
    // In the direction from right to left, distances are negated.
    let runsBack = options.direction == .rightToLeft && parsed.first.attribute.followsDirection
    let constant = try number(parsed.constant, metrics)
    var second: Anchor?
    if let other = parsed.second { second = try anchor(other) }
    return LayoutConstraint(
      name: "", first: try anchor(parsed.first),
      relation: runsBack ? parsed.relation.reversed : parsed.relation, second: second,
      constant: runsBack ? 0 - constant : constant, priority: try priority(of: parsed, metrics))
  }

  /// The priority of a parsed constraint: its number, or the value of its metric.
  private func priority(
    of parsed: ParsedConstraint, _ metrics: [String: Double]
  ) throws(SceneError) -> Priority {
    guard let name = parsed.priorityName else { return parsed.priority }
    let value = try metric(name.name, at: name.offset, metrics)
    guard let priority = Int(exactly: value).flatMap(Priority.init) else {
      throw .visualFormat(
        NotationError(
          offset: name.offset, found: "the priority '\(name.name)', which is \(value)",
          expected: "a whole number from 1 to 1000"))
    }
    return priority
  }

  private func item(
    _ name: String, _ views: [String: SceneItem]
  ) throws(SceneError) -> SceneItem {
    guard let item = views[name] ?? item(named: name) else { throw .unknownName(name) }
    try tree.check(item)
    return item
  }

  /// The superview that `|` represents, which must be the superview of all views in the string;
  /// `nil` for a string without `|`.
  private func superview(
    of views: [SceneItem], _ format: VisualFormat
  ) throws(SceneError) -> SceneItem? {
    guard let offset = format.superviewOffset else { return nil }
    let parents = Set(views.map { tree[$0].parent })
    guard parents.count == 1, let parent = parents.first ?? nil else {
      throw .visualFormat(
        NotationError(
          offset: offset, found: "'|' beside views of different superviews, or the root",
          expected: "views of one superview"))
    }
    return SceneItem(parent)
  }

  /// The value of a parsed number, in points: a literal, a metric, or a ratio of two metrics.
  private func number(
    _ quantity: Quantity, _ metrics: [String: Double]
  ) throws(SceneError) -> Double {
    switch quantity {
    case .literal(let value): return value
    case .bound(let ratio):
      var value = try metric(ratio.numerator.text, at: ratio.numerator.offset, metrics)
      if let denominator = ratio.denominator {
        value /= try metric(denominator.text, at: denominator.offset, metrics)
      }
      return ratio.isNegated ? 0 - value : value
    case .named(let name, let isNegated, let offset):
      let value = try metric(name, at: offset, metrics)
      return isNegated ? 0 - value : value
    }
  }

  private func metric(
    _ name: String, at offset: Int, _ metrics: [String: Double]
  ) throws(SceneError) -> Double {
    guard let value = metrics[name] else {
      throw .visualFormat(
        NotationError(
          offset: offset, found: "'\(name)', which is no metric handed in",
          expected: "a number, or a metric of that name"))
    }
    return value
  }
}

extension Relation {
  /// The relation after both sides are negated.
  fileprivate var reversed: Relation {
    switch self {
    case .equal: .equal
    case .greaterOrEqual: .lessOrEqual
    case .lessOrEqual: .greaterOrEqual
    }
  }
}

/// The direction of a visual format string, and the attributes by which its views are aligned.
///
/// Source: `NSLayoutConstraint.FormatOptions`.
public struct VisualFormatOptions: Hashable, Sendable {
  /// The direction in which a horizontal string runs.
  public enum Direction: Hashable, Sendable {
    /// From leading to trailing.
    case leadingToTrailing
    /// From left to right, independent of the layout direction.
    case leftToRight
    /// From right to left, independent of the layout direction.
    case rightToLeft
  }

  /// The direction in which a horizontal string runs.
  public var direction: Direction
  /// Attributes by which all views are aligned; each must be across the string's axis.
  public var aligned: [Attribute]

  /// Creates options; by default from leading to trailing, without aligned attributes.
  public init(direction: Direction = .leadingToTrailing, aligned: [Attribute] = []) {
    self.direction = direction
    self.aligned = aligned
  }

  /// Aligns the top edges of all views.
  public static let alignAllTop = VisualFormatOptions(aligned: [.top])
  /// Aligns the bottom edges of all views.
  public static let alignAllBottom = VisualFormatOptions(aligned: [.bottom])
  /// Aligns the vertical centers of all views.
  public static let alignAllCenterY = VisualFormatOptions(aligned: [.centerY])
  /// Aligns the first baselines of all views.
  public static let alignAllFirstBaseline = VisualFormatOptions(aligned: [.firstBaseline])
  /// Aligns the last baselines of all views.
  public static let alignAllLastBaseline = VisualFormatOptions(aligned: [.lastBaseline])
  /// Aligns the leading edges of all views.
  public static let alignAllLeading = VisualFormatOptions(aligned: [.leading])
  /// Aligns the trailing edges of all views.
  public static let alignAllTrailing = VisualFormatOptions(aligned: [.trailing])
  /// Aligns the left edges of all views.
  public static let alignAllLeft = VisualFormatOptions(aligned: [.left])
  /// Aligns the right edges of all views.
  public static let alignAllRight = VisualFormatOptions(aligned: [.right])
  /// Aligns the horizontal centers of all views.
  public static let alignAllCenterX = VisualFormatOptions(aligned: [.centerX])

  /// The attribute that replaces a leading or trailing attribute for the string's direction;
  /// returns any other attribute unchanged.
  func turned(_ attribute: Attribute) -> Attribute {
    guard direction != .leadingToTrailing else { return attribute }
    let isLeftToRight = direction == .leftToRight
    return switch attribute {
    case .leading: isLeftToRight ? .left : .right
    case .trailing: isLeftToRight ? .right : .left
    case .leadingMargin: isLeftToRight ? .leftMargin : .rightMargin
    case .trailingMargin: isLeftToRight ? .rightMargin : .leftMargin
    default: attribute
    }
  }
}
