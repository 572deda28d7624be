import FeedRecords
package import HeightStore
package import LayoutPrimitives
import StructuredDocuments

/// One line of the output of `layout --cells store`.
package enum CellLine {
  /// The first line, which describes all cells.
  case header(CellsDescription)
  /// A cell that has a layout or failed.
  case cell(ImportedCell)
  /// A record that `layout` could not read, and that therefore has no cells.
  case unreadable(code: String, message: String)
  /// The last line, with the number of records, including unreadable records.
  case end(Int)
  /// A line of `publish --from-cells`: the cells of a chunk of a list follow it.
  ///
  /// `number` is the number of the chunk in its list, and `rank` the number of cells before it.
  case chunk(number: Int, rank: Int)
}

/// The first line of an output, which describes all of its cells: `cellheights.cells/1`.
package struct CellsDescription: Hashable {
  package let engineVersion: String
  let fonts: String
  package let environments: [StoredEnvironment]
  package let templates: [StoredTemplate]
  /// Whether the cells have the lines of their labels.
  package let hasLines: Bool
}

/// A cell that one line of the output describes.
package struct ImportedCell {
  package let recordID: String
  let version: String
  /// Index of the cell's environment in `CellsDescription.environments`.
  package let environment: Int
  /// Index of the cell's template in `CellsDescription.templates`.
  let template: Int
  let fingerprint: Fingerprint
  package let outcome: CellOutcome
  /// The hash that `layout` printed; nil if the line has none.
  package let hash: ContentHash?

  /// The cell as a store has it; the numbers of environment and template are their indices.
  package var stored: StoredCell {
    let hasFrames = if case .layout = outcome { true } else { false }
    return StoredCell(
      cellID: 0, recordID: recordID, version: version,
      environment: EnvironmentID(rawValue: Int64(environment)),
      template: TemplateID(rawValue: Int64(template)), fingerprint: fingerprint,
      outcome: outcome, hasFrames: hasFrames)
  }
}

