import FeedRecords
import StructuredDocuments

/// An explanation as `cellheights.explain/1`, on one line.
struct ExplainJSON {
  let entry: CodeExplanation

  var line: String {
    JSONWriter.document("cellheights.explain/1") { json in
      json.member("code", entry.code)
      json.strings("severities", entry.severities)
      json.member("title", entry.title)
      json.member("meaning", entry.meaning)
      json.member("cause", entry.cause)
      json.member("remedy", entry.remedy)
      json.member("example", entry.example)
    }
  }
}
