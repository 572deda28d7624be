import FeedRecords

/// `cellheights.error/1`: what is wrong with one line of input.
struct ErrorDocument {
  var lineNumber: Int
  var id: String?
  var environment: String?
  var code: String
  var message: String

  init(
    line number: Int, id: String? = nil, environment: String? = nil, code: String, message: String
  ) {
    lineNumber = number
    self.id = id
    self.environment = environment
    self.code = code
    self.message = message
  }

  /// The document on one line.
  var line: String {
    var json = JSONWriter()
    write(to: &json)
    return json.text
  }

  /// Writes the document.
  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.member("schema", "cellheights.error/1")
    json.member("line", lineNumber)
    if let id { json.member("id", id) }
    if let environment { json.member("environment", environment) }
    json.member("code", code)
    json.member("message", message)
    json.endObject()
  }
}
