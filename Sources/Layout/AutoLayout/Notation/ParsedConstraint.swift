// reason: a plain value; what was read, before it is checked.
/// A constraint as parsed: names are not resolved yet, and bound numbers are not evaluated.
public struct ParsedConstraint: Hashable, Sendable {
  /// How a text names an item: by its id, or by `|`.
  public enum ItemName: Hashable, Sendable {
    /// The item's id.
    case named(String)
    /// `|` of the visual format: the common superview of all views in the string.
    case superview
  }

  // reason: a plain value; what was read, before it is checked.
  /// One attribute of a named item.
  public struct Anchor: Hashable, Sendable {
    /// The named item.
    public var item: ItemName
    /// The attribute of the item.
    public var attribute: Attribute
    /// Offset of the item's name in the text, in characters from 0.
    public var offset: Int

    /// Creates an anchor.
    public init(item: ItemName, attribute: Attribute, offset: Int) {
      self.item = item
      self.attribute = attribute
      self.offset = offset
    }
  }

  /// A priority that is given by the name of a metric in the visual format.
  public struct PriorityName: Hashable, Sendable {
    /// The name of the metric.
    public var name: String
    /// Offset of the name in the text, in characters from 0.
    public var offset: Int
  }

  /// The anchor on the left-hand side.
  public var first: Anchor
  /// How the left-hand side compares with the right-hand side.
  public var relation: Relation
  /// Factor of the second anchor; 1 if the text has none.
  public var multiplier: Quantity
  /// The anchor on the right-hand side; `nil` for a constraint against a number.
  public var second: Anchor?
  /// Constant added to the right-hand side, in points; 0 if the text has none.
  public var constant: Quantity
  /// Priority of the constraint; 1000 if the text has none, or if `priorityName` gives the
  /// priority.
  public var priority: Priority
  /// The name of the constraint's priority; `nil` if the text has a number, or has no priority.
  public var priorityName: PriorityName?

  /// Creates a constraint from its parts.
  public init(
    first: Anchor, relation: Relation, multiplier: Quantity = .literal(1), second: Anchor?,
    constant: Quantity = .literal(0), priority: Priority = .required
  ) {
    self.first = first
    self.relation = relation
    self.multiplier = multiplier
    self.second = second
    self.constant = constant
    self.priority = priority
  }
}

/// A number of a parsed constraint: a literal, a name, or a number that the record provides.
public enum Quantity: Hashable, Sendable {
  /// A finite number.
  case literal(Double)
  /// A number that the record provides.
  case bound(BoundRatio)
  /// A named number, such as a metric of the visual format; `offset` is the offset of its name in
  /// the text, in characters from 0.
  case named(String, isNegated: Bool, offset: Int)

  /// The value of a literal; `nil` for a named or bound number.
  public var literal: Double? {
    if case .literal(let value) = self { value } else { nil }
  }
}

extension Quantity {
  /// The number with the opposite sign.
  var negated: Quantity {
    switch self {
    case .literal(let value): return .literal(0 - value)
    case .bound(var ratio):
      ratio.isNegated.toggle()
      return .bound(ratio)
    case .named(let name, let isNegated, let offset):
      return .named(name, isNegated: !isNegated, offset: offset)
    }
  }
}

/// A number that the record provides, as unparsed text: one binding, or one binding divided by
/// another.
public struct BoundRatio: Hashable, Sendable {
  /// The text of one binding, between a pair of braces.
  public struct Term: Hashable, Sendable {
    /// The text of the binding without braces.
    public var text: String
    /// Offset of the binding's text in the whole text, in characters from 0.
    public var offset: Int

    /// Creates a term from its text and offset.
    public init(text: String, offset: Int) {
      self.text = text
      self.offset = offset
    }
  }

  /// The binding; if there are two, the dividend.
  public var numerator: Term
  /// The divisor of `{…}/{…}`; `nil` for a single binding.
  public var denominator: Term?
  /// Whether the value of the binding or quotient is negated.
  public var isNegated: Bool

  /// Creates a bound number.
  public init(numerator: Term, denominator: Term? = nil, isNegated: Bool = false) {
    self.numerator = numerator
    self.denominator = denominator
    self.isNegated = isNegated
  }
}

extension ParsedConstraint: CustomStringConvertible {
  /// The constraint as text in linear form, with `superview` for `|`.
  public var description: String {
    var text = "\(first) \(relation.rawValue) "
    if let second {
      if multiplier != .literal(1) { text += "\(multiplier) * " }
      text += "\(second)"
      switch constant {
      case .literal(0): break
      case .literal(let value) where value < 0: text += " - \(Quantity.literal(0 - value))"
      case .bound(let ratio) where ratio.isNegated: text += " - \(constant.negated)"
      case .named(_, isNegated: true, _): text += " - \(constant.negated)"
      default: text += " + \(constant)"
      }
    } else {
      text += "\(constant)"
    }
    return priority.isRequired ? text : text + " @\(priority.value)"
  }
}

extension ParsedConstraint.Anchor: CustomStringConvertible {
  /// The anchor as text: `ITEM.ATTRIBUTE`, with the item quoted unless it is a plain word.
  public var description: String {
    switch item {
    case .superview: return "superview.\(attribute.rawValue)"
    case .named(let id):
      var cursor = TextCursor(id)
      let isBare = cursor.bareName() != nil && cursor.isAtEnd
      return (isBare ? id : "\"\(id)\"") + ".\(attribute.rawValue)"
    }
  }
}

extension Quantity: CustomStringConvertible {
  /// The number as the linear form writes it.
  public var description: String {
    switch self {
    case .literal(let value):
      let text = "\(value)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    case .bound(let ratio):
      let divisor = ratio.denominator.map { "/{\($0.text)}" } ?? ""
      return "\(ratio.isNegated ? "-" : ""){\(ratio.numerator.text)}\(divisor)"
    case .named(let name, let isNegated, _): return (isNegated ? "-" : "") + name
    }
  }
}

extension LayoutConstraint {
  /// The constraint as text in linear form.
  ///
  /// - Parameter name: Returns the name of an item by its index.
  public func spelled(_ name: (Int) -> String) -> String { parsed(name).description }

  /// The constraint in parsed form, with names of items instead of indices.
  package func parsed(_ name: (Int) -> String) -> ParsedConstraint {
    func parsed(_ anchor: Anchor) -> ParsedConstraint.Anchor {
      ParsedConstraint.Anchor(
        item: .named(name(anchor.item)), attribute: anchor.attribute, offset: 0)
    }
    return ParsedConstraint(
      first: parsed(first), relation: relation, multiplier: .literal(multiplier),
      second: second.map(parsed), constant: .literal(constant), priority: priority)
  }
}
