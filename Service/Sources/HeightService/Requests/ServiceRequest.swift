package import HTTPTypes
import ServeOptions

/// A request as handlers receive it.
package struct ServiceRequest: Sendable {
  package let method: HTTPRequest.Method
  package let headers: HTTPFields
  /// The values of the path's parameters by their names.
  let parameters: PathParameters
  package let query: QueryValues
  /// The body; empty if the route takes none.
  package let body: [UInt8]
  /// The only generation that the answer may use.
  package let generation: ServedGeneration
  /// Whether the path names the generation.
  package let isPinned: Bool
  let deadline: Deadline
  let limits: ServiceLimits

  /// The value of a parameter of the path.
  package func parameter(_ name: String) -> String { parameters[name] ?? "" }
}
