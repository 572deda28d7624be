import LayoutPrimitives
import XMLDocuments

/// Reads feeds of any known format, one record at a time.
///
/// A record that cannot be read is given as a failure and the next one follows; an error is thrown
/// where a source as a whole cannot be used, and nothing comes after it. Records with the same id
/// are all given, in order; whoever keeps them decides (a build keeps the first and reports the
/// others).
public struct FeedReader: ~Copyable {
  /// The format of the source being read.
  public private(set) var format: FeedFormat
  /// What had to be repaired so far, one sentence each.
  public private(set) var warnings: [String] = []
  /// The sources opened so far: path, hash of their bytes, and how many these are.
  public private(set) var digests: [SourceDigest] = []
  private let sources: [FeedSource]
  private let mapping: RecordMapping?
  private let limits: FeedLimits
  private var cursor: any RecordCursor
  private var nextSource = 1
  private var count = 0
  private var failed = false

  /// Opens one source.
  ///
  /// - Parameters:
  ///   - mapping: How to read JSON; `nil` to find out.
  /// - Throws: `FeedError` when the source is missing, empty, or no feed.
  public init(
    source: FeedSource, mapping: RecordMapping? = nil, limits: FeedLimits = FeedLimits()
  ) throws(FeedError) {
    try self.init(sources: [source], mapping: mapping, limits: limits)
  }

  /// Opens several sources, which are read one after the other as one feed.
  public init(
    sources: [FeedSource], mapping: RecordMapping? = nil, limits: FeedLimits = FeedLimits()
  ) throws(FeedError) {
    guard let first = sources.first else {
      throw FeedError(.missing, path: "-", "no file was named")
    }
    let opened = try OpenedSource(first, mapping: mapping, limits: limits)
    self.sources = sources
    self.mapping = mapping
    self.limits = limits
    cursor = opened.cursor
    format = opened.detection.format
    warnings = opened.warnings
    digests = [opened.digest]
  }

  /// The next record or failure; `nil` after the last of all sources.
  ///
  /// - Throws: `FeedError` when the source turns out to be broken; what came before still holds,
  ///   but is not the whole feed.
  public mutating func next() throws(FeedError) -> FeedItem? {
    if failed { return nil }
    do throws(FeedError) {
      while true {
        if let item = try cursor.next() {
          count += 1
          if count > limits.records {
            throw FeedError(
              .tooLarge, path: sources[nextSource - 1].path,
              "more than \(limits.records) records (limit records)")
          }
          return item
        }
        guard nextSource < sources.count else { return nil }
        let opened = try OpenedSource(sources[nextSource], mapping: mapping, limits: limits)
        nextSource += 1
        cursor = opened.cursor
        format = opened.detection.format
        warnings += opened.warnings
        digests.append(opened.digest)
      }
    } catch {
      failed = true
      throw error
    }
  }

  /// Finds out what a source is and how it would be read.
  public static func detect(
    _ source: FeedSource, limits: FeedLimits = FeedLimits()
  ) throws(FeedError) -> FeedDetection {
    try OpenedSource(source, mapping: nil, limits: limits).detection
  }
}

/// What a source is and how it is read.
public struct FeedDetection: Hashable, Sendable {
  /// Its format.
  public let format: FeedFormat
  /// The mapping it is read with; for formats with words of their own it names only the format.
  public let mapping: RecordMapping

  /// The mapping as a document that `--mapping` takes.
  public var yaml: String { mapping.yaml }
}

/// A source, opened, with its format found out.
struct OpenedSource {
  let cursor: any RecordCursor
  let detection: FeedDetection
  let digest: SourceDigest
  var warnings: [String] = []

