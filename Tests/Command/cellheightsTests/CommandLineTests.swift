import Foundation
import Testing

/// Tests of the built command, at most as many at once as there are processors.
@Suite(.sharesProcessors) enum CommandLineTests {}

/// Bounds how many tests run at once, so that no test runs out of the time that it gives a command.
struct SharesProcessors: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let isAlone = test.traits.contains { $0 is RunsAlone }
    await Self.processors.take(all: isAlone)
    do {
      try await function()
    } catch {
      await Self.processors.give(all: isAlone)
      throw error
    }
    await Self.processors.give(all: isAlone)
  }

  private static let processors = Processors()
}

/// Marks tests that measure time or memory, or that signal a command at a certain moment.
struct RunsAlone: SuiteTrait, TestTrait {
  var isRecursive: Bool { true }
}

extension Trait where Self == SharesProcessors {
  static var sharesProcessors: Self { Self() }
}

extension Trait where Self == RunsAlone {
  static var runsAlone: Self { Self() }
}

/// The processors of the machine, which tests take in the order in which they ask.
private actor Processors {
  private let count = max(1, ProcessInfo.processInfo.activeProcessorCount)
  private var taken = 0
  private var waiting: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []

  func take(all: Bool) async {
    let number = all ? count : 1
    guard !waiting.isEmpty || taken + number > count else {
      taken += number
      return
    }
    await withCheckedContinuation { waiting.append((number, $0)) }
  }

  func give(all: Bool) {
    taken -= all ? count : 1
    while let next = waiting.first, taken + next.number <= count {
      taken += next.number
      waiting.removeFirst().continuation.resume()
    }
  }
}
