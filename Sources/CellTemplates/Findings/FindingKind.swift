/// The kinds of findings that builds and checks may refuse.
public enum FindingKind: String, Hashable, Sendable, CaseIterable {
  /// Cells with content have a height of 0.
  case collapsed
  /// Views extend beyond their cell.
  case outside
  /// Bindings have no value in any record.
  case unanswered
  /// Text is truncated.
  case truncated
  /// Views are smaller than their content.
  case squeezed
  /// No text of the template is bound, or a text has a word of another template language.
  case unbound

  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension CellFinding.Kind {
  /// The kind under which builds and checks count the finding; `nil` for kinds that caveats cover.
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
