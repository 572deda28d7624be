/// The kinds of findings that builds and checks may refuse.
public enum FindingKind: String, Hashable, Sendable, CaseIterable {
  /// Cells 0 high although they have content.
  case collapsed
  /// Views that extend beyond their cell.
  case outside
  /// Bindings without a value in any record.
  case unanswered
  /// Text cut by a line limit.
  case truncated
  /// Views that are smaller than their content.
  case squeezed
  /// Texts of the template without bindings.
  case unbound

  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension CellFinding.Kind {
  /// The kind of finding, or `nil` for what caveats say.
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
