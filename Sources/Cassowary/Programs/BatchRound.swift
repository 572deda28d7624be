/// Evaluates cells of a batch by prepared programs, and collects the cells that no program answers.
///
/// The solver keeps its `BatchRound` for the next batch of the same inputs.
struct BatchRound: Sendable {
  /// A cell without an answer, with the number of the program tried last and the bits of its failed
  /// checks.
  struct Miss: Sendable {
    var cell: Int32
    var program: Int
    var failed: UInt64
  }

  private(set) var misses: [Miss] = []
  private let variables: Int
  private let constraintsOfInput: [[Int]]
  private let inputOfConstraint: ContiguousArray<Int32>
  private var generation = 0
  /// The constants that `kernels` were prepared with; shape `[constraints]`.
  private var constants: ContiguousArray<Double> = []
  /// The library's programs; empty unless cells are being evaluated, so that the library is their
  /// only owner.
  private var programs: [CompiledProgram] = []
  private var kernels: [BatchKernel?] = []
  private var waiting: [ContiguousArray<Miss>] = []
  /// The inputs of the sixteen cells that are being evaluated; shape `[inputs]`.
  private var lanes: ContiguousArray<BatchKernel.Lanes>
  private var registers: ContiguousArray<BatchKernel.Lanes> = []

  init(solver: SimplexSolver, batch: SolverBatch) {
    variables = solver.variableCount
    constraintsOfInput = batch.constraintsOfInput
    var inputs = ContiguousArray<Int32>(repeating: -1, count: solver.constraintCount)
    for (input, constraints) in batch.constraintsOfInput.enumerated() {
      for constraint in constraints { inputs[constraint] = Int32(input) }
    }
    inputOfConstraint = inputs
    lanes = ContiguousArray(repeating: .zero, count: batch.constraintsOfInput.count)
  }

  /// Whether the round was made for a solver of this size and a batch of these inputs.
  func fits(_ solver: SimplexSolver, _ batch: SolverBatch) -> Bool {
    variables == solver.variableCount && inputOfConstraint.count == solver.constraintCount
      && constraintsOfInput == batch.constraintsOfInput
  }

  /// Takes over the solver's constants, and removes all kernels if a constant that is no input
  /// changed.
  ///
  /// Kernels contain the constants that are no inputs.
  mutating func follow(_ constants: ContiguousArray<Double>) {
    let isSame =
      constants.count == self.constants.count
      && constants.indices.allSatisfy {
        inputOfConstraint[$0] >= 0 || constants[$0] == self.constants[$0]
      }
    guard !isSame else { return }
    kernels.removeAll()
    self.constants = constants
  }

  /// Evaluates a range of cells, at first all by one program.
  ///
  /// A cell with failed checks is tried by other programs. Cells without an answer are listed in
  /// `misses`.
  mutating func evaluate(
    _ cells: Range<Int>, by program: Int, of batch: inout SolverBatch, _ library: ProgramLibrary
  ) {
    programs = library.programs
    defer { programs = [] }
    misses.removeAll(keepingCapacity: true)
    if generation != library.generation { kernels.removeAll() }
    generation = library.generation
    while kernels.count < programs.count { kernels.append(nil) }
    while waiting.count < programs.count { waiting.append([]) }
    route(cells, by: program, of: &batch)
    evaluateWaiting(of: &batch)
  }

  private mutating func prepare(_ program: Int) -> BatchKernel {
    if let known = kernels[program] { return known }
    let kernel = BatchKernel(
      programs[program], variables: variables, inputOfConstraint: inputOfConstraint,
      constants: constants)
    while registers.count < kernel.registers { registers.append(.zero) }
    kernels[program] = kernel
    return kernel
  }

