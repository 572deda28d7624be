import FeedRecords

/// `cellheights.error/1`: why a line of input failed.
struct ErrorDocument {
  var line: Int
  var id: String?
  var environment: String?
  var code: String
  var message: String

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", "cellheights.error/1")
      json.member("line", line)
      if let id { json.member("id", id) }
      if let environment { json.member("environment", environment) }
      json.member("code", code)
      json.member("message", message)
    }
  }

  var text: String {
    var json = JSONWriter()
    write(to: &json)
    return json.text
  }
}
