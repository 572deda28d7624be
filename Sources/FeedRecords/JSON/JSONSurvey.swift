/// What a JSON source holds: where its records stand, and how they are written.
struct JSONSurvey {
  var format: FeedFormat
  var records: RecordsPath
  var order: RecordsPath?
  var shape: RecordShape
}

/// Finds out what a JSON source holds.
struct JSONSurveyor {
  let bytes: InputBytes
  /// The range of the document, byte order mark and white space at its ends left out.
  let document: Range<Int>
  let path: String
  let limits: FeedLimits

  private struct Member {
    let name: String
    let range: Range<Int>
  }

  func survey() throws(FeedError) -> JSONSurvey {
    do {
      let parser = try JSONParser(maxDepth: limits.jsonDepth)
      if hasLines {
        let first = bytes.firstIndex(of: 0x0A, in: document) ?? document.upperBound
        let value = parsed(parser, bytes.trimmed(document.lowerBound..<first))
        return choose(.ndjson, RecordsPath(steps: [.each]), value)
      }
      if bytes[document.lowerBound] == UInt8(ascii: "[") {
        let records = RecordsPath(steps: [.each])
        return choose(.json, records, try first(at: records, parser))
      }
      return try object(parser)
    } catch {
      throw error.feedError(path: path, bytes: bytes, position: document.upperBound)
    }
  }

  /// Whether the source is a sequence of objects, one a line.
  var hasLines: Bool {
    var position = document.lowerBound
    var lines: [Range<Int>] = []
    while position < document.upperBound, lines.count < 2 {
      let stop =
        bytes.firstIndex(of: 0x0A, in: position..<document.upperBound) ?? document.upperBound
      let line = bytes.trimmed(position..<stop)
      if !line.isEmpty { lines.append(line) }
      position = stop + 1
    }
    guard lines.count == 2 else { return false }
    if isWholeObject(lines[0]) { return true }
    func opens(_ line: Range<Int>) -> Bool { bytes[line.lowerBound] == UInt8(ascii: "{") }
    func closes(_ line: Range<Int>) -> Bool { bytes[line.upperBound - 1] == UInt8(ascii: "}") }
    // A line that was cut off or spoiled must not hide what the other says.
    return opens(lines[1]) && (closes(lines[0]) || closes(lines[1])) && lines[0].count > 1
      && lines[1].count > 1
  }

  /// Whether a line is an object by itself: what follows it can then only be further lines.
  private func isWholeObject(_ line: Range<Int>) -> Bool {
    guard bytes[line.lowerBound] == UInt8(ascii: "{"),
      bytes[line.upperBound - 1] == UInt8(ascii: "}")
    else { return false }
    do {
      return try parsed(JSONParser(maxDepth: limits.jsonDepth), line) != nil
    } catch {
      return false
    }
  }

  private func object(_ parser: JSONParser) throws(JSONProblem) -> JSONSurvey {
    var members: [Member] = []
    do {
      try collect(&members, of: document)
    } catch .truncated {
      // What came before the end may still tell where the records are; the reader will say that
      // they are not all.
      guard let survey = cut(members, parser) else { throw .truncated }
      return survey
    }
    if let survey = jsonFeed(members, parser) { return survey }
    for mapping in RecordMapping.builtIn {
      guard case .key(let name)? = mapping.records.steps.first,
        members.contains(where: { $0.name == name }),
        let value = try first(at: mapping.records, parser), mapping.fits(value)
      else { continue }
      return JSONSurvey(
        format: .json, records: mapping.records, order: mapping.order, shape: .mapped(mapping))
    }
    if let root = parsed(parser, document) {
      let alone = RecordMapping.builtIn.first {
        $0.records.steps == [.each] && $0.fits(root)
      }
      if let alone { return JSONSurvey(alone, at: RecordsPath(steps: [])) }
      if NativeRecord.fits(root) { return choose(.json, RecordsPath(steps: []), root) }
    }
    guard let records = try largestArray(members, under: [], depth: 0)?.path else {
      throw .noRecords
    }
    return choose(.json, records, try first(at: records, parser))
  }

  /// The mapping for a place, by what its first record looks like.
  private func choose(
    _ format: FeedFormat, _ records: RecordsPath, _ value: JSONValue?
  ) -> JSONSurvey {
    if let value, value.kind == .object {
      for mapping in RecordMapping.builtIn
      where mapping.records.steps == [.each] && mapping.fits(value) {
        var survey = JSONSurvey(mapping, at: records)
        survey.format = format
        return survey
      }
      if !NativeRecord.fits(value) {
        var generic = RecordMapping.generic
        generic.records = records
        return JSONSurvey(format: format, records: records, shape: .mapped(generic))
      }
    }
    return JSONSurvey(
      format: format, records: records, shape: .native(NativeRecord(limits: limits.xml)))
  }