  init(_ source: FeedSource, mapping: RecordMapping?, limits: FeedLimits) throws(FeedError) {
    let bytes = try source.open(limits)
    let path = source.path
    let hash = bytes.withUnsafeBytes(in: 0..<bytes.count) { ContentHash(of: $0) }
    digest = SourceDigest(path: path, hash: hash.description, bytes: bytes.count)
    try Self.refuseCompressed(bytes, path)
    let prefix = bytes.withUnsafeBytes(in: 0..<min(1024, bytes.count)) { [UInt8]($0) }
    guard prefix.count < bytes.count || prefix.contains(where: { !isSpace($0) && $0 != 0 }) else {
      throw FeedError(.empty, path: path, "the input is empty")
    }
    let guess = XMLEncoding(prefix: prefix)
    let letters = prefix.dropFirst(guess.markLength).drop { isSpace($0) || $0 == 0 }
    switch letters.first {
    case UInt8(ascii: "<"):
      if let mapping, !(mapping.format?.isXML ?? false) {
        throw FeedError(
          .mapping, path: path, "the mapping \(mapping.name) is for JSON, and this is XML")
      }
      let document = try XMLSource(bytes, path: path)
      let records = try XMLRecords(document, source: path, limits: limits)
      cursor = records
      warnings = document.warnings
      detection = FeedDetection(
        format: records.format, mapping: RecordMapping(native: records.format))
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let (text, start) = Self.utf8(bytes, guess)
      (cursor, detection) = try Self.json(
        text, document: text.trimmed(start..<text.count), path: path, mapping: mapping,
        limits: limits)
    case nil:
      throw FeedError(.empty, path: path, "the input begins with 1,024 bytes of nothing")
    default:
      throw FeedError(
        .notAFeed, path: path, place: RecordPlace(line: 1, byteOffset: 0),
        "neither JSON nor XML: it begins with neither {, [ nor <")
    }
  }

  private static func utf8(_ bytes: InputBytes, _ guess: XMLEncoding) -> (InputBytes, Int) {
    switch guess.layout {
    case .bytes: (bytes, guess.markLength)
    case .utf16(let big): (bytes.transcoded(from: guess.markLength, width: 2, bigEndian: big), 0)
    case .utf32(let big): (bytes.transcoded(from: guess.markLength, width: 4, bigEndian: big), 0)
    }
  }

  private static func json(
    _ bytes: InputBytes, document: Range<Int>, path: String, mapping: RecordMapping?,
    limits: FeedLimits
  ) throws(FeedError) -> (any RecordCursor, FeedDetection) {
    let surveyor = JSONSurveyor(bytes: bytes, document: document, path: path, limits: limits)
    var survey: JSONSurvey
    if let mapping, mapping.format.map({ !$0.isXML }) ?? true, !mapping.isNative {
      survey = JSONSurvey(
        format: surveyor.hasLines ? .ndjson : .json, records: mapping.records,
        order: mapping.order, shape: .mapped(mapping))
    } else if let mapping, mapping.format == .json || mapping.format == .ndjson {
      survey = JSONSurvey(
        format: surveyor.hasLines ? .ndjson : .json, records: mapping.records,
        shape: .native(NativeRecord(limits: limits.xml)))
    } else {
      survey = try surveyor.survey()
    }
    let decoder = try JSONRecordDecoder(
      bytes: bytes, document: document, path: path, shape: survey.shape, limits: limits)
    let cursor: any RecordCursor
    if survey.format == .ndjson {
      guard survey.records.steps.first == .each else {
        throw FeedError(
          .mapping, path: path,
          "this is NDJSON, and the records path \(survey.records) does not begin with $[*]")
      }
      cursor = NDJSONRecords(
        decoder: decoder, document: document, inside: survey.records.withoutFirst, source: path)
    } else {
      cursor = try JSONRecords(
        decoder: decoder, document: document, records: survey.records, order: survey.order,
        source: path)
    }
    let shown =
      switch survey.shape {
      case .mapped(let mapping): mapping
      case .native: RecordMapping(native: survey.format, records: survey.records)
      }
    return (cursor, FeedDetection(format: survey.format, mapping: shown))
  }

  private static func refuseCompressed(_ bytes: InputBytes, _ path: String) throws(FeedError) {
    let marks: [(name: String, bytes: [UInt8])] = [
      ("gzip", [0x1F, 0x8B]), ("zstd", [0x28, 0xB5, 0x2F, 0xFD]), ("bzip2", [0x42, 0x5A, 0x68]),
      ("xz", [0xFD, 0x37, 0x7A, 0x58]), ("zip", [0x50, 0x4B, 3, 4]),
    ]
    for mark in marks where bytes.count >= mark.bytes.count {
      let found = bytes.withUnsafeBytes(in: 0..<mark.bytes.count) { $0.elementsEqual(mark.bytes) }
      guard found else { continue }
      throw FeedError(
        .compressed, path: path, "the input is compressed with \(mark.name); decompress it first")
    }
  }
}

/// What identifies the bytes that a feed was read from.
public struct SourceDigest: Hashable, Sendable {
  /// The path as it was named.
  public let path: String
  /// Hash of the bytes, 32 hexadecimal digits.
  public let hash: String
  /// How many bytes.
  public let bytes: Int
}
