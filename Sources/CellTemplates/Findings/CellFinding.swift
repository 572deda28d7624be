/// Something about one laid-out cell that a person should know: what, and at which view.
///
/// A cell keeps the numbers of its findings as a `FindingSet`. A number depends on the kind and on
/// the view's place among those with frames, so that a stored set can be read with the stored
/// template alone.
public struct CellFinding: Hashable, Sendable {
  /// What was found.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// A required constraint had to give.
    case conflict
    /// The constraints left something free.
    case ambiguity
    /// Document order decided between equal priorities.
    case tie
    /// The height is 0 although a visible view has content; the view is the one that reaches lowest.
    case collapsed
    /// A view with content reaches below the cell's bottom.
    case below
    /// A view reaches out of the cell elsewhere.
    case outside
    /// A label's text is cut by its line limit.
    case truncated
    /// A label has less room than its text takes.
    case squeezed
    /// A view with content is 0 wide or high.
    case vanished

    /// The kinds that concern the whole cell; numbers 0, 1 and 2.
    static let ofCell: [Kind] = [.conflict, .ambiguity, .tie]
    /// The kinds that concern a view, in the order of their numbers.
    static let ofView: [Kind] = [.collapsed, .below, .outside, .truncated, .squeezed, .vanished]
  }

  /// What was found.
  public let kind: Kind
  /// The view's place in `TemplatePlan.framedViews`; `nil` for what concerns the whole cell.
  public let position: Int?

  /// Creates a finding.
  init(_ kind: Kind, position: Int? = nil) {
    self.kind = kind
    self.position = position
  }

  /// Reads a number, `>= 0`.
  public init(number: Int) {
    let ofCell = Kind.ofCell.count
    if number < ofCell {
      self.init(Kind.ofCell[number])
    } else {
      let (position, kind) = (number - ofCell).quotientAndRemainder(dividingBy: Kind.ofView.count)
      self.init(Kind.ofView[kind], position: position)
    }
  }

  /// How many numbers the findings of a template's cells have.
  public static func numbers(in plan: TemplatePlan) -> Int {
    Kind.ofCell.count + plan.framedViews.count * Kind.ofView.count
  }

  /// The finding's number in a `FindingSet`.
  public var number: Int {
    let ofCell = Kind.ofCell.count
    guard let position else { return kind.rawValue }
    return ofCell + position * Kind.ofView.count + kind.rawValue - ofCell
  }
}

extension CellFinding.Kind {
  /// One word for it, in output.
  public var word: String {
    switch self {
    case .conflict: "conflict"
    case .ambiguity: "ambiguous"
    case .tie: "tie"
    case .collapsed, .below, .outside, .truncated, .squeezed, .vanished: finding?.rawValue ?? ""
    }
  }

  /// The stable code.
  public var code: String {
    switch self {
    case .conflict: "CH0101"
    case .ambiguity: "CH0201"
    case .tie: "CH0202"
    case .collapsed: "CH0610"
    case .below, .outside: "CH0611"
    case .truncated: "CH0613"
    case .squeezed, .vanished: "CH0614"
    }
  }

  /// How bad it is.
  public var severity: TemplateFinding.Severity {
    switch self {
    case .conflict: .error
    case .ambiguity, .collapsed, .below, .vanished: .warning
    case .tie, .outside, .truncated, .squeezed: .note
    }
  }
}
