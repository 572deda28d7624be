import Glibc
import HTTPTypes

/// The origins whose pages may read responses (CORS).
struct AllowedOrigins: Sendable {
  private let origins: Set<String>

  init(_ origins: [String]) { self.origins = Set(origins) }

  private var isOpen: Bool { origins.contains("*") }

  /// Adds the header fields that let the page of a request read the response, if its origin is
  /// allowed.
  func admit(_ headers: HTTPFields, to answer: inout HTTPFields) {
    guard !origins.isEmpty else { return }
    if !isOpen { answer.append(HTTPField(name: .vary, value: "Origin")) }
    guard let origin = allowed(headers) else { return }
    answer.append(HTTPField(name: .accessControlAllowOrigin, value: origin))
    answer.append(
      HTTPField(
        name: .accessControlExposeHeaders, value: "ETag, X-Request-ID, Retry-After"))
  }

  /// The header fields of the response to an allowed CORS preflight request; nil for any other
  /// request.
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

  /// The value of `Access-Control-Allow-Origin`; nil if the origin is not allowed.
  private func allowed(_ headers: HTTPFields) -> String? {
    guard let origin = headers[.origin] else { return nil }
    if isOpen { return "*" }
    return origins.contains(origin) ? origin : nil
  }
}

/// The host names that requests to the service may use.
///
/// The check prevents DNS rebinding: any site can let its own name resolve to 127.0.0.1, and its
/// page could then read responses. Such requests contain the name of the site. IP addresses are
/// allowed, because a site cannot have one as its name.
struct AllowedHosts: Sendable {
  /// The names in lower case; nil if any name is allowed.
  private let names: Set<String>?

  /// - Parameters:
  ///   - bound: The address on which the service listens. If it is not local to this machine and
  ///     `named` is empty, any name is allowed.
  ///   - named: Additional names.
  init(bound: String, named: [String]) {
    let isLocal = bound == "localhost" || bound == "::1" || bound.hasPrefix("127.")
    names =
      isLocal || !named.isEmpty
      ? Set((["localhost", bound] + named).map { $0.lowercased() }) : nil
  }

  /// Whether requests to a host are allowed.
  ///
  /// - Parameter authority: The field `Host`; nil if it is missing, which HTTP/1.0 allows.
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
