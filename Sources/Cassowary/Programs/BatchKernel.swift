/// A compiled program over many cells at once: structure of arrays, one operation for sixteen cells.
///
/// What does not depend on an input is the same for all cells and is computed once. What does is
/// computed by the same operations in the same order as for a single cell, so the bits agree.
struct BatchKernel: Sendable {
  /// Cells that are evaluated together.
  typealias Lanes = SIMD16<Double>

  /// An operand: a register, or a product that is the same for all cells.
  private struct Operand: Sendable {
    /// Register, -1 for none.
    var register: Int32
    /// Factor of the register, or the product itself.
    var factor: Double
  }

  /// `register = (input or start - Σ operands) · scale`.
  private struct Step: Sendable {
    /// Input lane to start from, -1 for `start`.
    var input: Int32
    var start: Double
    var operands: Int32
    var end: Int32
    var scale: Double
    var register: Int32
  }

  /// `low <= Σ operands - (input or start) <= high`.
  private struct Check: Sendable {
    var input: Int32
    var start: Double
    var operands: Int32
    var end: Int32
    var low: Double
    var high: Double
    var bit: UInt64
  }

  /// Where a variable's value is: a register, or the same for all cells.
  struct Output: Sendable {
    /// Register, -1 for none.
    var register: Int32
    /// The rounded value where there is no register.
    var value: Double
  }

  private var steps: ContiguousArray<Step> = []
  private var operands: ContiguousArray<Operand> = []
  private var checks: ContiguousArray<Check> = []
  private(set) var outputs: ContiguousArray<Output> = []
  /// Room that a block needs, in registers.
  private(set) var registers = 0
  /// Checks of what is the same for all cells, and that fail.
  private var alwaysFailed: UInt64 = 0
  /// What a cell reports instead of failed checks when its values are too large for a program.
  static let outOfRange = UInt64.max

  /// Prepares a program for cells that differ in some constants only.
  ///
  /// - Parameters:
  ///   - inputOfConstraint: For each constraint the input that is its constant, -1 for none.
  ///   - constants: The constants of the others.
  init(
    _ program: CompiledProgram, variables: Int, inputOfConstraint: ContiguousArray<Int32>,
    constants: ContiguousArray<Double>
  ) {
    let evaluation = program.evaluation
    let rows = evaluation.rows
    // Down: the right-hand sides of the factored rows.
    var sides = ContiguousArray(repeating: Operand(register: -1, factor: 0), count: rows)
    for row in 0..<rows {
      let equation = Int(evaluation.equations[row])
      let terms = Int(evaluation.earlierStarts[row])..<Int(evaluation.earlierStarts[row + 1])
      sides[row] = add(
        input: equation >= 0 ? inputOfConstraint[equation] : -1,
        start: equation >= 0 ? constants[equation] : 0,
        terms: terms.map { (sides[Int(evaluation.earlier[$0])], evaluation.earlierFactors[$0]) },
        scale: evaluation.scales[row])
    }
    // Up: the variables.
    var values = ContiguousArray(repeating: Operand(register: -1, factor: 0), count: variables)
    for row in stride(from: rows - 1, through: 0, by: -1) {
      let terms = Int(evaluation.laterStarts[row])..<Int(evaluation.laterStarts[row + 1])
      let later = terms.map { (values[Int(evaluation.later[$0])], evaluation.laterFactors[$0]) }
      values[Int(evaluation.pivots[row])] =
        later.isEmpty ? sides[row] : add(side: sides[row], terms: later)
    }
    for (index, check) in program.checks.enumerated() {
      let terms = (Int(check.start)..<Int(check.end)).map {
        (values[program.terms[$0].variable], program.terms[$0].coefficient)
      }
      let constraint = Int(check.constraint)
      add(
        check, bit: 1 << UInt64(index & 63), terms: terms,
        input: constraint >= 0 ? inputOfConstraint[constraint] : -1,
        start: constraint >= 0 ? constants[constraint] : 0)
    }
    outputs = ContiguousArray(
      values.map { Output(register: $0.register, value: ResultGrid.round($0.factor)) })
    if outputs.contains(where: { $0.register < 0 && !(abs($0.value) < ResultGrid.limit) }) {
      alwaysFailed = Self.outOfRange
    }
  }

  /// Adds a step, or computes it where nothing in it depends on an input.
  private mutating func add(
    input: Int32, start: Double, terms: [(Operand, Double)], scale: Double
  ) -> Operand {
    if input < 0, terms.allSatisfy({ $0.0.register < 0 }) {
      var value = start
      for (operand, factor) in terms { value -= factor * operand.factor }
      return Operand(register: -1, factor: value * scale)
    }
    let first = operands.count
    append(terms)
    return push(
      Step(
        input: input, start: start, operands: Int32(first), end: Int32(operands.count),
        scale: scale, register: 0))
  }

