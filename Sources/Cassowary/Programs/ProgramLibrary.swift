/// The compiled programs of a solver, by the set of active constraints they were compiled for.
///
/// A look-up tries the program that held last; the checks that fail there lead to the program that
/// held the last time that just these failed, mostly at once to the right one; where nothing leads
/// on, it begins again at the first program. Whichever program passes all its checks is the optimum,
/// so the way there never shows in a result.
struct ProgramLibrary: Sendable {
  /// Most programs that are kept; when there are as many, all are forgotten and learnt again.
  static let capacity = 512
  /// Most numbers that the programs hold together, about 64 MB; with more, all are forgotten as well.
  static let sizeCapacity = 4_000_000
  /// Programs tried before the solver is asked.
  static let attempts = 6

  private struct Family: Sendable {
    /// The active constraints, a bit each.
    var pattern: [UInt64]
    /// Its program that held last.
    var last: Int
    /// Its first program: from there, each of n programs is found after one miss, where from the last
    /// one each of n² pairs would have to be learnt.
    var root: Int
  }

  private var families: [Family] = []
  private var lastFamily = 0
  private(set) var programs: [CompiledProgram] = []
  /// How often everything was forgotten: programs have other numbers since.
  private(set) var generation = 0
  private var familyOfProgram: [Int] = []
  /// Numbers that the programs hold together.
  private var size = 0
  /// What the last look-up tried in vain, with the checks that failed.
  private var tried: [(program: Int, failed: UInt64)] = []

  /// Forgets every program: left-hand sides or strengths changed.
  mutating func removeAll() {
    generation += 1
    families.removeAll()
    programs.removeAll()
    size = 0
    familyOfProgram.removeAll()
    lastFamily = 0
    tried.removeAll()
  }

  /// Finds the program whose checks hold and leaves the variables in `values`.
  ///
  /// - Returns: The program's number; `nil` when the solver has to be asked.
  mutating func find(
    _ pattern: [UInt64], _ constants: ContiguousArray<Double>,
    into values: inout ContiguousArray<Double>
  ) -> Int? {
    tried.removeAll(keepingCapacity: true)
    guard let family = family(of: pattern) else { return nil }
    let root = families[family].root
    var program = families[family].last
    for _ in 0..<Self.attempts {
      let failed = programs[program].attempt(constants, into: &values)
      if failed == 0 {
        learnRoute(to: program)
        families[family].last = program
        return program
      }
      tried.append((program, failed))
      if let next = programs[program].route(failed), !wasTried(next) {
        program = next
      } else if !wasTried(root) {
        program = root
      } else {
        return nil
      }
    }
    return nil
  }

  /// Notes where cells belong whose checks failed.
  mutating func learnRoute(from tried: Int, failed: UInt64, to program: Int) {
    guard tried < programs.count, tried != program else { return }
    programs[tried].learnRoute(failed, to: program)
  }

  private func wasTried(_ program: Int) -> Bool { tried.contains { $0.program == program } }

  /// Notes which program held after all.
  ///
  /// At the first one that was tried, which makes the way shorter, and where the way ended. What leads
  /// elsewhere stays, because the same checks may fail for cells of several programs.
  private mutating func learnRoute(to program: Int) {
    for (index, miss) in tried.enumerated() where miss.program != program {
      if index == 0 || index == tried.count - 1 || programs[miss.program].route(miss.failed) == nil
      {
        programs[miss.program].learnRoute(miss.failed, to: program)
      }
    }
  }

  /// The program of a pattern that held last.
  mutating func lastProgram(of pattern: [UInt64]) -> Int? {
    family(of: pattern).map { families[$0].last }
  }

  /// Takes in what the solver found after `find` did not.
  mutating func insert(_ program: CompiledProgram, pattern: [UInt64]) {
    if programs.count >= Self.capacity || size + program.size > Self.sizeCapacity { removeAll() }
    let family: Int
    if let known = self.family(of: pattern) {
      family = known
    } else {
      family = families.count
      families.append(
        Family(pattern: pattern, last: programs.count, root: programs.count))
    }
    let known = programs.indices.first {
      familyOfProgram[$0] == family && programs[$0].basis == program.basis
    }
    let number = known ?? programs.count
    if known == nil {
      programs.append(program)
      size += program.size
      familyOfProgram.append(family)
    }
    families[family].last = number
    lastFamily = family
    learnRoute(to: number)
    tried.removeAll(keepingCapacity: true)
  }

  private mutating func family(of pattern: [UInt64]) -> Int? {
    if lastFamily < families.count, families[lastFamily].pattern == pattern { return lastFamily }
    guard let found = families.firstIndex(where: { $0.pattern == pattern }) else { return nil }
    lastFamily = found
    return found
  }
}
