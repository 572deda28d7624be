/// A compiled program prepared for many cells: it evaluates sixteen cells in one operation.
///
/// Values that do not depend on an input are computed once. The others are computed by the
/// operations of a single cell in the same order, so the bits agree.
struct BatchKernel: Sendable {
  /// One number for each of sixteen cells that are evaluated together.
  typealias Lanes = SIMD16<Double>

  /// A register times a factor, or a number that is the same for all cells.
  private struct Operand: Sendable {
    /// Index of the register, -1 for none.
    var register: Int32
    /// Factor of the register, or the number where there is no register.
    var factor: Double
  }

  /// A sum over operands: `input - Σ operands`, or `start - Σ operands`.
  private struct Sum: Sendable {
    /// Index of the input to start from, -1 to start from `start`.
    var input: Int32
    var start: Double
    /// Index in `operands` of the sum's first operand; `end` is the index after its last one.
    var first: Int32
    var end: Int32
  }

  /// Computes one register as `sum · scale`; step n writes register n.
  private struct Step: Sendable {
    var sum: Sum
    var scale: Double
  }

  /// A check of the program, which holds where `low <= -sum <= high`.
  private struct Check: Sendable {
    var sum: Sum
    var low: Double
    var high: Double
    var bit: UInt64
  }

  /// The value of a variable: a register, or a number that is the same for all cells.
  struct Output: Sendable {
    /// Index of the register, -1 for none.
    var register: Int32
    /// The rounded value where there is no register.
    var value: Double
  }

  private var steps: ContiguousArray<Step> = []
  private var operands: ContiguousArray<Operand> = []
  private var checks: ContiguousArray<Check> = []
  private(set) var outputs: ContiguousArray<Output> = []
  /// Bits of the checks that fail for every cell; `outOfRange` where a value is too large for a
  /// program.
  private var alwaysFailed: UInt64 = 0
  /// Stands for the failed checks of a cell whose numbers are too large for a program.
  static let outOfRange = UInt64.max

  /// Number of registers that an evaluation needs, one for each step.
  var registers: Int { steps.count }

  /// Prepares a program for cells that differ in some constants only.
  ///
  /// - Parameters:
  ///   - inputOfConstraint: For each constraint, the index of the input that is its constant, -1
  ///     for none.
  ///   - constants: The constant of each constraint; those of inputs are not used.
  init(
    _ program: CompiledProgram, variables: Int, inputOfConstraint: ContiguousArray<Int32>,
    constants: ContiguousArray<Double>
  ) {
    let evaluation = program.evaluation
    var values = [Operand](repeating: Operand(register: -1, factor: 0), count: variables)
    for (index, row) in evaluation.rows.enumerated() {
      let equation = Int(row.equation)
      values[Int(row.pivot)] = add(
        input: equation >= 0 ? inputOfConstraint[equation] : -1,
        start: equation >= 0 ? constants[equation] : 0,
        evaluation.earlierTerms(index).map { (values[Int($0.variable)], $0.factor) },
        scale: row.scale)
    }
    for (index, row) in evaluation.rows.enumerated().reversed() {
      let terms = evaluation.laterTerms(index).map { (values[Int($0.variable)], $0.factor) }
      guard !terms.isEmpty else { continue }
      let side = values[Int(row.pivot)]
      // A sum that starts from a register subtracts its negative from zero, which is exact.
      let isSame = side.register < 0
      values[Int(row.pivot)] = add(
        input: -1, start: isSame ? side.factor : 0, (isSame ? [] : [(side, -1)]) + terms, scale: 1)
    }
    for (index, check) in program.checks.enumerated() {
      let terms = (Int(check.start)..<Int(check.end)).map {
        (values[program.terms[$0].variable], program.terms[$0].coefficient)
      }
      let constraint = Int(check.constraint)
      add(
        check, bit: 1 << UInt64(index & 63), terms,
        input: constraint >= 0 ? inputOfConstraint[constraint] : -1,
        start: constraint >= 0 ? constants[constraint] : 0)
    }
    outputs = ContiguousArray(
      values.map { Output(register: $0.register, value: ResultGrid.round($0.factor)) })
    if outputs.contains(where: { $0.register < 0 && !(abs($0.value) < ResultGrid.limit) }) {
      alwaysFailed = Self.outOfRange
    }
  }

  /// Adds a step, or computes its result at once where no input can change it.
  ///
  /// - Returns: The result of the step as an operand.
  private mutating func add(
    input: Int32, start: Double, _ terms: [(Operand, Double)], scale: Double
  ) -> Operand {
    if let value = constant(input, start, terms) {
      return Operand(register: -1, factor: value * scale)
    }
    steps.append(Step(sum: sum(input, start, terms), scale: scale))
    return Operand(register: Int32(steps.count - 1), factor: 1)
  }

