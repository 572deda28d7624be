import CellTemplates
package import CommandSettings
import FeedRecords
import HeightStore
import Heights
package import LayoutPrimitives
package import Precomputation
package import StructuredDocuments
import TextMeasurement

/// `layout`: writes one line for the cell of each record, environment and state.
package struct LayoutStream {
  /// The counts of a run.
  package struct Account {
    /// Number of input lines that are not blank.
    package fileprivate(set) var lines = 0
    /// Number of cells that were laid out.
    package fileprivate(set) var cells = 0
    package fileprivate(set) var findings: FeedFindings
  }

  private let templates: TemplateSelector
  private let environments: [Environment]
  private let stored: [StoredTemplate]
  /// Fingerprints by template and environment; `nil` if output lines lack what `import` needs.
  private let fingerprints: [[CellFingerprint]]?
  private var hasher: CellHasher
  private let decoder: RecordLineDecoder
  /// Whether the content of records becomes plain text.
  private let convertsContent: Bool
  private let header: CellsHeader?
  private let lane: TraceLane?
  private let printsTexts: Bool
  private let printsBlocks: Bool
  private let printsLines: Bool
  private var layouters: [CellLayouter]
  /// The records that may grow; `nil` if each line is a whole record.
  private var open: OpenRecords?
  private var carried: CarriedWords
  private var tally: FeedTally
  private var output: BufferedOutput
  private var cells = 0

  /// Finds templates, environments and fonts.
  ///
  /// - Parameters:
  ///   - carry: The names of members that are copied from a line of input to its lines of output.
  ///   - isStorable: Whether output lines also contain the data that `import` needs.
  ///   - grows: Whether lines may append to the texts of earlier records.
  ///   - labels: What output lines contain about the labels.
  ///   - trace: Records a span for each record.
  ///   - send: Receives the output, in blocks.
  ///   - tell: Receives warnings and notes of template imports.
  /// - Throws: `Failure`; errors of templates and fonts.
  package init(
    _ settings: Settings, carry: [String], isStorable: Bool, grows: Bool = false,
    labels: LabelMembers = [],
    trace: TraceRecorder?,
    to send: @escaping ([UInt8]) -> Void, tell: (String) -> Void
  ) throws {
    let templates = try settings.templateSelector()
    let environments = try settings.checkedEnvironments(for: templates)
      .withStates(templates.states)
    if isStorable {
      for environment in environments { try environment.checkSingleWidth(for: "--cells store") }
    }
    let formats = try settings.formats(for: templates.templates)
    let library = try settings.fontLibrary(for: templates.templates)
    let measurer = try TextMeasurer(library: library, limits: settings.textLimits)
    for line in settings.templateNotes(templates.templates, in: environments) { tell(line) }
    let lane = trace?.lane("layout")
    layouters = templates.plans.map { plan in
      var layouter = CellLayouter(plan: plan, measurer: measurer, formats: formats)
      layouter.keepsLines = labels.contains(.lines)
      layouter.keepsBlocks = labels.contains(.blocks)
      if let lane {
        layouter.instrument = CellInstrument(
          template: plan.template, trace: lane, examines: false, clock: lane.now)
      }
      return layouter
    }
    stored = templates.plans.map { StoredTemplate($0) }
    fingerprints =
      try isStorable
      ? templates.templates.map { template in
        try environments.map { environment in
          try CellFingerprint(
            template: template, fonts: library, environment: environment,
            limits: settings.textLimits, formats: formats, keepsLines: labels.contains(.lines))
        }
      } : nil
    hasher = CellHasher(environments: environments.map(\.key), templates: stored)
    header =
      isStorable
      ? CellsHeader(
        engineVersion: EngineVersion.current, fonts: library.fingerprint,
        environments: environments, templates: stored, hasLines: labels.contains(.lines)) : nil
    // A record that grows is converted at each step.
    convertsContent =
      !grows || templates.plans.count > 1
      || templates.templates.contains(where: \.asksConvertedContent)
    // Records of a stream stay in memory.
    decoder = RecordLineDecoder(
      limits: settings.feedLimits, maxBytes: grows ? settings.feedLimits.recordBytes : nil,
      convertsHTML: convertsContent, imageSizes: try settings.pictureSizes(tell: tell))
    open =
      grows
      ? OpenRecords(
        limit: settings.limits.streams, bytes: settings.limits.streamBytes,
        depth: settings.feedLimits.jsonDepth) : nil
    tally = FeedTally(
      feed: "stdin", plans: templates.plans, environments: environments.map(\.key))
    carried = CarriedWords(carry)
    output = BufferedOutput(to: send)
    printsTexts = labels.contains(.texts)
    printsBlocks = labels.contains(.blocks)
    printsLines = labels.contains(.lines)
    (self.templates, self.environments, self.lane) = (templates, environments, lane)
  }

  /// Writes only the first line of the output, and reads nothing; no line if lines hold the cell
  /// alone.
  package mutating func writeHeader() {
    if let header { output.write(header.text) }
    output.flush()
  }

  /// Lays out the record of every line; output is flushed whenever input pauses.
  ///
  /// A line that is not a record, and a cell without a layout, has an error line in the output.
  ///
  /// - Throws: `Failure` if the input cannot be read.
  package mutating func run(_ input: LineInput) throws -> Account {
    var input = input
    if let header { output.write(header.text) }
    var lines = 0
    while let line = try input.next(whenIdle: { output.flush() }) {
      guard !line.isBlank else { continue }
      if let number = SyncLine.number(line.bytes) {
        output.write("{\"sync\":\(number)}")
        output.flush()
        continue
      }
      lines += 1
      carried.read(line)
      if open != nil, line.failure == nil, try answerChange(line) { continue }
      let record: FeedRecord
      do throws(RecordFailure) {
        if let failure = line.failure { throw failure }
        record = try decoder.record(line.bytes, number: line.number)
        if open == nil, isChange(record) {
          write(OpenRecords.closedRefusal(id: record.id), line: line.number)
          continue
        }
      } catch {
        output.write(
          ErrorDocument(line: line.number, code: error.code.rawValue, message: error.message)
            .text(adding: carried.write))
        continue
      }
      let start = lane?.now()
      answer(record, line: line.number)
      if let lane, let start {
        lane.span("record", since: start, [.init("id", .text(record.id))])
      }
    }
    output.write("{\"eof\":\(lines)}")
    output.flush()
    return Account(lines: lines, cells: cells, findings: tally.findings)
  }

  /// Answers a line of a stream, and keeps its record open.
  ///
  /// - Returns: False, with nothing written, if the line is not a JSON object.
  private mutating func answerChange(_ line: InputLine) throws(Failure) -> Bool {
    do throws(OpenRecords.Refusal) {
      guard let request = try open?.request(line.bytes) else { return false }
      switch request {
      case .close(let id):
        open?.close(id: id)
        var json = JSONWriter()
        json.object { json in
          json.member("id", id)
          json.member("closed", true)
          carried.write(to: &json)
        }
        output.write(json.text)
      case .record(let content):
        let bytes = content.halves.isEmpty ? line.bytes : Self.bytes(content)
        try answer(content, bytes: bytes, line: line.number)
      case .append(let id, let content):
        try answer(content, bytes: Self.bytes(content), line: line.number, appendedTo: id)
      }
    } catch {
      write(error, line: line.number)
    }
    return true
  }

  private mutating func write(_ refusal: OpenRecords.Refusal, line: Int) {
    output.write(
      ErrorDocument(line: line, id: refusal.id, code: refusal.code, message: refusal.message)
        .text(adding: carried.write))
  }

  /// Whether a line is not a record, but changes one, as in a stream.
  ///
  /// It has no text of a record, and no other member than `append` or `close` and the copied ones.
  private func isChange(_ record: FeedRecord) -> Bool {
    guard let fields = record.fields, record.title == nil, record.summary == nil,
      record.contentText == nil, record.contentHTML == nil,
      fields["append"]?.kind == .object || fields["close"]?.kind == .boolean
    else { return false }
    return fields.members.allSatisfy {
      $0.key == "append" || $0.key == "close" || carried.contains($0.key)
    }
  }

  private static func bytes(_ content: OpenRecords.Content) -> [UInt8] {
    var json = JSONWriter()
    json.value(.object(content.members))
    return json.bytes
  }

  /// Lays out a record of a stream, and keeps it open.
  private mutating func answer(
    _ content: OpenRecords.Content, bytes: [UInt8], line: Int, appendedTo openID: String? = nil
  ) throws(OpenRecords.Refusal) {
    var record: FeedRecord
    do throws(RecordFailure) {
      record = try decoder.record(bytes, number: line)
      if !convertsContent {
        // The content is there, although nothing asks for its text.
        record.contentText =
          record.contentText ?? record.contentMarkdown ?? record.contentHTML
      }
    } catch {
      throw OpenRecords.Refusal(id: openID, code: error.code.rawValue, message: error.message)
    }
    if let openID { try open?.check(record.id, isStill: openID) }
    try open?.checkRoom(for: record.id, bytes: bytes.count)
    open?.keep(content, id: record.id, bytes: bytes.count)
    let template = templates.index(for: record)
    layouters[template].growing = open?.removeTexts(id: record.id)
    answer(record, line: line)
    if let texts = layouters[template].growing { open?.setTexts(texts, id: record.id) }
    layouters[template].growing = nil
  }

  /// Writes a line for the record in each environment.
  private mutating func answer(_ record: FeedRecord, line: Int) {
    let template = templates.index(for: record)
    tally.begin(record, template: template)
    let content = fingerprints?[template].first?.content(of: record, version: record.version)
    for (index, environment) in environments.enumerated() {
      func members(_ outcome: CellOutcome) -> StoreMembers? {
        guard let content, let fingerprint = fingerprints?[template][index] else { return nil }
        return StoreMembers(
          template: stored[template], fingerprint: fingerprint.fingerprint(content: content),
          recordID: record.id, version: record.version,
          hash: hash(of: outcome, record, environment: index, template: template),
          outcome: outcome)
      }
      do throws(CellError) {
        let cell = try layouters[template].layout(record, in: environment)
        tally.count(
          cell.layout.findings, template: template, record: record.id, environment: index)
        tally.count(height: cell.layout.height, template: template, environment: index)
        cells += 1
        var document = CellDocument(
          id: record.id, version: record.version, template: stored[template],
          environment: environment, layout: cell.layout)
        if printsTexts { document.texts = layouters[template].labelTexts }
        let blocks = printsBlocks ? layouters[template].blocks : nil
        let texts = printsBlocks && printsLines ? layouters[template].blockTexts : nil
        output.write(
          document.line { json in
            members(.layout(cell.layout))?.write(to: &json)
            if let blocks {
              json.array("blocks", blocks) { json, block in
                json.member("name", block.name)
                json.numbers(
                  "frame", [block.frame.x, block.frame.y, block.frame.width, block.frame.height])
              }
            }
            texts?.write(to: &json)
            carried.write(to: &json)
          })
      } catch {
        output.write(
          ErrorDocument(
            line: line, id: record.id, environment: environment.key, code: error.code,
            message: error.description
          ).text { json in
            members(.failure(CellFailure(code: error.code, message: error.description)))?
              .write(to: &json)
            carried.write(to: &json)
          })
      }
    }
  }
}