  private func parsed(_ parser: JSONParser, _ range: Range<Int>) -> JSONValue? {
    guard range.count <= limits.recordBytes else { return nil }
    do {
      return try parser.parse(bytes, range)
    } catch {
      // A bad record is reported when it is read; here it only tells nothing.
      return nil
    }
  }

  private func first(at path: RecordsPath, _ parser: JSONParser) throws(JSONProblem) -> JSONValue? {
    let splitter = try JSONSplitter(
      bytes, range: document, path: path, maxDepth: JSONRecords.documentDepth)
    return try splitter.next().flatMap { parsed(parser, $0.range) }
  }

  /// A document that ends early, from the members before its end.
  private func cut(_ members: [Member], _ parser: JSONParser) -> JSONSurvey? {
    if let survey = jsonFeed(members, parser) { return survey }
    for mapping in RecordMapping.builtIn {
      guard case .key? = mapping.records.steps.first, mapping.order == nil else { continue }
      do {
        guard let value = try first(at: mapping.records, parser), mapping.fits(value) else {
          continue
        }
        return JSONSurvey(format: .json, records: mapping.records, shape: .mapped(mapping))
      } catch {
        // No record of that mapping before the end.
        continue
      }
    }
    return nil
  }

  private func jsonFeed(_ members: [Member], _ parser: JSONParser) -> JSONSurvey? {
    guard let version = members.first(where: { $0.name == "version" }),
      bytes.string(in: version.range.clamped(to: 0..<version.range.lowerBound + 200)).contains(
        "jsonfeed.org")
    else { return nil }
    return JSONSurvey(
      format: .jsonFeed, records: RecordsPath(steps: [.key("items"), .each]),
      shape: .native(NativeRecord(inherited: inherited(members, parser), limits: limits.xml)))
  }

  private func members(of range: Range<Int>) throws(JSONProblem) -> [Member] {
    var members: [Member] = []
    try collect(&members, of: range)
    return members
  }

  /// Adds the members of an object as they are found.
  private func collect(_ members: inout [Member], of range: Range<Int>) throws(JSONProblem) {
    let splitter = try JSONSplitter(
      bytes, range: range, path: RecordsPath(steps: [.each]), maxDepth: JSONRecords.documentDepth)
    while let slice = try splitter.next() {
      guard let key = slice.key else { continue }
      members.append(Member(name: bytes.string(in: key), range: slice.range))
      // Feeds have few members here; a map of records has many and is no place to look further.
      if members.count > 10_000 { break }
    }
  }

  /// The path of the array of objects with the most bytes, through objects only.
  private func largestArray(
    _ members: [Member], under steps: [RecordsPath.Step], depth: Int
  ) throws(JSONProblem) -> (path: RecordsPath, size: Int)? {
    var best: (path: RecordsPath, size: Int)?
    for member in members where member.range.count > (best?.size ?? 1) {
      let here = steps + [.key(member.name)]
      var found: (path: RecordsPath, size: Int)?
      switch bytes[member.range.lowerBound] {
      case UInt8(ascii: "["):
        let inside = bytes.trimmed(member.range.lowerBound + 1..<member.range.upperBound)
        if bytes[inside.lowerBound] == UInt8(ascii: "{") {
          found = (RecordsPath(steps: here + [.each]), member.range.count)
        }
      case UInt8(ascii: "{") where depth < 8:
        let inner = try self.members(of: member.range)
        found = try largestArray(inner, under: here, depth: depth + 1)
      default:
        break
      }
      if let found, found.size > (best?.size ?? 0) { best = found }
    }
    return best
  }

  private func inherited(_ members: [Member], _ parser: JSONParser) -> NativeRecord.Inherited {
    var builder = JSONBuilder()
    builder.beginObject()
    for member in members where ["author", "authors", "language"].contains(member.name) {
      guard let value = parsed(parser, member.range) else { continue }
      builder.key(member.name)
      builder.value(value)
    }
    builder.end()
    let feed = builder.finish()
    return NativeRecord.Inherited(
      author: NativeRecord.author(of: feed), language: feed["language"]?.text)
  }
}

extension JSONSurvey {
  /// A built-in mapping for records that stand at another place.
  fileprivate init(_ mapping: RecordMapping, at records: RecordsPath) {
    var mapping = mapping
    mapping.records = records
    self.init(format: .json, records: records, order: mapping.order, shape: .mapped(mapping))
  }
}

extension RecordMapping {
  /// Whether a record has all that this mapping expects of its first one.
  func fits(_ value: JSONValue) -> Bool {
    !detect.isEmpty && detect.allSatisfy { $0.value(in: value) != nil }
  }
}
