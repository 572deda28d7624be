/// The cells of a batch between two rounds, which wait for which program, and the programs prepared
/// for batches: kept by the solver for the next batch of the same inputs.
struct BatchRound: Sendable {
  /// A cell that no program answered, with the program that was tried and the checks that failed.
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
  /// The constants that the kernels were prepared with.
  private var constants: ContiguousArray<Double> = []
  private var kernels: [BatchKernel?] = []
  private var waiting: [ContiguousArray<Miss>] = []
  private var moving: ContiguousArray<Miss> = []
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

  /// Drops the kernels where a constant changed that is no input: they calculated with it already.
  mutating func follow(_ constants: ContiguousArray<Double>) {
    var isSame = constants.count == self.constants.count
    if isSame {
      for index in constants.indices
      where inputOfConstraint[index] < 0 && constants[index] != self.constants[index] {
        isSame = false
      }
    }
    guard !isSame else { return }
    kernels.removeAll()
    self.constants = constants
  }

  mutating func begin(_ library: ProgramLibrary) {
    misses.removeAll(keepingCapacity: true)
    if generation != library.generation { kernels.removeAll() }
    generation = library.generation
    while kernels.count < library.programs.count { kernels.append(nil) }
    while waiting.count < library.programs.count { waiting.append([]) }
  }

  private mutating func prepare(
    _ program: Int, _ programs: [CompiledProgram], _ constants: ContiguousArray<Double>
  ) -> BatchKernel {
    if let known = kernels[program] { return known }
    let kernel = BatchKernel(
      programs[program], variables: variables, inputOfConstraint: inputOfConstraint,
      constants: constants)
    while registers.count < kernel.registers { registers.append(.zero) }
    kernels[program] = kernel
    return kernel
  }

  /// Evaluates cells that lie side by side by one program, and notes where the others belong.
  mutating func route(
    _ cells: Range<Int>, by program: Int, of batch: inout SolverBatch,
    _ programs: [CompiledProgram], _ constants: ContiguousArray<Double>
  ) {
    let kernel = prepare(program, programs, constants)
    let routes = programs[program].routes
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
          answerTogether(cell, &failed, routes, instead: kernel, of: &batch, programs, constants)
        }
        for lane in 0..<width where failed[lane] != 0 {
          send(cell + lane, on: routes, from: program, failed: failed[lane])
        }
      }
      cell += width
    }
  }

  /// So many of sixteen cells side by side that belong to one other program are answered where they
  /// are: cheaper than collecting and scattering them.
  private static let cellsTogether = 5

  /// Answers those of sixteen cells that fail alike by the program where they belong.
  ///
  /// - Parameters:
  ///   - failed: The checks that failed; 0 afterwards for cells that are answered.
  ///   - kernel: The program whose answers stand in the batch.
  private mutating func answerTogether(
    _ cell: Int, _ failed: inout SIMD16<UInt64>, _ routes: ContiguousArray<CompiledProgram.Route>,
    instead kernel: BatchKernel, of batch: inout SolverBatch, _ programs: [CompiledProgram],
    _ constants: ContiguousArray<Double>
  ) {
    guard let lane = (0..<16).first(where: { failed[$0] != 0 }) else { return }
    let alike = failed .== failed[lane]
    var count = 0
    for lane in 0..<16 where alike[lane] { count += 1 }
    guard count >= Self.cellsTogether, failed[lane] != BatchKernel.outOfRange,
      let next = routes.first(where: { $0.failed == failed[lane] })
    else { return }
    let other = prepare(Int(next.program), programs, constants)
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

  /// Puts a cell where the checks that failed lead it.
  private mutating func send(
    _ cell: Int, on routes: ContiguousArray<CompiledProgram.Route>, from program: Int,
    failed: UInt64
  ) {
    let miss = Miss(cell: Int32(cell), program: program, failed: failed)
    guard failed != BatchKernel.outOfRange else { return misses.append(miss) }
    for route in routes where route.failed == failed {
      return waiting[Int(route.program)].append(miss)
    }
    misses.append(miss)
  }

  /// Evaluates the cells that wait, each by its own program; those that fail there move on.
  mutating func evaluateWaiting(
    of batch: inout SolverBatch, _ programs: [CompiledProgram],
    _ constants: ContiguousArray<Double>
  ) {
    for _ in 0..<ProgramLibrary.attempts {
      for program in waiting.indices where !waiting[program].isEmpty {
        swap(&waiting[program], &moving)
        evaluateMoving(program, of: &batch, programs, constants)
        moving.removeAll(keepingCapacity: true)
      }
    }
    for program in waiting.indices {
      misses.append(contentsOf: waiting[program])
      waiting[program].removeAll(keepingCapacity: true)
    }
  }

  private mutating func evaluateMoving(
    _ program: Int, of batch: inout SolverBatch, _ programs: [CompiledProgram],
    _ constants: ContiguousArray<Double>
  ) {
    let kernel = prepare(program, programs, constants)
    let routes = programs[program].routes
    let capacity = batch.capacity
    var start = 0
    while start < moving.count {
      let width = min(16, moving.count - start)
      gather(start, width, batch)
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
          send(Int(moving[start + lane].cell), on: routes, from: program, failed: failed[lane])
        }
      }
      start += width
    }
  }

  /// Loads the inputs of cells side by side; the last one fills up the lanes.
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

  /// Loads the inputs of cells that lie apart.
  private mutating func gather(_ start: Int, _ width: Int, _ batch: SolverBatch) {
    let capacity = batch.capacity
    moving.withUnsafeBufferPointer { moving in
      batch.inputs.withUnsafeBufferPointer { inputs in
        lanes.withUnsafeMutableBytes { lanes in
          let lanes = lanes.assumingMemoryBound(to: Double.self)
          for lane in 0..<16 {
            var place = Int(moving[start + min(lane, width - 1)].cell)
            var target = lane
            while target < lanes.count {
              lanes[target] = inputs[place]
              place += capacity
              target += 16
            }
          }
        }
      }
    }
  }

  private mutating func evaluate(_ kernel: BatchKernel) -> SIMD16<UInt64> {
    var failed = answer(kernel)
    // One sum and one comparison for all inputs: no number and too large a number both fail, and a
    // cell that fails for the sum alone is only answered the longer way.
    var squares = BatchKernel.Lanes.zero
    for values in lanes { squares += values * values }
    let largest = SimplexSolver.largestConstant * SimplexSolver.largestConstant
    let fits = squares .<= largest
    if fits != SIMDMask(repeating: true) {
      failed.replace(with: BatchKernel.outOfRange, where: .!fits)
    }
    return failed
  }

  private mutating func answer(_ kernel: BatchKernel) -> SIMD16<UInt64> {
    lanes.withUnsafeBufferPointer { lanes in
      registers.withUnsafeMutableBufferPointer { registers in
        guard let lanes = lanes.baseAddress, let registers = registers.baseAddress else {
          return SIMD16(repeating: BatchKernel.outOfRange)
        }
        return kernel.evaluate(inputs: lanes, registers: registers)
      }
    }
  }

  /// Rounds an output, and notes cells whose value is too large for the short way.
  @inline(__always)
  private func round(
    _ output: BatchKernel.Output, _ outside: inout SIMDMask<SIMD16<Int64>>
  ) -> BatchKernel.Lanes {
    let values = registers[Int(output.register)]
    // Written so that a value that is no number is outside as well.
    outside .|= .!((values .< ResultGrid.limit) .& (values .> -ResultGrid.limit))
    return ResultGrid.round(values)
  }
}
