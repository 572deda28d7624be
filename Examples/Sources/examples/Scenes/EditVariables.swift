import IncrementalSolver
import Cassowary

extension Example {
  /// The example of the paper on Cassowary: a middle point that a mouse drags between two others.
  static let editVariables = Example(
    name: "EditVariables", about: "a point that is dragged, by an edit variable of the solver"
  ) { out in
    var solver = ConstraintSolver()
    let left = solver.addVariable()
    let middle = solver.addVariable()
    let right = solver.addVariable()
    // The middle is the mean of both; left and right are 10 apart and within 0 and 100.
    try solver.add(LinearConstraint([Term(middle, 2), Term(left, -1), Term(right, -1)], .equal, 0))
    try solver.add(LinearConstraint([Term(right, 1), Term(left, -1)], .greaterOrEqual, 10))
    try solver.add(LinearConstraint([Term(left, 1)], .greaterOrEqual, 0))
    try solver.add(LinearConstraint([Term(right, 1)], .lessOrEqual, 100))
    // Without other constraints both stay.
    try solver.add(LinearConstraint([Term(left, 1)], .equal, 30, strength: .preferred(10)))
    try solver.add(LinearConstraint([Term(right, 1)], .equal, 60, strength: .preferred(10)))

    func show(_ out: inout Transcript, _ expected: (left: Double, middle: Double, right: Double)) {
      out.number("left  ", solver.value(left), is: expected.left)
      out.number("middle", solver.value(middle), is: expected.middle)
      out.number("right ", solver.value(right), is: expected.right)
    }
    try solver.solve()
    show(&out, (30, 45, 60))

    let drag = try solver.edit(middle, priority: 750)
    out.note("dragged to 90: the right end stops at 100, the left one comes along")
    try solver.suggest(drag, 90)
    try solver.solve()
    show(&out, (80, 90, 100))

    out.note("dragged to 98: both ends keep their distance, and the middle stays behind")
    try solver.suggest(drag, 98)
    try solver.solve()
    show(&out, (90, 95, 100))

    out.note("dragged to 2: the same at the other end")
    try solver.suggest(drag, 2)
    try solver.solve()
    show(&out, (0, 5, 10))

    out.note("let go")
    try solver.endEdit(drag)
    try solver.solve()
    show(&out, (30, 45, 60))
  }
}
