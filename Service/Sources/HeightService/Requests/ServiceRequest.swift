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

  /// The value of a parameter of the path; empty if the path does not have it.
  package func parameter(_ name: String) -> String { parameters[name] ?? "" }
}
