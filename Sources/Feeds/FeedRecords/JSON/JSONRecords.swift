/// Reads the records at a path of one JSON document, in document order.
///
/// Memory is bounded by the longest record.
final class JSONRecords: RecordCursor {
  private let window: InputWindow
  private let decoder: JSONRecordDecoder
  private let path: String
  private let splitter: JSONSplitter
  private let records: RecordsPath
  /// The arrays and maps beside the records; `nil` if no report about them is needed.
  private var passed: PassedRecords?
  private var number = 0

  /// Creates a cursor at the start of a document.
  ///
  /// - Parameters:
  ///   - start: Byte offset of the document's first byte in the source, and its line.
  ///   - passed: The arrays and maps beside the records; `nil` if the path of the records was
  ///     given.
  ///   - path: The source, for errors.
  init(
    _ window: InputWindow, start: (offset: Int, line: Int), records: RecordsPath,
    passed: PassedRecords?, decoder: JSONRecordDecoder, path: String
  ) {
    self.window = window
    self.decoder = decoder
    self.path = path
    self.records = records
    self.passed = passed
    splitter = JSONSplitter(
      path: records, start: start, maxBytes: decoder.limits.recordBytes,
      listsPassed: passed != nil)
  }

  func next() throws(FeedError) -> FeedItem? {
    while true {
      switch splitter.next(window.held, at: window.base, ended: window.ended) {
      case .value(let slice):
        return decoder.decode(window[slice.range], location: location(of: slice))
      case .tooLarge(let slice): return decoder.tooLarge(slice.range.count, location(of: slice))
      case .more: _ = try window.fill(keeping: splitter.keep)
      case .end:
        passed?.report(records, passed: splitter.passed, to: decoder.notes)
        passed = nil
        return nil
      case .broken(let problem): throw problem.feedError(path: path, location: splitter.location)
      }
    }
  }

  /// Counts a record, and returns its location.
  private func location(of slice: JSONSlice) -> RecordLocation {
    number += 1
    return RecordLocation(number: number, line: slice.line, byteOffset: slice.range.lowerBound)
  }
}

/// An opened JSON source: its content is detected, and its records are ready to be read.
struct JSONSource {
  let cursor: any RecordCursor
  let detection: FeedDetection

  /// Detects the content of a source.
  ///
  /// - Parameters:
  ///   - window: The window at the source's first byte, which may belong to a byte order mark.
  ///   - path: The source, for errors.
  init(
    _ window: InputWindow, path: String, _ options: ReadingOptions, notes: FeedNotes? = nil
  ) throws(FeedError) {
    let limits = options.limits
    while !window.ended, window.count < limits.surveyBytes {
      _ = try window.fill(keeping: window.base)
    }
    let prefix = JSONPrefix(Array(window.held), ended: window.ended)
    let start = (prefix.start, prefix.location(of: prefix.start).line ?? 1)
    let survey = try Self.survey(JSONSniffer(prefix: prefix, path: path, limits: limits), options)
    let decoder = JSONRecordDecoder(
      shape: survey.shape, path: path, limits: limits, convertsHTML: options.convertsHTML)
    let mapping: RecordMapping
    switch survey.shape {
    case .mapped(let match): mapping = match
    case .native: mapping = RecordMapping(native: survey.format, records: survey.records)
    }
    detection = FeedDetection(format: survey.format, mapping: mapping)
    decoder.notes = notes
    if survey.format == .ndjson {
      guard mapping.order == nil, mapping.joins.isEmpty else {
        throw FeedError(
          .mapping, path: path,
          "the mapping \(mapping.name) has order or joins, which need one JSON document, and this is"
            + " NDJSON")
      }
      guard survey.records.steps.first == .each else {
        throw FeedError(
          .mapping, path: path,
          "this is NDJSON, and the records path \(survey.records) does not begin with $[*]")
      }
      cursor = NDJSONRecords(
        window, start: start, inside: survey.records.withoutFirst, decoder: decoder, path: path)
    } else if mapping.order != nil || !mapping.joins.isEmpty {
      cursor = try OrderedJSONRecords(
        window, start: start, mapping: mapping, decoder: decoder, path: path)
    } else {
      cursor = JSONRecords(
        window, start: start, records: survey.records, passed: survey.passed, decoder: decoder,
        path: path)
    }
  }

  /// The content of the source: as set by the options, otherwise as detected.
  private static func survey(
    _ surveyor: JSONSniffer, _ options: ReadingOptions
  ) throws(FeedError) -> JSONFormat {
    let hasLines = options.format.map { $0 == .ndjson } ?? surveyor.hasLines
    guard let mapping = options.mapping, mapping.format != .jsonFeed else {
      var survey = try surveyor.survey(as: options.format)
      survey.format = options.format ?? survey.format
      return survey
    }
    guard !(mapping.format?.isXML ?? false) else {
      throw FeedError(
        .mapping, path: surveyor.path, "the mapping \(mapping.name) is for XML, and this is JSON")
    }
    return JSONFormat(
      format: hasLines ? .ndjson : .json, records: mapping.records,
      shape: mapping.isNative
        ? .native(NativeRecord(limits: options.limits)) : .mapped(mapping))
  }
}