  private mutating func add(side: Operand, terms: [(Operand, Double)]) -> Operand {
    if side.register < 0 {
      return add(input: -1, start: side.factor, terms: terms, scale: 1)
    }
    // Starts from a register: zero minus its negative, which is exact.
    let first = operands.count
    operands.append(Operand(register: side.register, factor: -1))
    append(terms)
    return push(
      Step(
        input: -1, start: 0, operands: Int32(first), end: Int32(operands.count), scale: 1,
        register: 0))
  }

  private mutating func append(_ terms: [(Operand, Double)]) {
    for (operand, factor) in terms {
      operands.append(
        operand.register < 0
          ? Operand(register: -1, factor: factor * operand.factor)
          : Operand(register: operand.register, factor: factor))
    }
  }

  private mutating func push(_ step: Step) -> Operand {
    var step = step
    step.register = Int32(registers)
    steps.append(step)
    registers += 1
    return Operand(register: step.register, factor: 1)
  }

  private mutating func add(
    _ check: CompiledProgram.Check, bit: UInt64, terms: [(Operand, Double)], input: Int32,
    start: Double
  ) {
    if input < 0, terms.allSatisfy({ $0.0.register < 0 }) {
      var value = -start
      for (operand, factor) in terms { value += factor * operand.factor }
      if !(value >= check.low && value <= check.high) { alwaysFailed |= bit }
      return
    }
    if terms.count == 1, terms[0].1 == 1, input >= 0, terms[0].0.register >= 0,
      isCopy(steps[Int(terms[0].0.register)], of: input)
    {
      // What is the input itself never differs from it; no number at all is found out elsewhere.
      if !(check.low <= 0 && check.high >= 0) { alwaysFailed |= bit }
      return
    }
    let first = operands.count
    append(terms)
    checks.append(
      Check(
        input: input, start: start, operands: Int32(first), end: Int32(operands.count),
        low: check.low, high: check.high, bit: bit))
  }

  private func isCopy(_ step: Step, of input: Int32) -> Bool {
    step.input == input && step.operands == step.end && step.scale == 1
  }

  /// Evaluates sixteen cells.
  ///
  /// - Parameters:
  ///   - inputs: Each input of the sixteen cells.
  ///   - registers: Room for the results, unrounded.
  /// - Returns: The checks that fail, by cell.
  @inline(__always)
  func evaluate(
    inputs: UnsafePointer<Lanes>, registers: UnsafeMutablePointer<Lanes>
  ) -> SIMD16<UInt64> {
    operands.withUnsafeBufferPointer { operands in
      steps.withUnsafeBufferPointer { steps in
        for step in steps {
          var sum = step.input >= 0 ? inputs[Int(step.input)] : Lanes(repeating: step.start)
          for index in Int(step.operands)..<Int(step.end) {
            let operand = operands[index]
            if operand.register < 0 {
              sum -= operand.factor
            } else if operand.factor == 1 {
              sum -= registers[Int(operand.register)]
            } else if operand.factor == -1 {
              sum += registers[Int(operand.register)]
            } else {
              sum -= operand.factor * registers[Int(operand.register)]
            }
          }
          if step.scale != 1 { sum *= step.scale }
          registers[Int(step.register)] = sum
        }
      }
      return checks.withUnsafeBufferPointer { checks in
        var failed = SIMD16<UInt64>(repeating: alwaysFailed)
        for check in checks {
          var value =
            check.input >= 0 ? -inputs[Int(check.input)] : Lanes(repeating: -check.start)
          for index in Int(check.operands)..<Int(check.end) {
            let operand = operands[index]
            if operand.register < 0 {
              value += operand.factor
            } else if operand.factor == 1 {
              value += registers[Int(operand.register)]
            } else if operand.factor == -1 {
              value -= registers[Int(operand.register)]
            } else {
              value += operand.factor * registers[Int(operand.register)]
            }
          }
          // Written so that a value that is no number fails as well.
          var fails = SIMDMask<SIMD16<Int64>>(repeating: false)
          if check.low > -.infinity { fails = .!(value .>= check.low) }
          if check.high < .infinity { fails .|= .!(value .<= check.high) }
          failed |= unsafeBitCast(fails, to: SIMD16<UInt64>.self) & check.bit
        }
        return failed
      }
    }
  }
}

extension ResultGrid {
  /// Rounds sixteen values to the grid, if all are of a size that the short way can round.
  @inline(__always)
  static func round(_ values: BatchKernel.Lanes) -> BatchKernel.Lanes {
    let magic = 0x1.8p26
    let nearest = (values + magic) - magic
    let rounded = nearest.replacing(
      with: nearest + Tolerance.grid, where: (values - nearest) .>= (Tolerance.grid / 2))
    return rounded + 0
  }
}
