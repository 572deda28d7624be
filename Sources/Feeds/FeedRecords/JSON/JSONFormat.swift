import StructuredDocuments

/// The content of a JSON source: its format, the path of its records, and how they are read.
struct JSONFormat {
  var format: FeedFormat
  var records: RecordsPath
  var shape: RecordShape
  /// Other arrays and maps that may be records; `nil` if the content was not searched for records.
  var passed: PassedRecords?

  init(format: FeedFormat, records: RecordsPath, shape: RecordShape) {
    self.format = format
    self.records = records
    self.shape = shape
  }

  /// Creates the format of a mapping whose records are at `records`, not at the mapping's own path.
  init(_ mapping: RecordMapping, format: FeedFormat = .json, at records: RecordsPath) {
    var mapping = mapping
    mapping.records = records
    self.init(format: format, records: records, shape: .mapped(mapping))
  }
}

/// Detects the content of a JSON source from its first bytes.
struct JSONSniffer {
  let prefix: JSONPrefix
  /// The name for a mapping that is proposed for the source.
  let name: String
  let path: String
  let limits: FeedLimits
  private let parser: JSONParser

  /// Maximum number of records from which a mapping for unknown keys is made.
  static let samples = 200

  init(prefix: JSONPrefix, path: String, limits: FeedLimits) {
    self.prefix = prefix
    self.path = path
    self.limits = limits
    let file = path.split(separator: "/").last ?? ""
    name = file.split(separator: ".").first.map(String.init) ?? "records"
    parser = JSONParser(maxDepth: limits.jsonDepth)
  }

  /// Detects the path of the records and how they are read.
  ///
  /// - Parameter format: The format when it is known.
  func survey(as format: FeedFormat?) throws(FeedError) -> JSONFormat {
    do {
      if format.map({ $0 == .ndjson }) ?? hasLines {
        return choose(.ndjson, at: RecordsPath(steps: [.each]), prefix.lines(Self.samples))
      }
      if prefix.bytes[prefix.start] == UInt8(ascii: "[") {
        return choose(.json, at: RecordsPath(steps: [.each]))
      }
      return try object()
    } catch {
      throw error.feedError(path: path, location: prefix.location(of: prefix.end))
    }
  }

  /// Whether the source is NDJSON: objects, one per line.
  var hasLines: Bool {
    let lines = prefix.lines(3)
    guard lines.count >= 2 else { return false }
    if isWholeObject(lines[0]) { return true }
    // The first line may be the start of a document. In that case, the source is NDJSON only if two
    // whole objects follow, without a comma between them.
    if "[{,:".utf8.contains(prefix.bytes[lines[0].upperBound - 1]) {
      return lines.count == 3 && isWholeObject(lines[1]) && isWholeObject(lines[2])
    }
    func opens(_ line: Range<Int>) -> Bool { prefix.bytes[line.lowerBound] == UInt8(ascii: "{") }
    func closes(_ line: Range<Int>) -> Bool {
      prefix.bytes[line.upperBound - 1] == UInt8(ascii: "}")
    }
    // One of the two lines may be broken.
    return opens(lines[1]) && (closes(lines[0]) || closes(lines[1])) && lines[0].count > 1
      && lines[1].count > 1
  }

  /// Whether a line is one whole JSON object.
  private func isWholeObject(_ line: Range<Int>) -> Bool {
    guard prefix.bytes[line.lowerBound] == UInt8(ascii: "{"),
      prefix.bytes[line.upperBound - 1] == UInt8(ascii: "}")
    else { return false }
    return parsed(line) != nil
  }

