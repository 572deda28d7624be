public import StructuredDocuments

/// The JSON document `cellheights.error/1`: why a line of input failed.
public struct ErrorDocument {
  /// Number of the line, from 1.
  public let line: Int
  /// Id of the record; `nil` for a line without one.
  public let id: String?
  /// Key of the environment; `nil` for all.
  public let environment: String?
  /// A stable code.
  public let code: String
  /// What was found, and what to do.
  public let message: String

  /// Creates an error of an input line, numbered from 1.
  public init(
    line: Int, id: String? = nil, environment: String? = nil, code: String, message: String
  ) {
    self.line = line
    self.id = id
    self.environment = environment
    self.code = code
    self.message = message
  }

  /// Writes the document as a JSON object.
  public func write(to json: inout JSONWriter) { write(to: &json) { _ in } }

  private func write(to json: inout JSONWriter, adding more: (inout JSONWriter) -> Void) {
    json.object { json in
      json.member("schema", "cellheights.error/1")
      json.member("line", line)
      if let id { json.member("id", id) }
      if let environment { json.member("environment", environment) }
      json.member("code", code)
      json.member("message", message)
      more(&json)
    }
  }

  /// The document as JSON, without a line break.
  public var text: String { text { _ in } }

  /// The document as JSON with more members, without a line break.
  public func text(adding more: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(to: &json, adding: more)
    return json.text
  }
}
