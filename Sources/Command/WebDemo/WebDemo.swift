import CellTemplates
import FeedRecords
import Heights
import HeightStore
import LayoutPrimitives
import Precomputation
import TextMeasurement

/// The data of `serve --demo`: the content of cells, and the fonts of their texts.
///
/// It is for developers' machines. It reads the feeds' own files, keeps their records in memory,
/// and lays out the requested records, one request after another. It runs in a separate process, so
/// that the service links neither layout nor text.
public struct WebDemo {
  /// The reason why a feed of the store cannot be shown, by feed name.
  public private(set) var unavailable: [String: String] = [:]
  private let store: String
  private let options: DemoOptions
  private let library: FontLibrary
  /// Plans by template hash.
  private let plans: [String: TemplatePlan]
  /// Layouters by template hash.
  private var layouters: [String: CellLayouter]
  private let report: (String) -> Void
  private var feeds: [String: DemoFeed] = [:]
  /// The newest generation whose records were read, or were requested and could not be read.
  private var generation = 0
  private var fonts: DemoFonts

  /// Resolves the fonts, prepares the templates, and reads the records of the feeds.
  ///
  /// A feed that cannot be shown does not stop the others.
  ///
  /// - Parameters:
  ///   - store: The path of the store.
  ///   - options: The fonts and templates of the feeds.
  ///   - report: Receives a line for each feed that cannot be shown, and for a store that cannot be
  ///     reopened.
  /// - Throws: `TextError` for fonts of the options, `StoreError`.
  public init(
    store: String, _ options: DemoOptions, report: @escaping (String) -> Void = { _ in }
  ) throws {
    self.store = store
    self.options = options
    self.report = report
    library = try FontLibrary(options.fonts)
    fonts = DemoFonts(library)
    let plans = options.templates.map { TemplatePlan($0) }
    self.plans = Dictionary(plans.map { (StoredTemplate($0).hash, $0) }) { first, _ in first }
    let measurer = try TextMeasurer(library: library)
    layouters = self.plans.mapValues {
      CellLayouter(plan: $0, measurer: measurer, formats: options.formats)
    }
    read(try HeightLookup(store: store))
  }

  /// Reads the records of a generation.
  private mutating func read(_ lookup: HeightLookup) {
    generation = lookup.generation.number
    feeds = [:]
    unavailable = [:]
    var room = options.maximumRecords
    for entry in lookup.feeds {
      do throws(DemoFeed.Unavailable) {
        let feed = try DemoFeed(
          entry, lookup, plans: plans, fonts: library,
          lists: (options.lists[entry.name] ?? [], options.formats), room: room)
        room -= feed.records.count
        feeds[entry.name] = feed
      } catch {
        unavailable[entry.name] = error.reason
        report("feed '\(entry.name)' has no records to show: \(error.reason)")
      }
    }
  }

  /// Rereads the records if a newer generation is requested; after an error, keeps the old ones.
  private mutating func follow(_ asked: Int) {
    guard asked > generation else { return }
    do {
      read(try HeightLookup(store: store))
    } catch {
      report("the records of generation \(generation) are shown, because \(error)")
      generation = asked
    }
  }

  /// Answers one line of the service.
  public mutating func answer(to line: [UInt8]) -> DemoAnswer {
    do throws(DemoProblem) {
      switch DemoQuestion(line) {
      case .records(let asked): return .content(try records(asked))
      case .font(let number): return .content(try font(number))
      case nil: throw DemoProblem.unreadableQuestion
      }
    } catch {
      return .problem(error)
    }
  }

  /// The content of records in an environment: a `cellheights.records/1` document.
  private mutating func records(_ asked: DemoQuestion.Records) throws(DemoProblem) -> [UInt8] {
    follow(asked.generation)
    guard let feed = feeds[asked.feed] else {
      // The reasons name files of this machine, which must not be on a page.
      throw .unknownFeed(
        asked.feed,
        reason: unavailable[asked.feed] == nil
          ? "the store has no such feed" : "the service's own log said why when it began")
    }
    var document = RecordsDocument(
      feed: asked.feed, environment: asked.environment.key, generation: asked.generation,
      fonts: fonts)
    var missing: [(id: String, reason: String)] = []
    for cell in asked.cells {
      do throws(Missing) {
        try add(cell, of: feed, in: asked.environment, to: &document)
      } catch {
        missing.append((cell.id, error.reason))
      }
    }
    let bytes = document.end(missing: missing)
    fonts = document.fonts
    return bytes
  }

  /// Lays out a record and adds it to the document.
  private mutating func add(
    _ cell: DemoQuestion.Cell, of feed: DemoFeed, in environment: Environment,
    to document: inout RecordsDocument
  ) throws(Missing) {
    guard let stored = cell.stored else { throw Missing(reason: cell.reason) }
    guard let record = feed.records[cell.id], record.version == stored.version else {
      throw Missing(reason: "the record is gone from its file or changed since the build")
    }
    let content: CellContent?
    do throws(CellError) {
      content = try layouters[stored.templateHash]?.content(of: record, in: environment)
    } catch {
      throw Missing(reason: "\(error)")
    }
    guard let content else {
      throw Missing(reason: "its template '\(stored.template)' was not named")
    }
    do throws(TextError) {
      try document.add(content, id: cell.id, environment: environment, stored: stored.height)
    } catch {
      throw Missing(reason: "\(error)")
    }
  }

  /// The bytes of a font, given the number by which records refer to it.
  private func font(_ number: Int) throws(DemoProblem) -> [UInt8] {
    guard fonts.faces.indices.contains(number) else { throw .unknownFont(number) }
    let face = fonts.faces[number]
    return try SingleFont(path: face.file, index: face.index).bytes
  }
}

/// The reason why one record cannot be shown.
private struct Missing: Error {
  let reason: String
}