/// Reads the lines of `layout --cells store`.
package struct CellLineReader {
  /// The description from the first line; nil until that line is read.
  package private(set) var description: CellsDescription?
  private var environments: [String: Int] = [:]
  private var templates: [String: Int] = [:]
  private let decoder = JSONParser()

  package init() {}

  /// Reads a line.
  ///
  /// - Returns: The line and its `position`; the position is nil if the line has none.
  /// - Throws: `CellImportError` if the line is not one of `layout --cells store`.
  package mutating func read(
    _ bytes: [UInt8], number: Int
  ) throws(CellImportError) -> (line: CellLine, position: Int64?) {
    let value: JSONValue
    do throws(JSONProblem) {
      value = try decoder.parse(bytes[...])
    } catch {
      throw CellImportError(line: number, "it is not one JSON value")
    }
    if let end = value["eof"] {
      guard let count = Self.int(end), count >= 0 else {
        throw CellImportError(line: number, "'eof' is no number of lines")
      }
      return (.end(count), nil)
    }
    let schema = value["schema"]?.string
    if schema == "cellheights.cells/1" {
      return (.header(try begin(value, number)), nil)
    }
    guard description != nil else {
      throw CellImportError(
        line: number, "it is not cellheights.cells/1, with which such an output begins")
    }
    if schema == nil, value["chunk"] != nil || value["rank"] != nil {
      guard let chunk = value["chunk"].flatMap({ Self.int($0) }),
        let rank = value["rank"].flatMap({ Self.int($0) }),
        Self.numbers.contains(chunk), Self.numbers.contains(rank)
      else {
        throw CellImportError(
          line: number,
          "'chunk' and 'rank' are not both whole numbers from 0 to \(Self.numbers.upperBound)")
      }
      return (.chunk(number: chunk, rank: rank), nil)
    }
    let position = try Self.position(value, number)
    switch schema {
    case "cellheights.error/1":
      return (try error(value, number), position)
    case "cellheights.cell/1":
      return (.cell(try cell(value, number, outcome: .layout(layout(value, number)))), position)
    default:
      throw CellImportError(line: number, "it is neither a cell nor an error")
    }
  }

  private static func position(
    _ value: JSONValue, _ number: Int
  ) throws(CellImportError) -> Int64? {
    guard let position = value["position"] else { return nil }
    guard let parsed = position.literal.flatMap({ Int64($0) }), parsed >= 0 else {
      throw CellImportError(line: number, "'position' is no whole number from 0")
    }
    return parsed
  }

  private mutating func begin(
    _ value: JSONValue, _ number: Int
  ) throws(CellImportError) -> CellsDescription {
    func text(_ value: JSONValue, _ name: String) throws(CellImportError) -> String {
      guard let text = value[name]?.string else {
        throw CellImportError(line: number, "'\(name)' is missing")
      }
      return text
    }
    var environments: [StoredEnvironment] = []
    for entry in value["environments"]?.elements ?? [] {
      environments.append(
        try Self.environment(
          text(entry, "key"), stepsPerPoint: entry["stepsPerPoint"]?.number, number: number))
    }
    var templates: [StoredTemplate] = []
    for entry in value["templates"]?.elements ?? [] {
      var views: [StoredView] = []
      for view in entry["views"]?.elements ?? [] {
        views.append(
          StoredView(
            id: try text(view, "id"), kind: try text(view, "kind"),
            isLabel: view["label"]?.boolean ?? false))
      }
      templates.append(
        StoredTemplate(name: try text(entry, "name"), hash: try text(entry, "hash"), views: views))
    }
    let result = CellsDescription(
      engineVersion: try text(value, "engineVersion"), fonts: try text(value, "fonts"),
      environments: environments, templates: templates,
      hasLines: value["lines"]?.boolean ?? false)
    guard !environments.isEmpty, !templates.isEmpty else {
      throw CellImportError(line: number, "it has no environments or no templates")
    }
    guard result.engineVersion == EngineVersion.current else {
      throw CellImportError(
        line: number,
        "engine version \(result.engineVersion) laid the cells out, this program has "
          + "\(EngineVersion.current); lay them out again")
    }
    if let first = description, first != result {
      throw CellImportError(line: number, "it differs from the first line")
    }
    description = result
    self.environments = Dictionary(zip(environments.map(\.key), environments.indices)) { $1 }
    self.templates = Dictionary(zip(templates.map(\.hash), templates.indices)) { $1 }
    return result
  }

  private func error(_ value: JSONValue, _ number: Int) throws(CellImportError) -> CellLine {
    guard let code = value["code"]?.string, let message = value["message"]?.string else {
      throw CellImportError(line: number, "an error without code or message")
    }
    guard value["environment"] != nil else { return .unreadable(code: code, message: message) }
    return .cell(
      try cell(value, number, outcome: .failure(CellFailure(code: code, message: message))))
  }

  private func cell(
    _ value: JSONValue, _ number: Int, outcome: CellOutcome
  ) throws(CellImportError) -> ImportedCell {
    guard let id = value["id"]?.string, !id.isEmpty, let version = value["version"]?.string,
      let environment = value["environment"]?.string.flatMap({ environments[$0] }),
      let template = value["templateHash"]?.string.flatMap({ templates[$0] }),
      let fingerprint = value["fingerprint"]?.string.flatMap({ Self.hash($0) })
    else {
      throw CellImportError(
        line: number,
        "id, version, environment, templateHash or fingerprint is missing or not of the first line")
    }
    let cellHash = value["cellHash"]?.string.flatMap { Self.hash($0) }
    guard cellHash != nil || value["cellHash"] == nil else {
      throw CellImportError(line: number, "'cellHash' is not a hash of 32 hexadecimal digits")
    }
    var outcome = outcome
    if case .layout(var layout) = outcome, let description {
      let views = description.templates[template].views
      guard layout.frames.count == views.count,
        layout.labels.count == views.count(where: { $0.isLabel })
      else { throw CellImportError(line: number, "its frames are not those of its template") }
      try Self.check(
        value, layout, description.templates[template], description.environments[environment],
        number: number)
      let lines = value["steps"]?["lineFragments"]
      guard (lines != nil) == (description.hasLines && !layout.labels.isEmpty) else {
        throw CellImportError(
          line: number, "it has lines of labels and the first line has none, or the other way round"
        )
      }
      if let lines {
        guard let text = lines.string,
          let result = LineCodec(template: description.templates[template])
            .decode(text: text, of: layout)
        else { throw CellImportError(line: number, "'lineFragments' of 'steps' is not valid") }
        layout.lineFragments = result
        outcome = .layout(layout)
      }
    }
    return ImportedCell(
      recordID: id, version: version, environment: environment, template: template,
      fingerprint: fingerprint, outcome: outcome,
      hash: cellHash)
  }

  private func layout(_ value: JSONValue, _ number: Int) throws(CellImportError) -> CellLayout {
    let wrong = CellImportError(
      line: number, "'steps', 'exactHeight' or 'trust' is missing or wrong")
    guard let steps = value["steps"], let height = steps["height"].flatMap({ Self.int($0) }),
      height >= 0, Int32(exactly: height) != nil,
      let exact = value["exactHeight"]?.number, exact.isFinite,
      let trust = value["trust"], trust.kind == .array,
      let frames = Self.ints(steps["frames"]), frames.count % 4 == 0,
      let lines = Self.ints(steps["lines"]), let findings = Self.ints(steps["findings"])
    else { throw wrong }
    var caveats = Caveats()
    for reason in trust.elements {
      guard let first = reason.string.flatMap({ Caveats(name: $0) }) else { throw wrong }
      caveats.insert(first)
    }
    var labels: [LabelLines] = []
    for line in lines {
      guard let encoded = Int16(exactly: line) else { throw wrong }
      labels.append(LabelLines(encoded: encoded))
    }
    var set = FindingSet()
    for finding in findings {
      guard (0..<Self.maximumFindings).contains(finding) else { throw wrong }
      set.insert(finding)
    }
    guard frames.allSatisfy({ Int32(exactly: $0) != nil }) else { throw wrong }
    return CellLayout(
      height: height, exactHeight: exact,
      frames: stride(from: 0, to: frames.count, by: 4).map {
        PixelRect(x: frames[$0], y: frames[$0 + 1], width: frames[$0 + 2], height: frames[$0 + 3])
      }, labels: labels, caveats: caveats, findings: set)
  }

  /// Numbers of findings are less than this; no template has that many findings.
  private static let maximumFindings = 1 << 20

  /// The allowed numbers of chunks and of cells before a chunk.
  private static let numbers = 0...Int(Int32.max)

  private static func int(_ value: JSONValue) -> Int? { value.literal.flatMap { Int($0) } }

  private static func ints(_ value: JSONValue?) -> [Int]? {
    guard let value, value.kind == .array else { return nil }
    var numbers: [Int] = []
    for element in value.elements {
      guard let number = int(element) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private static func hash(_ text: String) -> ContentHash? {
    guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    return ContentHash(high: high, low: low)
  }
}

extension CellLineReader {
  /// Checks that the other members of a cell agree with its member `steps`, which is stored.
  ///
  /// - Throws: `CellImportError`, which names the first member that disagrees.
  static func check(
    _ value: JSONValue, _ layout: CellLayout, _ template: StoredTemplate,
    _ environment: StoredEnvironment, number: Int
  ) throws(CellImportError) {
    func contradiction(_ name: String) -> CellImportError {
      CellImportError(line: number, "'\(name)' is missing or contradicts 'steps' or the first line")
    }
    let grid = PixelGrid(stepsPerPoint: environment.stepsPerPoint)
    func isWritten(_ value: JSONValue?, _ steps: Int) -> Bool {
      // Another program may have written the number with fewer digits.
      value?.number.map { abs($0 * grid.stepsPerPoint - Double(steps)) < tolerance } ?? false
    }
    guard value["template"]?.string == template.name else { throw contradiction("template") }
    guard isWritten(value["height"], layout.height) else { throw contradiction("height") }
    guard grid.pixel(ofEdge: layout.exactHeight) == layout.height else {
      throw contradiction("exactHeight")
    }
    guard let frames = value["frames"], frames.count == template.views.count else {
      throw contradiction("frames")
    }
    var labels = layout.labels[...]
    for ((view, rect), frame) in zip(zip(template.views, layout.frames), frames.elements) {
      let lines = view.isLabel ? labels.popFirst() : nil
      guard frame["view"]?.string == view.id, isWritten(frame["x"], rect.x),
        isWritten(frame["y"], rect.y), isWritten(frame["width"], rect.width),
        isWritten(frame["height"], rect.height),
        // A label without lines has neither the member `lines` nor `truncated`.
        (frame["lines"]?.number ?? 0) == Double(lines?.count ?? 0),
        frame["lines"] == nil || frame["truncated"]?.boolean == lines?.truncated
      else { throw contradiction("frames") }
    }
  }

  /// Maximum difference between a length and a whole number of grid steps, in grid steps.
  private static let tolerance = 1.0 / 64

  /// Reads an environment of the first line, and checks its steps per point against its key.
  static func environment(
    _ key: String, stepsPerPoint: Double?, number: Int
  ) throws(CellImportError) -> StoredEnvironment {
    do {
      let environment = try Environment(parsing: key)
      guard environment.key == key else {
        throw CellImportError(
          line: number, "environment '\(key)' is not written in full, as \(environment.key)")
      }
      let steps = environment.grid.stepsPerPoint
      guard stepsPerPoint == steps else {
        throw CellImportError(
          line: number, "'stepsPerPoint' of environment '\(key)' is not \(steps.plainDecimal)")
      }
      return try StoredEnvironment(key: key, stepsPerPoint: steps, state: environment.state)
    } catch let error as CellImportError {
      throw error
    } catch {
      throw CellImportError(line: number, "\(error)")
    }
  }
}
