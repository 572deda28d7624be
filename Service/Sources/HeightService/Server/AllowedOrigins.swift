import Glibc
import HTTPTypes

/// The origins whose pages may read answers (CORS).
struct AllowedOrigins: Sendable {
  private let origins: Set<String>

  init(_ origins: [String]) { self.origins = Set(origins) }

  private var isOpen: Bool { origins.contains("*") }

  /// Adds the fields that let a page of the request's origin read a response.
  func admit(_ headers: HTTPFields, to answer: inout HTTPFields) {
    guard !origins.isEmpty else { return }
    if !isOpen { answer.append(HTTPField(name: .vary, value: "Origin")) }
    guard let origin = allowed(headers) else { return }
    answer.append(HTTPField(name: .accessControlAllowOrigin, value: origin))
    answer.append(
      HTTPField(
        name: .accessControlExposeHeaders, value: "ETag, X-Request-ID, Retry-After"))
  }

  /// The response to a CORS preflight request; nil for any other request.
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

  /// The value of `Access-Control-Allow-Origin` for a request; nil for an origin that is not
  /// allowed.
  private func allowed(_ headers: HTTPFields) -> String? {
    guard let origin = headers[.origin] else { return nil }
    if isOpen { return "*" }
    return origins.contains(origin) ? origin : nil
  }
}

/// The host names by which requests may reach the service.
///
/// A page of any site can make its own name lead to 127.0.0.1 and then read responses (DNS
/// rebinding); its requests have that name. An address is not a name that a page can have.
struct AllowedHosts: Sendable {
  /// The names in lowercase letters; nil for any name.
  private let names: Set<String>?

  /// - Parameters:
  ///   - bound: The address that is listened on. If it is not local to this machine, all names are
  ///     allowed unless some are named.
  ///   - named: Further names.
  init(bound: String, named: [String]) {
    let isLocal = bound == "localhost" || bound == "::1" || bound.hasPrefix("127.")
    names =
      isLocal || !named.isEmpty
      ? Set((["localhost", bound] + named).map { $0.lowercased() }) : nil
  }

  /// Whether a request to a host is answered.
  ///
  /// - Parameter authority: The field `Host`; nil for none, which HTTP/1.0 allows.
  func admits(_ authority: String?) -> Bool {
    guard let names, let authority else { return true }
    if authority.hasPrefix("[") {
      return Self.isAddress(String(authority.dropFirst().prefix { $0 != "]" }), AF_INET6)
    }
    var name = authority.prefix { $0 != ":" }.lowercased()
    if name.last == "." { name.removeLast() }
    return names.contains(name) || Self.isAddress(name, AF_INET)
  }

  private static func isAddress(_ text: String, _ family: Int32) -> Bool {
    var address = in6_addr()
    return inet_pton(family, text, &address) == 1
  }
}