  private func object() throws(JSONProblem) -> JSONFormat {
    let (members, problem) = prefix.members(of: prefix.start..<prefix.end)
    if let problem, problem != .truncated { throw problem }
    if let survey = jsonFeed(members) { return survey }
    for mapping in RecordMapping.builtIn {
      guard case .key(let name)? = mapping.records.steps.first,
        members.contains(where: { $0.name == name }),
        let value = ranges(at: mapping.records, count: 1).first.flatMap(parsed),
        mapping.fits(value)
      else { continue }
      return JSONFormat(format: .json, records: mapping.records, shape: .mapped(mapping))
    }
    // If the source ended early, a guess would hide that.
    if let problem { throw problem }
    if prefix.ended, let root = parsed(prefix.start..<prefix.end) {
      let alone = RecordMapping.builtIn.first {
        $0.records.steps == [.each] && $0.fits(root)
      }
      if let alone { return JSONFormat(alone, at: RecordsPath(steps: [])) }
      if NativeRecord.fits(root) {
        return choose(.json, at: RecordsPath(steps: []), [prefix.start..<prefix.end])
      }
    }
    guard let match = JSONRecordsFinder(prefix: prefix, parser: parser).find(members) else {
      throw .noRecords
    }
    var format = choose(.json, at: match.path)
    format.passed = PassedRecords(others: match.others)
    return format
  }

  /// Chooses how records are read, by examining the first records.
  ///
  /// - Parameters:
  ///   - records: The path of the records.
  ///   - sampleRanges: Byte ranges of the first records, or `nil` to find them.
  private func choose(
    _ format: FeedFormat, at records: RecordsPath, _ sampleRanges: [Range<Int>]? = nil
  ) -> JSONFormat {
    // Parsed lazily, because for known formats the first valid record is sufficient.
    let samples = (sampleRanges ?? ranges(at: records, count: Self.samples)).lazy.compactMap(parsed)
    if let first = samples.first, first.kind == .object {
      // The built-in mappings take longer to load than a small feed, so they are used only if
      // needed.
      if !NativeRecord.hasOnlyOurWords(first) {
        for mapping in RecordMapping.builtIn
        where mapping.records.steps == [.each] && mapping.fits(first) {
          return JSONFormat(mapping, format: format, at: records)
        }
      }
      if !NativeRecord.fits(first) {
        let mapping = RecordMapping.proposed(for: Array(samples), records: records, name: name)
        return JSONFormat(format: format, records: records, shape: .mapped(mapping))
      }
    }
    return JSONFormat(
      format: format, records: records, shape: .native(NativeRecord(limits: limits)))
  }

  private func jsonFeed(_ members: [JSONPrefix.Member]) -> JSONFormat? {
    guard let version = members.first(where: { $0.name == "version" })?.range.prefix(200),
      String(decoding: prefix.bytes[version], as: UTF8.self).contains("jsonfeed.org")
    else { return nil }
    return JSONFormat(
      format: .jsonFeed, records: RecordsPath(steps: [.key("items"), .each]),
      shape: .native(NativeRecord(inherited: inherited(members), limits: limits)))
  }

  private func inherited(_ members: [JSONPrefix.Member]) -> NativeRecord.Inherited {
    func value(_ name: String) -> JSONValue? {
      members.first { $0.name == name && $0.isWhole }.flatMap { parsed($0.range) }
    }
    return NativeRecord.Inherited(
      author: NativeRecord.author(value("authors"), value("author")),
      language: value("language")?.text)
  }

  /// The parsed value in a byte range; `nil` when it is invalid or larger than a record may be.
  private func parsed(_ range: Range<Int>) -> JSONValue? {
    guard range.count <= limits.recordBytes else { return nil }
    // A broken record is reported when it is read.
    return parser.value(prefix.bytes[range])
  }

  /// Byte ranges of the first values at a path, at most `count`.
  private func ranges(at path: RecordsPath, count: Int) -> [Range<Int>] {
    prefix.slices(at: path, in: prefix.start..<prefix.end, count: count).slices.map(\.range)
  }
}

extension RecordMapping {
  /// Whether all paths that detect this mapping lead to a value in a record.
  func fits(_ value: JSONValue) -> Bool {
    !detect.isEmpty && detect.allSatisfy { $0.value(in: value) != nil }
  }
}
