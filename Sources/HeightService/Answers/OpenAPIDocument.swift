import LayoutPrimitives

/// The description of the routes, with the limits of a service.
struct OpenAPIDocument: Sendable {
  /// The document.
  let bytes: [UInt8]
  /// Changes with the document.
  let tag: String

  init(limits: ServiceLimits) {
    var text = String(decoding: PackageResources.openapi_json, as: UTF8.self)
    let numbers = [
      ("ids", limits.ids), ("page", limits.page), ("following", PlaceRoutes.mostFollowing),
    ]
    for (name, number) in numbers {
      text = text.split(separator: "\"@\(name)@\"", omittingEmptySubsequences: false)
        .joined(separator: String(number))
    }
    bytes = Array(text.utf8)
    tag = "openapi-" + ContentHash(of: bytes).description.prefix(16)
  }
}
