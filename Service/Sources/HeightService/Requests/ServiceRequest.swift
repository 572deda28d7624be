package import HTTPTypes
import ServeOptions

/// A request as handlers see it.
package struct ServiceRequest: Sendable {
  package let method: HTTPRequest.Method
  package let headers: HTTPFields
  /// The values of the path's parameters by their names.
  let parameters: PathParameters
  package let query: QueryValues
  /// The body; empty where the route takes none.
  package let body: [UInt8]
  /// The only generation that the answer may be made of.
  package let generation: ServedGeneration
  /// Whether the path names the generation.
  package let isPinned: Bool
  let deadline: Deadline
  let limits: ServiceLimits

  /// The value of a parameter of the path.
  package func parameter(_ name: String) -> String { parameters[name] ?? "" }
}

/// When a request must be answered.
struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant
  private let seconds: Double

  /// Creates a deadline some seconds from now.
  init(seconds: Double) {
    self.seconds = seconds
    instant = .now + .seconds(seconds)
  }

  /// The time that is left; not below 0.
  var left: Duration { max(.zero, instant - .now) }

  /// - Throws: `Problem` when it is over.
  func check() throws(Problem) {
    guard .now < instant else { throw .requestTime(seconds: seconds) }
  }

  /// Checks the time, and lets other requests go on; for loops, between some cells.
  func pause() async throws(Problem) {
    try check()
    await Task.yield()
  }

  /// Cells that are read between two pauses, about a millisecond.
  static let stride = 32
}