/// Additional members that documents of cells have for their labels.
package struct LabelMembers: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The lines, as they were measured.
  package static let lines = LabelMembers(rawValue: 1 << 0)
  /// The texts that were measured.
  package static let texts = LabelMembers(rawValue: 1 << 1)
  /// The boxes of the elements of markup.
  package static let blocks = LabelMembers(rawValue: 1 << 2)
}

extension LayoutStream {
  /// The hash of a cell; `nil` if a store cannot contain the cell.
  private mutating func hash(
    of outcome: CellOutcome, _ record: FeedRecord, environment: Int, template: Int
  ) -> ContentHash? {
    do throws(StoreError) {
      return try hasher.hash(
        recordID: record.id, version: record.version, environment: environment,
        template: template, outcome: outcome)
    } catch {
      return nil  // `import` refuses the line and names the reason.
    }
  }
}

/// A line of input that asks for the answers to all lines before it: `{"sync":7}`.
private enum SyncLine {
  private static let start = Array("{\"sync\":".utf8)
  /// Maximum length of such a line in bytes, so that records are not examined.
  private static let maximumBytes = 64

  /// The number in the line; `nil` for any other line.
  static func number(_ bytes: [UInt8]) -> UInt64? {
    guard bytes.count <= maximumBytes else { return nil }
    let text = bytes.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }
    guard text.starts(with: start), text.last == UInt8(ascii: "}") else { return nil }
    return UInt64(String(decoding: text[start.count..<text.count - 1], as: UTF8.self))
  }
}

