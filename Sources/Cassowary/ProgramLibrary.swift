/// The compiled programs of a solver, by the set of active constraints they were compiled for.
///
/// A look-up tries the program that held last; the checks that fail there lead to the program that
/// held the last time that just these failed, mostly at once to the right one. Whichever program
/// passes all its checks is the optimum, so the way there never shows in a result.
struct ProgramLibrary: Sendable {
  /// Most programs that are kept; when there are as many, all are forgotten and learnt again.
  static let capacity = 512
  /// Programs tried before the solver is asked.
  static let attempts = 4

  private struct Family: Sendable {
    /// The active constraints, a bit each.
    var pattern: [UInt64]
    /// Its program that held last.
    var last: Int
  }

  private var families: [Family] = []
  private var lastFamily = 0
  private(set) var programs: [CompiledProgram] = []
  /// How often everything was forgotten: programs have other numbers since.
  private(set) var generation = 0
  private var familyOfProgram: [Int] = []
  /// The first program that the last look-up tried in vain, and the checks that failed.
  private var failure: (program: Int, failed: UInt64)?

  /// Forgets every program: left-hand sides or strengths changed.
  mutating func removeAll() {
    generation += 1
    families.removeAll()
    programs.removeAll()
    familyOfProgram.removeAll()
    lastFamily = 0
    failure = nil
  }

  /// Finds the program whose checks hold and leaves the variables in `values`.
  ///
  /// - Returns: The program's number; `nil` when the solver has to be asked.
  mutating func find(
    pattern: [UInt64], constants: UnsafeBufferPointer<Double>,
    sides: UnsafeMutableBufferPointer<Double>, values: UnsafeMutableBufferPointer<Double>
  ) -> Int? {
    failure = nil
    guard let family = family(of: pattern) else { return nil }
    var program = families[family].last
    for _ in 0..<Self.attempts {
      let failed = programs[program].attempt(constants: constants, sides: sides, values: values)
      if failed == 0 {
        learnRoute(to: program)
        families[family].last = program
        return program
      }
      if failure == nil { failure = (program, failed) }
      guard let next = programs[program].route(failed) else { return nil }
      program = next
    }
    return nil
  }

  /// Notes where cells belong whose checks failed.
  mutating func learnRoute(from tried: Int, failed: UInt64, to program: Int) {
    guard tried < programs.count else { return }
    programs[tried].learnRoute(failed, to: program)
  }

  private mutating func learnRoute(to program: Int) {
    guard let failure else { return }
    programs[failure.program].learnRoute(failure.failed, to: program)
  }

  /// The program of a pattern that held last.
  mutating func lastProgram(of pattern: [UInt64]) -> Int? {
    family(of: pattern).map { families[$0].last }
  }

  /// Takes in what the solver found after `find` did not.
  mutating func insert(_ program: CompiledProgram, pattern: [UInt64]) {
    if programs.count >= Self.capacity { removeAll() }
    let family: Int
    if let known = self.family(of: pattern) {
      family = known
    } else {
      family = families.count
      families.append(Family(pattern: pattern, last: programs.count))
    }
    let known = programs.indices.first {
      familyOfProgram[$0] == family && programs[$0].origin == program.origin
    }
    let number = known ?? programs.count
    if known == nil {
      programs.append(program)
      familyOfProgram.append(family)
    }
    families[family].last = number
    lastFamily = family
    learnRoute(to: number)
    failure = nil
  }

  private mutating func family(of pattern: [UInt64]) -> Int? {
    if lastFamily < families.count, families[lastFamily].pattern == pattern { return lastFamily }
    guard let found = families.firstIndex(where: { $0.pattern == pattern }) else { return nil }
    lastFamily = found
    return found
  }
}
