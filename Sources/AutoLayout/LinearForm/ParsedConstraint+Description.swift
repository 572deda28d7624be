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
  /// The anchor as text: `ITEM.ATTRIBUTE`, with the item quoted where it is no plain word.
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

  /// The constraint as a parsed one, with names of items in place of indices.
  func parsed(_ name: (Int) -> String) -> ParsedConstraint {
    func parsed(_ anchor: Anchor) -> ParsedConstraint.Anchor {
      ParsedConstraint.Anchor(
        item: .named(name(anchor.item)), attribute: anchor.attribute, offset: 0)
    }
    return ParsedConstraint(
      first: parsed(first), relation: relation, multiplier: .literal(multiplier),
      second: second.map(parsed), constant: .literal(constant), priority: priority)
  }
}
