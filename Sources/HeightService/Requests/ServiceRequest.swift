import HTTPTypes

/// A request as handlers see it.
struct ServiceRequest: Sendable {
  let method: HTTPRequest.Method
  let headers: HTTPFields
  /// The values of the path's parameters by their names.
  let parameters: PathParameters
  let query: QueryValues
  /// The body; empty where the route takes none.
  let body: [UInt8]
  /// The only generation that the answer may be made of.
  let generation: ServedGeneration
  /// Whether the path names the generation.
  let isPinned: Bool
  let deadline: Deadline
  let limits: ServiceLimits

  /// The value of a parameter of the path.
  func parameter(_ name: String) -> String { parameters[name] ?? "" }
}