/// The members of an input line that `layout --carry` copies into its output lines.
package struct CarriedWords {
  /// The names of the members of output lines, which a copied member may not have.
  package static let taken: Set<String> = [
    "schema", "id", "version", "template", "environment", "state", "trust", "findings", "height",
    "exactHeight", "frames", "line", "code", "message", "templateHash", "fingerprint", "steps",
    "cellHash", "chunkEnd", "eof",
  ]

  private let names: [String]
  private let decoder = JSONParser()
  private var values: [(name: String, value: JSONValue)] = []

  package init(_ names: [String]) { self.names = names }

  func contains(_ name: String) -> Bool { names.contains(name) }

  /// Reads the members of a line; there are none if the line is not a JSON object.
  package mutating func read(_ line: InputLine) {
    values = []
    guard !names.isEmpty, line.exceeded == nil else { return }
    let object: JSONValue
    do throws(JSONProblem) {
      object = try decoder.parse(line.bytes[...])
    } catch {
      return  // The line gets an error line elsewhere.
    }
    values = names.compactMap { name in object[name].map { (name, $0) } }
  }

  /// Writes the members that the line has, in the order of the flags.
  package func write(to json: inout JSONWriter) {
    for word in values {
      json.key(word.name)
      json.value(word.value)
    }
  }
}

extension [MarkupText] {
  /// Writes the texts of markup with their lines.
  fileprivate func write(to json: inout JSONWriter) {
    json.array("blockTexts", self) { json, text in
      json.member("text", text.text)
      json.array("lines", text.lines) { json, line in
        json.member("start", line.range.lowerBound)
        json.member("end", line.range.upperBound)
        for (name, value) in [
          ("x", line.x), ("width", line.width), ("top", line.top), ("baseline", line.baseline),
          ("bottom", line.bottom),
        ] {
          json.member(name, value)
        }
      }
    }
  }
}
