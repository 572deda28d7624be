/// Whether something is shown, or a constraint holds, in no state, in some, or in every one.
///
/// For one state, everything is `never` or `always`. For all states that may come, the operators
/// are those of three-valued logic, so that `always` and `never` are certain.
public enum GridPresence: Int, Hashable, Sendable, Comparable {
  /// In no state.
  case never
  /// In some states.
  case sometimes
  /// In every state.
  case always

  init(_ isShown: Bool) { self = isShown ? .always : .never }

  /// Whether the left presence is the rarer one.
  public static func < (left: GridPresence, right: GridPresence) -> Bool {
    left.rawValue < right.rawValue
  }

  static func && (left: GridPresence, right: GridPresence) -> GridPresence { min(left, right) }

  static func || (left: GridPresence, right: GridPresence) -> GridPresence { max(left, right) }

  static prefix func ! (presence: GridPresence) -> GridPresence {
    switch presence {
    case .never: .always
    case .sometimes: .sometimes
    case .always: .never
    }
  }
}
