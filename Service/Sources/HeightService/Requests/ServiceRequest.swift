package import HTTPTypes
import ServeOptions

/// A request in the form that handlers receive.
package struct ServiceRequest: Sendable {
  package let method: HTTPRequest.Method
  package let headers: HTTPFields
  /// The values of the path's parameters, by name.
  let parameters: PathParameters
  package let query: QueryValues
  /// The body; empty if the route has none.
  package let body: [UInt8]
  /// The only generation from which the answer may come.
  package let generation: ServedGeneration
  /// Whether the path names the generation.
  package let isPinned: Bool
  let deadline: Deadline
  let limits: ServiceLimits
  let long: LongAnswers

  /// The value of a parameter of the path; empty if the path does not have it.
  package func parameter(_ name: String) -> String { parameters[name] ?? "" }

  /// Makes an answer with cells: few on the event loop, many on a worker thread.
  ///
  /// - Parameters:
  ///   - cells: The number of cells.
  ///   - lines: Whether the lines of their labels are read.
  ///   - make: Makes the answer.
  /// - Throws: `Problem` if the answer is long and there are too many; the errors of `make`.
  nonisolated(nonsending) func answer(
    cells: Int, lines: Bool = false, _ make: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    let cost = lines ? cells * ServiceLimits.lineCost : cells
    return cost <= ServiceLimits.shortCells ? try make() : try await made(make)
  }

  /// Makes an answer about the ids in the body; a large body is parsed on a worker thread, too.
  ///
  /// - Parameters:
  ///   - members: The names of allowed members besides `ids` and `environment`.
  ///   - make: Makes the answer.
  /// - Throws: `Problem` for an invalid body, or if the answer is long and there are too many; the
  ///   errors of `make`.
  nonisolated(nonsending) func answer(
    members: [String], _ make: @escaping @Sendable (IDRequest) throws -> Answer
  ) async throws -> Answer {
    let limit = limits.ids
    guard body.count <= ServiceLimits.shortBodyBytes else {
      return try await made { [body] in
        try make(IDRequest(body, members: members, limit: limit))
      }
    }
    let wanted = try IDRequest(body, members: members, limit: limit)
    return try await answer(cells: wanted.ids.count, lines: wanted.lines) { try make(wanted) }
  }

  /// Makes an answer on a worker thread, and compresses it there.
  private func made(_ make: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await long { [headers, method] in try make().coded(for: headers, method) }
  }

  /// Runs a job that may take more than a millisecond on a worker thread.
  ///
  /// - Throws: `Problem` if there are too many long answers; the errors of the job.
  package func long<Value: Sendable>(
    _ job: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await long.run(deadline, job)
  }

  /// Calls a function that waits for another thread or process, as one of the long answers.
  ///
  /// - Throws: `Problem` if there are too many long answers; the errors of `wait`.
  package nonisolated(nonsending) func waiting<Value>(
    _ wait: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    try await long.counted(wait)
  }
}
