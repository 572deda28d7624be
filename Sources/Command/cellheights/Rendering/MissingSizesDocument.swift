import Precomputation
import StructuredDocuments

/// The pictures of unknown size as NDJSON, in order of first use.
struct MissingSizesDocument {
  private let sizes: MissingSizes

  init(_ sizes: MissingSizes) { self.sizes = sizes }

  /// One line a picture: `{"url":…,"records":N,"sample":ID}`.
  var text: String {
    var text = ""
    for picture in sizes.pictures {
      var json = JSONWriter()
      json.object {
        $0.member("url", picture.url)
        $0.member("records", picture.records)
        $0.member("sample", picture.sample)
      }
      text += json.text + "\n"
    }
    return text
  }

  /// Writes the file, and tells what was left out.
  func write(to file: OutputFile) throws(Failure) {
    try file.write(text)
    guard sizes.omitted > 0 else { return }
    StandardError.write(
      "note: \(counted(sizes.omitted, "use")) of pictures of unknown size are not listed: beyond the "
        + "limits missing_sizes_…, or without an address to fetch")
  }
}
