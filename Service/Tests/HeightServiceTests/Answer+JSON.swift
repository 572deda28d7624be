import HTTPTypes
import HummingbirdTesting
import NIOCore
import StructuredDocuments

extension TestResponse {
  /// The body.
  var bytes: [UInt8] { Array(body.readableBytesView) }

  /// The body as JSON; null for another body.
  var json: JSONValue { (try? JSONParser().parse(bytes[...])) ?? .null }

  /// The code of a problem; nil for another answer.
  var problem: String? {
    headers[.contentType] == "application/problem+json" ? json["code"]?.string : nil
  }
}

extension TestClientProtocol {
  func get(
    _ uri: String, method: HTTPRequest.Method = .get, _ headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    try await execute(uri: uri, method: method, headers: headers)
  }

  func post(_ uri: String, _ body: String, type: String? = "application/json") async throws
    -> TestResponse
  {
    var headers: HTTPFields = [:]
    if let type { headers[.contentType] = type }
    return try await execute(
      uri: uri, method: .post, headers: headers, body: ByteBuffer(string: body))
  }
}
