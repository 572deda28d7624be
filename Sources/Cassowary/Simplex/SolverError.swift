/// Why a solve has no answer.
public enum SolverError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The simplex found no optimum within the maximum number of pivots.
  case stalled(pivots: Int)
  /// A constant is NaN or too large, or the numbers differ so much in size that the result would be
  /// noise.
  case illConditioned
  /// An unrelaxable constraint contradicts the unrelaxable ones before it, or a variable's domain.
  case contradiction(constraint: Int)
  /// A compiled program and the simplex answer differently: a fault of the solver.
  case programDiffers(variable: Int, program: Double, simplex: Double)
  /// A compiled program and the simplex agree in values but not in ambiguity.
  case diagnosisDiffers

  /// The error as one sentence for a person.
  public var description: String {
    switch self {
    case .stalled(let pivots):
      "the constraint solver did not settle within \(pivots) pivots: "
        + "a constant or multiplier is probably absurdly large"
    case .illConditioned:
      "the constraints mix numbers of such different size that their solution would be noise"
    case .contradiction(let constraint):
      "constraint \(constraint) may not be relaxed, and contradicts others that may not be or the "
        + "domain of a variable; change its constant, or let it be relaxed"
    case .programDiffers(let variable, let program, let simplex):
      "fault of the solver: a compiled program makes variable \(variable) \(program), "
        + "the simplex \(simplex); please report the template and record"
    case .diagnosisDiffers:
      "fault of the solver: a compiled program and the simplex disagree on whether something is free; "
        + "please report the template and record"
    }
  }
}
