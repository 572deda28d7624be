import HTTPTypes

/// The origins whose pages may read answers (CORS).
struct AllowedOrigins: Sendable {
  private let origins: Set<String>

  init(_ origins: [String]) { self.origins = Set(origins) }

  private var isOpen: Bool { origins.contains("*") }

  /// Adds what lets a page of the request's origin read an answer.
  func admit(_ headers: HTTPFields, to answer: inout HTTPFields) {
    guard !origins.isEmpty else { return }
    if !isOpen { answer.append(HTTPField(name: .vary, value: "Origin")) }
    guard let origin = allowed(headers) else { return }
    answer.append(HTTPField(name: .accessControlAllowOrigin, value: origin))
    answer.append(
      HTTPField(
        name: .accessControlExposeHeaders, value: "ETag, X-Request-ID, Retry-After"))
  }

  /// The answer to a question before a request; nil for any other request.
  func preflight(_ request: HTTPRequest) -> HTTPFields? {
    guard request.method == .options, allowed(request.headerFields) != nil,
      request.headerFields[.accessControlRequestMethod] != nil
    else { return nil }
    var fields: HTTPFields = [:]
    fields[.accessControlAllowMethods] = "GET, HEAD, POST"
    fields[.accessControlAllowHeaders] = "Accept, Content-Type, If-None-Match, X-Request-ID"
    fields[.accessControlMaxAge] = "600"
    return fields
  }

  /// What `Access-Control-Allow-Origin` says for a request; nil for an origin that is not allowed.
  private func allowed(_ headers: HTTPFields) -> String? {
    guard let origin = headers[.origin] else { return nil }
    if isOpen { return "*" }
    return origins.contains(origin) ? origin : nil
  }
}
