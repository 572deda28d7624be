import IncrementalSolver
import Cassowary
import PairedBenchmark

/// The cost of relations, priorities, ties and contradictions in the solver itself.
struct SolverClaims {
  let input: ProbeInput

  private static let source = "words only (Apple, iOS 12, 2018)"

  func all() async throws -> [Claim] {
    [
      try await relation(
        "An inequality costs exactly one more variable (A)",
        ViewRow(relation: .greaterOrEqual), "inequalities"),
      try await setConstant(),
      try await relation(
        "A priority costs some more work: an error to minimize (A)",
        ViewRow(strength: .preferred(750)), "of priority 750"),
      try await ties(), try await broken(),
    ]
  }

  /// Time of a row with other widths, against a row of required equalities.
  private func relation(_ claim: String, _ other: ViewRow, _ name: String) async throws -> Claim {
    let plain = ViewRow()
    let built = try await Figure.comparing(
      pairs: input.pairs, operations: 10,
      { for _ in 0..<10 { input.sink.take(try other.build().place) } },
      with: { for _ in 0..<10 { input.sink.take(try plain.build().place) } })
    let otherSolved = try Self.box(other.build())
    let plainSolved = try Self.box(plain.build())
    let edited = try await Figure.comparing(
      pairs: input.pairs, operations: 500,
      { for time in 0..<500 { input.sink.take(try otherSolved.value.move(to: time % 7)) } },
      with: { for time in 0..<500 { input.sink.take(try plainSolved.value.move(to: time % 7)) } })
    return Claim(
      claim: claim, theirs: Self.source,
      ours: "built and solved \(built.ratio); one constant set and solved \(edited.ratio)",
      how: "`ConstraintSolver`, \(ViewRow.views) views in a row whose \(ViewRow.views) widths are "
        + "\(name), or required equalities, answers equal; \(built.times) a row, "
        + "\(edited.times) an update")
  }

  private func setConstant() async throws -> Claim {
    let row = ViewRow()
    let solved = try Self.box(row.build())
    let figure = try await Figure.comparing(
      pairs: input.pairs, operations: 50,
      { for _ in 0..<50 { input.sink.take(try row.build().place) } },
      with: { for time in 0..<50 { input.sink.take(try solved.value.move(to: time % 7)) } })
    return Claim(
      claim: "Setting a constant is a very fast update of what depends on it (A)",
      theirs: Self.source,
      ours: "building again takes \(figure.ratio) as long",
      how:
        "the same row built and solved, against the first view moved and solved, which moves all "
        + "\(ViewRow.views): \(figure.times)")
  }

  private func ties() async throws -> Claim {
    let independent = ViewRow(rows: 2)
    let tied = ViewRow(rows: 2, isTied: true)
    let built = try await Figure.comparing(
      pairs: input.pairs, operations: 10,
      { for _ in 0..<10 { input.sink.take(try tied.build().place) } },
      with: { for _ in 0..<10 { input.sink.take(try independent.build().place) } })
    let tiedSolved = try Self.box(tied.build())
    let looseSolved = try Self.box(independent.build())
    let edited = try await Figure.comparing(
      pairs: input.pairs, operations: 500,
      { for time in 0..<500 { input.sink.take(try tiedSolved.value.move(to: time % 7)) } },
      with: { for time in 0..<500 { input.sink.take(try looseSolved.value.move(to: time % 7)) } })
    return Claim(
      claim: "Views aligned across blocks depend on each other, independent blocks do not (A)",
      theirs: "a drawing, no figure (Apple, iOS 12, 2018)",
      ours: "built and solved \(built.ratio); one constant set and solved \(edited.ratio)",
      how:
        "two rows of \(ViewRow.views) views: the second's widths equal those of the first, or "
        + "are given; as "
        + "many constraints, answers equal; \(edited.times) an update")
  }

