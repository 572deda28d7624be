import FeedRecords
import LayoutPrimitives
import ScrollSimulation
import StructuredDocuments

/// What a published list is; lengths are in steps.
struct PublishedListHead: Hashable {
  /// Number of the generation.
  let generation: Int
  /// Digest of its cells.
  let digest: String
  /// Digest of its lists.
  let listDigest: String
  /// Name of the feed.
  let feed: String
  /// Key of the environment.
  let environment: String
  /// Name of the list.
  let list: String
  /// Steps of the lengths.
  let grid: PixelGrid
  /// Distance between cells.
  let gap: Int
  /// Distances around all cells.
  let insets: Edges
  /// Names of templates, to which cells refer by index.
  let templates: [String]
  /// Number of cells.
  let count: Int

  /// Distances from four edges.
  struct Edges: Hashable {
    let top: Int
    let leading: Int
    let bottom: Int
    let trailing: Int
  }
}

/// Reads the lines that `cellheights-publish read` prints.
struct PublishedListLines {
  /// The program, for errors.
  let program: String
  private(set) var ids: [String] = []
  /// Heights of the cells, in steps.
  private(set) var heights: [Int32] = []
  /// What the costs of the cells depend on.
  private(set) var facts: [CellFacts] = []
  /// Number of cells whose lines are not known.
  private(set) var cellsWithoutLines = 0
  private var head: PublishedListHead?
  private var isWhole = false
  private let decoder = JSONParser()

  init(program: String) { self.program = program }

  /// Reads the next line.
  ///
  /// - Throws: `Failure` for a line that is not as it should be.
  mutating func read(_ line: InputLine) throws(Failure) {
    guard !line.isTooLong, !isWhole else { throw failure(line, "is too long, or follows the end") }
    let value: JSONValue
    do throws(JSONProblem) {
      value = try decoder.parse(line.bytes[...])
    } catch {
      throw failure(line, "is no JSON")
    }
    guard let head else {
      guard let head = PublishedListHead(value) else {
        throw failure(line, "is no cellheights.published-list/1")
      }
      self.head = head
      return
    }
    if let cell = Cell(value, templates: head.templates.count) {
      ids.append(cell.id)
      heights.append(cell.height)
      facts.append(cell.facts ?? CellFacts(template: 0, labels: 0, lines: 0))
      if cell.facts == nil { cellsWithoutLines += 1 }
    } else if let end = value["eof"]?.whole, end == ids.count, end == head.count {
      isWhole = true
    } else {
      throw failure(line, "is neither a cell nor the end of \(head.count) cells")
    }
  }

  /// The head, once the last line was read.
  ///
  /// - Throws: `Failure` before.
  func wholeHead() throws(Failure) -> PublishedListHead {
    guard let head, isWhole else {
      throw Failure(.badData, "\(program) read ended before its last line")
    }
    return head
  }

  private func failure(_ line: InputLine, _ sentence: String) -> Failure {
    Failure(
      .badData,
      "line \(line.number) of \(program) read \(sentence); are both programs of one version?")
  }

  /// The line of a cell.
  private struct Cell {
    let id: String
    let height: Int32
    /// nil for what was published without frames.
    let facts: CellFacts?

    init?(_ value: JSONValue, templates: Int) {
      guard let id = value["id"]?.string,
        let height = value["height"]?.whole.flatMap({ Int32(exactly: $0) }), height >= 0
      else { return nil }
      self.id = id
      self.height = height
      guard let template = value["template"]?.whole, let labels = value["labels"]?.whole,
        let lines = value["lines"]?.whole
      else {
        facts = nil
        return
      }
      guard (0..<templates).contains(template), labels >= 0, lines >= 0 else { return nil }
      facts = CellFacts(template: template, labels: labels, lines: lines)
    }
  }
}

extension PublishedListHead {
  /// Reads the first line; nil for another one.
  fileprivate init?(_ value: JSONValue) {
    guard value["schema"]?.string == "cellheights.published-list/1",
      let generation = value["generation"]?.whole, let digest = value["digest"]?.string,
      let listDigest = value["listDigest"]?.string, let feed = value["feed"]?.string,
      let environment = value["environment"]?.string, let list = value["list"]?.string,
      let stepsPerPoint = value["stepsPerPoint"]?.number, stepsPerPoint.isFinite, stepsPerPoint > 0,
      let gap = value["gap"]?.whole, Self.lengths.contains(gap), gap >= 0,
      let insets = value["insets"].flatMap(Edges.init),
      let count = value["count"]?.whole, (0...Int(Int32.max)).contains(count)
    else { return nil }
    self.init(
      generation: generation, digest: digest, listDigest: listDigest, feed: feed,
      environment: environment, list: list, grid: PixelGrid(stepsPerPoint: stepsPerPoint),
      gap: gap, insets: insets,
      templates: (value["templates"]?.elements ?? []).compactMap(\.string), count: count)
  }

  /// Lengths that published files may have, in steps: no sum of theirs overflows.
  fileprivate static let lengths = Int(Int32.min)...Int(Int32.max)
}

extension PublishedListHead.Edges {
  /// Reads the insets; nil for others.
  fileprivate init?(_ value: JSONValue) {
    let edges = ["top", "leading", "bottom", "trailing"].compactMap { value[$0]?.whole }
    guard edges.count == 4, edges.allSatisfy(PublishedListHead.lengths.contains) else {
      return nil
    }
    self.init(top: edges[0], leading: edges[1], bottom: edges[2], trailing: edges[3])
  }
}

extension JSONValue {
  /// The value of a whole number.
  fileprivate var whole: Int? { literal.flatMap { Int($0) } }
}