  /// Evaluates a range of cells by one program, and queues those with failed checks for other
  /// programs.
  private mutating func route(
    _ cells: Range<Int>, by program: Int, of batch: inout SolverBatch
  ) {
    let kernel = prepare(program)
    let capacity = batch.capacity
    for (variable, output) in kernel.outputs.enumerated() where output.register < 0 {
      for cell in cells { batch.values[variable * capacity + cell] = output.value }
    }
    var cell = cells.lowerBound
    while cell < cells.upperBound {
      let width = min(16, cells.upperBound - cell)
      load(cell, width, batch)
      var failed = evaluate(kernel)
      var outside = SIMDMask<SIMD16<Int64>>(repeating: false)
      batch.values.withUnsafeMutableBytes { values in
        for (variable, output) in kernel.outputs.enumerated() where output.register >= 0 {
          let rounded = round(output, &outside)
          let place = (variable * capacity + cell) * MemoryLayout<Double>.stride
          if width == 16 {
            values.storeBytes(of: rounded, toByteOffset: place, as: BatchKernel.Lanes.self)
          } else {
            for lane in 0..<width {
              values.storeBytes(
                of: rounded[lane], toByteOffset: place + lane * MemoryLayout<Double>.stride,
                as: Double.self)
            }
          }
        }
      }
      failed.replace(with: BatchKernel.outOfRange, where: outside)
      if failed != .zero {
        if width == 16 {
          answerTogether(cell, &failed, from: program, instead: kernel, of: &batch)
        }
        for lane in 0..<width where failed[lane] != 0 {
          send(cell + lane, from: program, failed: failed[lane])
        }
      }
      cell += width
    }
  }

  /// Minimum number of cells with the same failed checks, among sixteen adjacent ones, that are
  /// evaluated in place.
  ///
  /// From this number on, that is cheaper than gathering and scattering the cells.
  private static let cellsTogether = 5

  /// Tries, for sixteen adjacent cells, the next program for those whose failed checks are the same
  /// as the first failing cell's.
  ///
  /// - Parameters:
  ///   - failed: The failed checks of each cell; set to 0 for cells that are answered.
  ///   - kernel: The kernel of `program`, whose values are in the batch.
  private mutating func answerTogether(
    _ cell: Int, _ failed: inout SIMD16<UInt64>, from program: Int, instead kernel: BatchKernel,
    of batch: inout SolverBatch
  ) {
    guard let lane = (0..<16).first(where: { failed[$0] != 0 }) else { return }
    let alike = failed .== failed[lane]
    guard (0..<16).count(where: { alike[$0] }) >= Self.cellsTogether,
      let next = self.next(after: program, failed: failed[lane])
    else { return }
    let other = prepare(next)
    let taken = alike .& (evaluate(other) .== .zero)
    var outside = SIMDMask<SIMD16<Int64>>(repeating: false)
    let capacity = batch.capacity
    batch.values.withUnsafeMutableBytes { values in
      for variable in 0..<variables {
        let output = other.outputs[variable]
        let present = kernel.outputs[variable]
        if output.register < 0, present.register < 0, output.value == present.value { continue }
        let answer =
          output.register < 0
          ? BatchKernel.Lanes(repeating: output.value) : round(output, &outside)
        let place = (variable * capacity + cell) * MemoryLayout<Double>.stride
        let stored = values.loadUnaligned(fromByteOffset: place, as: BatchKernel.Lanes.self)
        values.storeBytes(
          of: stored.replacing(with: answer, where: taken), toByteOffset: place,
          as: BatchKernel.Lanes.self)
      }
    }
    failed.replace(with: 0, where: taken .& .!outside)
  }

  /// The number of the program to try after a program's failed checks; `nil` if none is known.
  private func next(after program: Int, failed: UInt64) -> Int? {
    failed == BatchKernel.outOfRange ? nil : programs[program].route(failed)
  }

  /// Queues a cell for the program to try after its failed checks; without one, the cell is a miss.
  private mutating func send(_ cell: Int, from program: Int, failed: UInt64) {
    let miss = Miss(cell: Int32(cell), program: program, failed: failed)
    if let next = next(after: program, failed: failed) {
      waiting[next].append(miss)
    } else {
      misses.append(miss)
    }
  }

