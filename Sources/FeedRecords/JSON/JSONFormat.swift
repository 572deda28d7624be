/// The content of a JSON source: the path of its records, and their mapping.
struct JSONFormat {
  var format: FeedFormat
  var records: RecordsPath
  var shape: RecordShape

  init(format: FeedFormat, records: RecordsPath, shape: RecordShape) {
    self.format = format
    self.records = records
    self.shape = shape
  }

  /// A mapping with another path of records.
  init(_ mapping: RecordMapping, format: FeedFormat = .json, at records: RecordsPath) {
    var mapping = mapping
    mapping.records = records
    self.init(format: format, records: records, shape: .mapped(mapping))
  }
}

/// Finds out what a JSON source holds, from its first bytes.
struct JSONSniffer {
  let prefix: JSONPrefix
  /// What a mapping made for the source is called.
  let name: String
  let path: String
  let limits: FeedLimits
  private let parser: JSONParser

  /// Records that a mapping for unknown words is made from.
  static let samples = 200

  init(prefix: JSONPrefix, path: String, limits: FeedLimits) {
    self.prefix = prefix
    self.path = path
    self.limits = limits
    let file = path.split(separator: "/").last ?? ""
    name = file.split(separator: ".").first.map(String.init) ?? "records"
    parser = JSONParser(maxDepth: limits.jsonDepth)
  }

  /// - Parameter format: The format, where it is known.
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
      throw error.feedError(path: path, place: prefix.place(of: prefix.end))
    }
  }

  /// Whether the source is a sequence of objects, one a line.
  var hasLines: Bool {
    let lines = prefix.lines(3)
    guard lines.count >= 2 else { return false }
    if isWholeObject(lines[0]) { return true }
    // A document that goes on: then only two objects with nothing between them are lines.
    if "[{,:".utf8.contains(prefix.bytes[lines[0].upperBound - 1]) {
      return lines.count == 3 && isWholeObject(lines[1]) && isWholeObject(lines[2])
    }
    func opens(_ line: Range<Int>) -> Bool { prefix.bytes[line.lowerBound] == UInt8(ascii: "{") }
    func closes(_ line: Range<Int>) -> Bool {
      prefix.bytes[line.upperBound - 1] == UInt8(ascii: "}")
    }
    // A broken line must not hide the other one.
    return opens(lines[1]) && (closes(lines[0]) || closes(lines[1])) && lines[0].count > 1
      && lines[1].count > 1
  }

  /// Whether a line is an object by itself: what follows it can then only be further lines.
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
    // Without records before the end, a guess would hide that the source ended early.
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
    guard let records = JSONRecordsFinder(prefix: prefix, parser: parser).find(members) else {
      throw .noRecords
    }
    return choose(.json, at: records)
  }

  /// The mapping for a path, by its first records.
  ///
  /// - Parameter known: The path of the first records, or `nil` to find it.
  private func choose(
    _ format: FeedFormat, at records: RecordsPath, _ known: [Range<Int>]? = nil
  ) -> JSONFormat {
    // Parsed one by one, because for known formats the first whole record is enough.
    let samples = (known ?? ranges(at: records, count: Self.samples)).lazy.compactMap(parsed)
    if let first = samples.first, first.kind == .object {
      // To read the built-in mappings takes longer than to read a small feed.
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
      format: format, records: records, shape: .native(NativeRecord(limits: limits.xml)))
  }

  private func jsonFeed(_ members: [JSONPrefix.Member]) -> JSONFormat? {
    guard let version = members.first(where: { $0.name == "version" })?.range.prefix(200),
      String(decoding: prefix.bytes[version], as: UTF8.self).contains("jsonfeed.org")
    else { return nil }
    return JSONFormat(
      format: .jsonFeed, records: RecordsPath(steps: [.key("items"), .each]),
      shape: .native(NativeRecord(inherited: inherited(members), limits: limits.xml)))
  }

  private func inherited(_ members: [JSONPrefix.Member]) -> NativeRecord.Inherited {
    func value(_ name: String) -> JSONValue? {
      members.first { $0.name == name && $0.isWhole }.flatMap { parsed($0.range) }
    }
    return NativeRecord.Inherited(
      author: NativeRecord.author(value("authors"), value("author")),
      language: value("language")?.text)
  }

  /// The value in a range, where it is one that would be read.
  private func parsed(_ range: Range<Int>) -> JSONValue? {
    guard range.count <= limits.recordBytes else { return nil }
    // A broken record is reported when it is read.
    return parser.value(prefix.bytes[range])
  }

  /// The byte ranges of the first values at a path, at most `count`.
  private func ranges(at path: RecordsPath, count: Int) -> [Range<Int>] {
    prefix.slices(at: path, in: prefix.start..<prefix.end, count: count).slices.map(\.range)
  }
}

extension RecordMapping {
  /// Whether a record has all that this mapping expects of its first one.
  func fits(_ value: JSONValue) -> Bool {
    !detect.isEmpty && detect.allSatisfy { $0.value(in: value) != nil }
  }
}
