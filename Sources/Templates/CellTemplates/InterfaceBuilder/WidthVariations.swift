import StructuredDocuments
import AutoLayout

/// The constraints and constants of a cell that differ between compact and regular width.
struct WidthVariations {
  private static let condition = "horizontalSizeClass == regular"

  private var constants: [(compact: Double, regular: Double)] = []
  private var compact: [DocumentNode] = []
  private var regular: [DocumentNode] = []

  /// The named constant for a constraint whose constant differs in regular width; otherwise `nil`.
  mutating func constant(of constraint: ImportedConstraint) -> Quantity? {
    guard let regular = constraint.regularConstant else { return nil }
    let pair = (compact: constraint.constant, regular: regular)
    let known = constants.firstIndex { $0 == pair }
    if known == nil { constants.append(pair) }
    return .named(Self.name(known ?? constants.count - 1), isNegated: false, offset: 0)
  }

  /// Takes a constraint that is installed for one width class only.
  ///
  /// - Returns: `false` for a constraint that is installed for all widths, which is not taken.
  mutating func take(_ node: DocumentNode, _ width: ImportedConstraint.Width) -> Bool {
    switch width {
    case .all: return false
    case .compact: compact.append(node)
    case .regular: regular.append(node)
    }
    return true
  }

  func entries(line: Int) -> [DocumentNode.Entry] {
    constants.enumerated().map { index, pair in
      .init(
        constant: Self.name(index), pair.compact, where: Self.condition, pair.regular, line: line)
    }
  }

  func groups(line: Int) -> DocumentNode? {
    guard !compact.isEmpty || !regular.isEmpty else { return nil }
    var group = NodeBuilder(line: line)
    group.set("when", .text(Self.condition))
    if !regular.isEmpty { group.set("constraints", .list(regular)) }
    if !compact.isEmpty { group.set("otherwise", .list(compact)) }
    return DocumentNode(line: line, value: .list([group.node]))
  }

  private static func name(_ index: Int) -> String { "spacing\(index + 1)" }
}

extension DocumentNode.Entry {
  /// Creates a constant with a default, and another value under one condition.
  init(
    constant name: String, _ standard: Double, where condition: String, _ value: Double, line: Int
  ) {
    var values = NodeBuilder(line: line)
    values.set("default", .number(standard))
    values.set(condition, .number(value))
    self.init(key: name, line: line, value: values.node)
  }
}