  /// Adds a check, or decides it at once where no input can change it.
  private mutating func add(
    _ check: CompiledProgram.Check, bit: UInt64, _ terms: [(Operand, Double)], input: Int32,
    start: Double
  ) {
    if let value = constant(input, start, terms) {
      if !(-value >= check.low && -value <= check.high) { alwaysFailed |= bit }
    } else if terms.count == 1, terms[0].1 == 1, isCopy(terms[0].0, of: input) {
      // An input never differs from itself. NaN is found elsewhere.
      if !(check.low <= 0 && check.high >= 0) { alwaysFailed |= bit }
    } else {
      checks.append(
        Check(sum: sum(input, start, terms), low: check.low, high: check.high, bit: bit))
    }
  }

  /// The value of a sum that is the same for all cells; `nil` where it depends on an input.
  private func constant(_ input: Int32, _ start: Double, _ terms: [(Operand, Double)]) -> Double? {
    guard input < 0, terms.allSatisfy({ $0.0.register < 0 }) else { return nil }
    return terms.reduce(start) { $0 - $1.1 * $1.0.factor }
  }

  private mutating func sum(_ input: Int32, _ start: Double, _ terms: [(Operand, Double)]) -> Sum {
    let first = operands.count
    for (operand, factor) in terms {
      operands.append(
        Operand(
          register: operand.register,
          factor: operand.register < 0 ? factor * operand.factor : factor))
    }
    return Sum(input: input, start: start, first: Int32(first), end: Int32(operands.count))
  }

  /// Whether an operand is a register that only copies an input.
  private func isCopy(_ operand: Operand, of input: Int32) -> Bool {
    guard input >= 0, operand.register >= 0 else { return false }
    let step = steps[Int(operand.register)]
    return step.sum.input == input && step.sum.first == step.sum.end && step.scale == 1
  }

  /// Evaluates the steps and checks of the program for sixteen cells.
  ///
  /// - Parameters:
  ///   - inputs: The values of each input for the sixteen cells; shape `[inputs]`.
  ///   - registers: Receives the result of each step, unrounded; at least `self.registers`
  ///     elements.
  /// - Returns: For each cell, the bits of the checks that fail; 0 where all hold.
  @inline(__always)
  func evaluate(
    inputs: ContiguousArray<Lanes>, registers: inout ContiguousArray<Lanes>
  ) -> SIMD16<UInt64> {
    let operands = operands.span
    let inputs = inputs.span
    var registers = registers.mutableSpan
    let steps = steps.span
    for index in steps.indices {
      var result = Self.value(steps[index].sum, operands, inputs, registers.span)
      if steps[index].scale != 1 { result *= steps[index].scale }
      registers[index] = result
    }
    var failed = SIMD16<UInt64>(repeating: alwaysFailed)
    let checks = checks.span
    for index in checks.indices {
      let check = checks[index]
      let value = -Self.value(check.sum, operands, inputs, registers.span)
      // Written so that NaN fails as well.
      var fails = SIMDMask<SIMD16<Int64>>(repeating: false)
      if check.low > -.infinity { fails = .!(value .>= check.low) }
      if check.high < .infinity { fails .|= .!(value .<= check.high) }
      failed |= unsafeBitCast(fails, to: SIMD16<UInt64>.self) & check.bit
    }
    return failed
  }

  /// Evaluates a sum for sixteen cells; unchecked, because every index was made by `init`.
  @inline(__always)
  private static func value(
    _ sum: Sum, _ operands: Span<Operand>, _ inputs: Span<Lanes>, _ registers: Span<Lanes>
  ) -> Lanes {
    var value = sum.input >= 0 ? inputs[Int(sum.input)] : Lanes(repeating: sum.start)
    for index in Int(sum.first)..<Int(sum.end) {
      let operand = operands[unchecked: index]
      if operand.register < 0 {
        value -= operand.factor
      } else if operand.factor == 1 {
        value -= registers[unchecked: Int(operand.register)]
      } else if operand.factor == -1 {
        value += registers[unchecked: Int(operand.register)]
      } else {
        value -= operand.factor * registers[unchecked: Int(operand.register)]
      }
    }
    return value
  }
}

extension ResultGrid {
  /// Rounds sixteen values below `limit` to the grid.
  @inline(__always)
  static func round(_ values: BatchKernel.Lanes) -> BatchKernel.Lanes {
    let magic = 0x1.8p26
    let nearest = (values + magic) - magic
    let rounded = nearest.replacing(
      with: nearest + Tolerance.grid, where: (values - nearest) .>= (Tolerance.grid / 2))
    return rounded + 0
  }
}
