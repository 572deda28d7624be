/// A word for findings of a kind, by which builds and checks refuse them.
public enum FindingKind: String, Hashable, Sendable, CaseIterable {
  /// Cells 0 high although they have content.
  case collapsed
  /// Views that reach out of their cell.
  case outside
  /// Bindings that no record answers.
  case unanswered
  /// Text cut by a line limit.
  case truncated
  /// Views with less room than their content takes.
  case squeezed
  /// Texts of the template that no record decides.
  case unbound

  /// The kind's index in `allCases`.
  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension CellFinding.Kind {
  /// The word for it; `nil` for what trust tells.
  public var finding: FindingKind? {
    switch self {
    case .conflict, .ambiguity, .tie: nil
    case .collapsed: .collapsed
    case .below, .outside: .outside
    case .truncated: .truncated
    case .squeezed, .vanished: .squeezed
    }
  }
}