  /// Evaluates the queued cells by their programs, at most `ProgramLibrary.attempts` times.
  ///
  /// Cells that fail again are queued for other programs; those left in the end are misses.
  private mutating func evaluateWaiting(of batch: inout SolverBatch) {
    for _ in 0..<ProgramLibrary.attempts {
      for program in waiting.indices where !waiting[program].isEmpty {
        var moving: ContiguousArray<Miss> = []
        swap(&waiting[program], &moving)
        evaluate(moving, by: program, of: &batch)
        if waiting[program].isEmpty {
          // Keeps the room for the next cells.
          moving.removeAll(keepingCapacity: true)
          swap(&waiting[program], &moving)
        }
      }
    }
    for program in waiting.indices {
      misses.append(contentsOf: waiting[program])
      waiting[program].removeAll(keepingCapacity: true)
    }
  }

  private mutating func evaluate(
    _ moving: ContiguousArray<Miss>, by program: Int, of batch: inout SolverBatch
  ) {
    let kernel = prepare(program)
    let capacity = batch.capacity
    var start = 0
    while start < moving.count {
      let width = min(16, moving.count - start)
      gather(moving, start, width, batch)
      var failed = evaluate(kernel)
      var outside = SIMDMask<SIMD16<Int64>>(repeating: false)
      batch.values.withUnsafeMutableBufferPointer { values in
        for (variable, output) in kernel.outputs.enumerated() {
          let base = variable * capacity
          if output.register < 0 {
            for lane in 0..<width { values[base + Int(moving[start + lane].cell)] = output.value }
          } else {
            let rounded = round(output, &outside)
            for lane in 0..<width { values[base + Int(moving[start + lane].cell)] = rounded[lane] }
          }
        }
      }
      failed.replace(with: BatchKernel.outOfRange, where: outside)
      if failed != .zero {
        for lane in 0..<width where failed[lane] != 0 {
          send(Int(moving[start + lane].cell), from: program, failed: failed[lane])
        }
      }
      start += width
    }
  }

  /// Loads the inputs of up to sixteen adjacent cells; the last cell also fills unused lanes.
  private mutating func load(_ cell: Int, _ width: Int, _ batch: SolverBatch) {
    batch.inputs.withUnsafeBytes { inputs in
      for input in lanes.indices {
        let base = input * batch.capacity + cell
        if width == 16 {
          lanes[input] = inputs.loadUnaligned(
            fromByteOffset: base * MemoryLayout<Double>.stride, as: BatchKernel.Lanes.self)
        } else {
          for lane in 0..<16 { lanes[input][lane] = batch.inputs[base + min(lane, width - 1)] }
        }
      }
    }
  }

  /// Loads the inputs of up to sixteen cells that need not be adjacent; the last one also fills
  /// unused lanes.
  private mutating func gather(
    _ moving: ContiguousArray<Miss>, _ start: Int, _ width: Int, _ batch: SolverBatch
  ) {
    lanes.withUnsafeMutableBytes { lanes in
      let lanes = lanes.assumingMemoryBound(to: Double.self)
      for lane in 0..<16 {
        var index = Int(moving[start + min(lane, width - 1)].cell)
        for target in stride(from: lane, to: lanes.count, by: 16) {
          lanes[target] = batch.inputs[index]
          index += batch.capacity
        }
      }
    }
  }

  private mutating func evaluate(_ kernel: BatchKernel) -> SIMD16<UInt64> {
    var failed = kernel.evaluate(inputs: lanes, registers: &registers)
    // One sum and one comparison for all inputs. Both NaN and too large numbers fail. A cell whose
    // sum alone is too large is still answered, only later.
    var squares = BatchKernel.Lanes.zero
    for values in lanes { squares += values * values }
    let fits = squares .<= SimplexSolver.largestConstant * SimplexSolver.largestConstant
    if fits != SIMDMask(repeating: true) {
      failed.replace(with: BatchKernel.outOfRange, where: .!fits)
    }
    return failed
  }

  /// Rounds an output, and marks the lanes whose value is too large for a program.
  @inline(__always)
  private func round(
    _ output: BatchKernel.Output, _ outside: inout SIMDMask<SIMD16<Int64>>
  ) -> BatchKernel.Lanes {
    let values = registers[Int(output.register)]
    // Written so that NaN is outside as well.
    outside .|= .!((values .< ResultGrid.limit) .& (values .> -ResultGrid.limit))
    return ResultGrid.round(values)
  }
}
