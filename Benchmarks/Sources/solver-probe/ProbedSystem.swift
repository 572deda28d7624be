import Cassowary

/// A constraint system as a line of JSON.
struct ProbedSystem: Decodable {
  struct Row: Decodable {
    /// Pairs of variable and factor.
    var terms: [[Double]]
    /// `==`, `>=` or `<=`.
    var relation: String
    var constant: Double
    /// 1000 is required.
    var strength: Int
    /// Whether it is held before the others and never relaxed.
    var environment: Bool?
  }

  /// `free` or `nonNegative`, a variable each.
  var domains: [String]
  var constraints: [Row]

  /// A solver that holds the system.
  func makeSolver() throws -> SimplexSolver {
    var solver = SimplexSolver(domains: try domains.map(Self.domain))
    for row in constraints {
      let terms = try row.terms.map { pair in
        guard pair.count == 2, let variable = Int(exactly: pair[0]),
          domains.indices.contains(variable)
        else { throw ProbeError("no term: \(pair)") }
        return Term(variable, pair[1])
      }
      guard 1...1000 ~= row.strength else { throw ProbeError("no strength: \(row.strength)") }
      solver.add(
        LinearConstraint(
          terms, try Self.relation(row.relation), row.constant,
          strength: row.strength == 1000 ? .required : .preferred(row.strength)),
        unrelaxable: row.environment ?? false)
    }
    return solver
  }

  private static func domain(_ name: String) throws -> VariableDomain {
    switch name {
    case "free": .free
    case "nonNegative": .nonNegative
    default: throw ProbeError("no domain: \(name)")
    }
  }

  private static func relation(_ name: String) throws -> LinearRelation {
    switch name {
    case "==": .equal
    case ">=": .greaterOrEqual
    case "<=": .lessOrEqual
    default: throw ProbeError("no relation: \(name)")
    }
  }
}

/// The problem of a line.
struct ProbeError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}