  private func broken() async throws -> Claim {
    let fine = BrokenRow(isBroken: false)
    let broken = BrokenRow(isBroken: true)
    let built = try await Figure.comparing(
      pairs: input.pairs, operations: 10,
      { for _ in 0..<10 { input.sink.take(try broken.build().place) } },
      with: { for _ in 0..<10 { input.sink.take(try fine.build().place) } })
    let brokenSolved = try Self.box(broken.build())
    let fineSolved = try Self.box(fine.build())
    let edited = try await Figure.comparing(
      pairs: input.pairs, operations: 500,
      { for time in 0..<500 { input.sink.take(try brokenSolved.value.move(to: time % 7)) } },
      with: { for time in 0..<500 { input.sink.take(try fineSolved.value.move(to: time % 7)) } })
    return Claim(
      claim: "Unsatisfiable constraints can affect performance directly (A)", theirs: Self.source,
      ours: "built and solved \(built.ratio); one constant set and solved \(edited.ratio)",
      how:
        "`SimplexSolver`, the row with a second required width of its first view, 200 or the "
        + "same 100: the "
        + "first is relaxed; \(built.times) a row, \(edited.times) an update. No log is "
        + "written. An answer with a relaxed constraint is not kept as a compiled program, so "
        + "every update solves again")
  }

  private static func box<Value>(_ value: Value) -> Box<Value> { Box(value) }
}

/// Holds a solver that closures change.
private final class Box<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// Views in rows, each placed after the one before; all are 100 wide.
private struct ViewRow {
  static let views = 40
  var relation = LinearRelation.equal
  var strength = Strength.required
  var rows = 1
  /// Whether the widths of the second row are those of the first.
  var isTied = false

  /// The constraints; the first is the place of the first view.
  var constraints: [LinearConstraint] {
    (0..<rows).flatMap { row in
      (0..<Self.views).flatMap { view in
        let (x, width) = (2 * (row * Self.views + view), 2 * (row * Self.views + view) + 1)
        let place =
          view == 0
          ? LinearConstraint([Term(x, 1)], .equal, 0)
          : LinearConstraint([Term(x, 1), Term(x - 2, -1), Term(width - 2, -1)], .equal, 8)
        let size =
          isTied && row > 0
          ? LinearConstraint([Term(width, 1), Term(width - 2 * Self.views, -1)], .equal, 0)
          : LinearConstraint([Term(width, 1)], relation, 100, strength: strength)
        return [place, size]
      }
    }
  }

  /// Makes a solver and solves.
  func build() throws -> SolvedRow {
    var solver = ConstraintSolver(
      domains: [VariableDomain](repeating: .free, count: 2 * Self.views * rows))
    let ids = try solver.add(contentsOf: constraints)
    try solver.solve()
    let row = SolvedRow(solver: solver, first: ids[0], last: 2 * (Self.views * rows - 1))
    guard row.place == (Self.views - 1) * 108 else {
      throw ProbeError("the last view is at \(row.place)")
    }
    return row
  }
}

private struct SolvedRow {
  var solver: ConstraintSolver
  let first: ConstraintSolver.ConstraintID
  let last: Int

  var place: Int { Int(solver.value(last)) }

  mutating func move(to place: Int) throws -> Int {
    try solver.setConstant(first, Double(place + 1))
    try solver.solve()
    return self.place
  }
}

/// The row in a solver that drops a required constraint if two contradict.
private struct BrokenRow {
  let isBroken: Bool

  func build() throws -> SolvedBrokenRow {
    var solver = SimplexSolver(
      domains: [VariableDomain](repeating: .free, count: 2 * ViewRow.views))
    let constraints = ViewRow().constraints
    let first = solver.add(constraints[0])
    for constraint in constraints.dropFirst() { solver.add(constraint) }
    solver.add(LinearConstraint([Term(1, 1)], .equal, isBroken ? 200 : 100))
    try solver.solve()
    let row = SolvedBrokenRow(solver: solver, first: first)
    guard row.place == (ViewRow.views - 1) * 108, solver.solution.relaxed.isEmpty != isBroken
    else { throw ProbeError("the last view is at \(row.place), \(solver.solution.relaxed)") }
    return row
  }
}

private struct SolvedBrokenRow {
  var solver: SimplexSolver
  let first: Int

  var place: Int { Int(solver.value(2 * (ViewRow.views - 1))) }

  mutating func move(to place: Int) throws -> Int {
    solver.setConstant(first, Double(place + 1))
    try solver.solve()
    return self.place
  }
}
