import FeedRecords
import StructuredDocuments

/// One reader under test.
struct FuzzTarget: Sendable {
  /// What an input gave.
  struct Found: Equatable, Sendable {
    var records = 0
    var failures = 0
    var hasError = false
    /// Everything that was read, to compare two readings.
    var text: [String] = []
  }

  let name: String
  /// The folder of its inputs in the corpus.
  let folder: String
  let reading: @Sendable (_ input: [UInt8], _ draw: UInt64) throws -> Found

  /// Reads an input, and some inputs twice, which must give the same.
  @discardableResult
  func read(_ input: [UInt8], draw: UInt64) throws -> Found {
    let found = try reading(input, draw)
    if draw % 16 == 0, try reading(input, draw) != found {
      throw FuzzFinding("\(name): the same input read twice does not give the same")
    }
    return found
  }

  static let all = [
    feeds, feed("forced", "feeds", formats: FeedFormat.allCases), path,
    feed("compressed", "compressed"), html, markdown, mappings, dates,
    xibs, values,
  ]

  /// Feeds of every format, which the reader finds out.
  static let feeds = feed("feeds", "feeds")

  /// Feeds, with the format told by whoever reads where there are formats.
  private static func feed(
    _ name: String, _ folder: String, formats: [FeedFormat] = []
  ) -> FuzzTarget {
    FuzzTarget(name: name, folder: folder) { input, draw in
      let format =
        formats.isEmpty ? nil : formats[Int((draw >> 8) % UInt64(formats.count))]
      return try read(
        FeedSource(bytes: input, name: "input"), nil, format, limits(draw),
        convertsHTML: draw & 0x40 == 0)
    }
  }

  /// XML and JSON by a record path.
  private static let path = FuzzTarget(name: "path", folder: "feeds") { input, draw in
    let paths = ["$.rss.channel.item[*]", "$.shop.catalog.*", "$.items[*]", "$[*]", "$.map.*"]
    let records = paths[Int((draw >> 8) % UInt64(paths.count))]
    let mapping = try RecordMapping(
      yaml: """
        schema: cellheights.mapping/1
        records: "\(records)"
        id: id|guid|"@sku"
        title: {path: title, html: auto}
        content: {path: content_html|description|content, html: true}
        published: published|pubDate
        image: image
        """, path: "fuzz.yaml")
    return try read(FeedSource(bytes: input, name: "input"), mapping, nil, limits(draw))
  }

  /// HTML inside a JSON Feed, so that it reaches the converter as it is.
  private static let html = content("html", key: "content_html")

  /// Markdown inside a JSON Feed.
  private static let markdown = content("markdown", key: "content_markdown")

  private static func content(_ name: String, key: String) -> FuzzTarget {
    FuzzTarget(name: name, folder: name) { input, draw in
      try read(itemSource(key, input), nil, nil, limits(draw))
    }
  }

  /// A JSON Feed of one item with a text.
  private static func itemSource(_ key: String, _ input: [UInt8]) -> FeedSource {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("version")
    writer.string("https://jsonfeed.org/version/1.1")
    writer.key("items")
    writer.beginArray()
    writer.beginObject()
    writer.key(key)
    writer.string(String(decoding: input, as: UTF8.self))
    writer.endObject()
    writer.endArray()
    writer.endObject()
    return FeedSource(bytes: writer.bytes, name: "input")
  }

  /// Mapping files.
  private static let mappings = FuzzTarget(name: "mappings", folder: "mappings") { input, _ in
    var found = Found()
    do {
      let mapping = try RecordMapping(
        yaml: String(decoding: input, as: UTF8.self), path: "mapping.yaml")
      found.records = 1
      let again = try RecordMapping(yaml: mapping.yaml, path: "mapping.yaml")
      guard again == mapping else {
        throw FuzzFinding(
          "a mapping does not read back as itself: \(mapping.yaml)\nbut as: \(again.yaml)")
      }
    } catch is FeedError {
      found.hasError = true
    }
    return found
  }

  /// Dates, one an input.
  private static let dates = FuzzTarget(name: "dates", folder: "dates") { input, draw in
    let forms = FeedDateForm.allCases
    let text = String(decoding: input, as: UTF8.self)
    let date = FeedDate(text, form: forms[Int(draw % UInt64(forms.count))])
    return Found(records: date == nil ? 0 : 1, text: date.map { [$0.description] } ?? [])
  }

  /// Small limits for some inputs, the usual ones for the others.
  private static func limits(_ draw: UInt64) -> FeedLimits {
    guard draw & 0x80 == 0 else { return FeedLimits() }
    return FeedLimits(
      recordBytes: 1 << (4 + Int(draw % 14)), records: 1 + Int(draw % 200),
      jsonDepth: 1 + Int(draw % 20), surveyBytes: 1 << (3 + Int(draw % 12)),
      markdownBytes: 1 << Int(draw % 15))
  }

  private static func read(
    _ source: FeedSource, _ mapping: RecordMapping?, _ format: FeedFormat?, _ limits: FeedLimits,
    convertsHTML: Bool = true
  ) throws -> Found {
    var found = Found()
    do throws(FeedError) {
      var reader = try FeedReader(
        source: source, mapping: mapping, format: format, limits: limits,
        convertsHTML: convertsHTML)
      while let item = try reader.next() {
        switch item {
        case .record(let record):
          found.records += 1
          found.text.append(record.recordJSON)
        case .failure(let failure):
          found.failures += 1
          found.text.append(failure.description)
        }
      }
      found.text += reader.warnings.map(\.description)
    } catch {
      found.hasError = true
      found.text.append(error.description)
    }
    // Without its plain text a document is not whole: reading it back makes the text.
    if convertsHTML { try checkReadingBack(found) }
    return found
  }

  /// What is written as a record document reads back as the same document.
  private static func checkReadingBack(_ found: Found) throws {
    guard let line = found.text.first, line.hasPrefix("{"), line.utf8.count < 1 << 19 else {
      return
    }
    do throws(RecordFailure) {
      let again = try RecordLineDecoder().record(Array(line.utf8), number: 1)
      guard again.recordJSON == line else {
        throw RecordFailure(
          .invalid, path: "-", location: RecordLocation(), "it reads back as \(again.recordJSON)")
      }
    } catch {
      throw FuzzFinding("a record's own document cannot be read: \(error)\n\(line)")
    }
  }
}
