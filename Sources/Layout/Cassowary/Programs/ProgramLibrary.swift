/// The compiled programs of a solver, by the set of active constraints.
///
/// A look-up first tries the program that answered last. If some of its checks fail, the look-up
/// tries the program that answered when the same checks failed before. If there is none, it tries
/// the first program that was added for the set. Any program that passes all its checks gives the
/// optimum, so the choice of programs never changes a result.
struct ProgramLibrary: Sendable {
  /// Maximum number of programs; if another one would exceed it, all programs are removed.
  static let capacity = 512
  /// Maximum sum of `CompiledProgram.size` over all programs, about 64 MB; if another program would
  /// exceed it, all programs are removed.
  static let sizeCapacity = 4_000_000
  /// Maximum number of programs tried in a look-up.
  static let attempts = 6

  private struct Family: Sendable {
    /// Bit set of the active constraints, by index.
    var pattern: [UInt64]
    /// The number of the program that answered or was added last.
    var last: Int
    /// The number of the first program that was added for these active constraints.
    ///
    /// Every look-up falls back to this program, so it learns one route to each of the other n
    /// programs. If look-ups fell back to `last`, a route for each of the n² pairs of programs
    /// would be needed.
    var root: Int
  }

  private var families: [Family] = []
  private var lastFamily = 0
  private(set) var programs: [CompiledProgram] = []
  private var familyOfProgram: [Int] = []
  /// Sum of `CompiledProgram.size` of all programs.
  private var size = 0
  /// The numbers of the programs that failed in the current look-up, each with the bits of its
  /// failed checks.
  private var tried: [(program: Int, failed: UInt64)] = []

  /// Removes every program; called after constraints were added or their terms or strengths
  /// changed.
  mutating func removeAll() {
    families.removeAll()
    programs.removeAll()
    size = 0
    familyOfProgram.removeAll()
    lastFamily = 0
    tried.removeAll()
  }

  /// Finds a program whose checks pass for given constants, and evaluates the variables with it.
  ///
  /// - Returns: The program's number; `nil` if none was found.
  mutating func find(
    _ pattern: [UInt64], _ constants: ContiguousArray<Double>,
    into values: inout ContiguousArray<Double>
  ) -> Int? {
    tried.removeAll(keepingCapacity: true)
    guard let family = family(of: pattern) else { return nil }
    let root = families[family].root
    var program = families[family].last
    for _ in 0..<Self.attempts {
      // With arrays instead of spans, the compiler would copy the program for each call.
      var span = values.mutableSpan
      let failed = programs[program].attempt(constants.span, into: &span)
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

  private func wasTried(_ program: Int) -> Bool { tried.contains { $0.program == program } }

  /// Adds routes from the programs that failed in this look-up to the program that answered.
  ///
  /// The first and the last failed program get a route, and so does every other one that has no
  /// route for its failed checks. Existing routes of these others stay unchanged, because the same
  /// checks may fail for cells of several programs.
  private mutating func learnRoute(to program: Int) {
    for (index, miss) in tried.enumerated() where miss.program != program {
      if index == 0 || index == tried.count - 1 || programs[miss.program].route(miss.failed) == nil
      {
        programs[miss.program].learnRoute(miss.failed, to: program)
      }
    }
  }

  /// Adds a program for a set of active constraints, unless the set has a program with the same
  /// basis; called after `find` returned `nil`.
  mutating func insert(_ program: CompiledProgram, pattern: [UInt64]) {
    if programs.count >= Self.capacity || size + program.size > Self.sizeCapacity { removeAll() }
    let family: Int
    if let existing = self.family(of: pattern) {
      family = existing
    } else {
      family = families.count
      families.append(
        Family(pattern: pattern, last: programs.count, root: programs.count))
    }
    let index = programs.indices.first {
      familyOfProgram[$0] == family && programs[$0].basis == program.basis
    }
    let number = index ?? programs.count
    if index == nil {
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
    guard let index = families.firstIndex(where: { $0.pattern == pattern }) else { return nil }
    lastFamily = index
    return index
  }
}
