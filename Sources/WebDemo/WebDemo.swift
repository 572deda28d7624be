import CellTemplates
import FeedRecords
public import Heights
import HeightStore
import LayoutPrimitives
import Precomputation
import Synchronization
import TextMeasurement

/// What `serve --demo` hands out: the page, the content of cells, and the fonts they were measured
/// with.
///
/// For machines of developers: it reads the feeds' own files, keeps their records in memory, and lays
/// out what is asked for, one request at a time.
public final class WebDemo: Sendable {
  /// The reasons why feeds of the store cannot be shown, by their names.
  public let unavailable: [String: String]
  private let options: DemoOptions
  private let feeds: [String: DemoFeed]
  private let state: Mutex<State>

  private struct State {
    var fonts: DemoFonts
    /// Layouters by the hash of their template.
    var layouters: [String: CellLayouter]
  }

  /// Resolves the fonts, compiles the templates, and reads the records of the feeds.
  ///
  /// A feed that cannot be shown does not stop the others.
  ///
  /// - Throws: `TemplateError` and `TextError` for what the options name.
  public init(_ lookup: HeightLookup, _ options: DemoOptions = DemoOptions()) throws {
    self.options = options
    let library = try FontLibrary(options.fonts)
    let catalog = TemplateCatalog()
    var plans: [String: TemplatePlan] = [:]
    for name in options.templates {
      let plan = TemplatePlan(try catalog.template(name))
      plans[StoredTemplate(plan).hash] = plan
    }
    var feeds: [String: DemoFeed] = [:]
    var unavailable: [String: String] = [:]
    var room = options.maximumRecords
    for entry in lookup.feeds {
      do throws(DemoFeed.Unavailable) {
        let feed = try DemoFeed(entry, lookup.catalog, plans: plans, fonts: library, room: room)
        room -= feed.records.count
        feeds[entry.name] = feed
      } catch {
        unavailable[entry.name] = error.reason
      }
    }
    self.feeds = feeds
    self.unavailable = unavailable
    let measurer = try TextMeasurer(library: library)
    state = Mutex(
      State(
        fonts: DemoFonts(library),
        layouters: plans.mapValues {
          CellLayouter(plan: $0, measurer: measurer, formats: options.formats)
        }))
  }

  /// What records show in an environment: a `cellheights.records/1` document.
  ///
  /// - Parameters:
  ///   - ids: At most `DemoOptions.maximumIDs`.
  ///   - environment: Key of a single width, which may be one within a stored range; parts may be left
  ///     out.
  ///   - lookup: The generation that is served.
  /// - Throws: `DemoError`.
  public func records(
    feed name: String, ids: [String], environment key: String, in lookup: HeightLookup
  ) throws(DemoError) -> [UInt8] {
    guard let feed = feeds[name] else {
      // The reasons name files of this machine, which no page needs to know.
      throw .unknownFeed(
        name,
        reason: unavailable[name] == nil
          ? "the store has no such feed" : "the service's own log said why when it began")
    }
    guard ids.count <= options.maximumIDs else {
      throw .tooManyIDs(found: ids.count, limit: options.maximumIDs)
    }
    let scope: LookupScope?
    do throws(Miss) {
      scope = try lookup.scopes(feed: name, environment: key).get().first
    } catch {
      throw .unknownEnvironment(key, reason: error.description)
    }
    let environment: Environment
    do throws(EnvironmentError) {
      // Templates of one feed may have different states, of which none was named then.
      let found = scope?.key ?? key
      environment = try Environment(
        parsing: key.contains("#") ? found : String(found.prefix { $0 != "#" }))
    } catch {
      throw .unknownEnvironment(key, reason: error.description)
    }
    guard environment.widthPixels == nil else {
      throw .unknownEnvironment(key, reason: "it is a range; ask for one width in it")
    }
    let work = Work(feed: feed, environment: environment, lookup: lookup)
    return state.withLock { state in
      var document = RecordsDocument(
        feed: name, environment: environment.key, generation: lookup.generation.number,
        fonts: state.fonts)
      var missing: [(id: String, reason: String)] = []
      for id in ids {
        do throws(Missing) {
          try work.add(id, to: &document, &state.layouters)
        } catch {
          missing.append((id, error.reason))
        }
      }
      let bytes = document.end(missing: missing)
      state.fonts = document.fonts
      return bytes
    }
  }

  /// The bytes of a font that records number.
  ///
  /// - Throws: `DemoError`.
  public func font(_ number: Int) throws(DemoError) -> [UInt8] {
    let face = state.withLock { state in
      state.fonts.faces.indices.contains(number) ? state.fonts.faces[number] : nil
    }
    guard let face else { throw .unknownFont(number) }
    return try SingleFont(path: face.file, index: face.index).bytes
  }
}

/// The reason why one record cannot be shown.
private struct Missing: Error {
  let reason: String
}

/// One request.
private struct Work {
  let feed: DemoFeed
  let environment: Environment
  let lookup: HeightLookup

  /// Lays out a record and adds it to the document.
  func add(
    _ id: String, to document: inout RecordsDocument, _ layouters: inout [String: CellLayouter]
  ) throws(Missing) {
    do {
      let result = try lookup.lookup(id: id, feed: feed.name, environment: environment.key)
      guard case .hit(let hit) = result else {
        if case .miss(let reason) = result { throw Missing(reason: "\(reason)") }
        return
      }
      guard let record = feed.records[id], record.version == hit.cell.version else {
        throw Missing(reason: "the record is gone from its file or changed since the build")
      }
      guard let content = try layouters[hit.template.hash]?.content(of: record, in: environment)
      else { throw Missing(reason: "its template '\(hit.template.name)' was not named") }
      try document.add(
        content, id: id, environment: environment,
        stored: hit.scope.grid.points(hit.layout.height))
    } catch let missing as Missing {
      throw missing
    } catch is StoreError {
      throw Missing(reason: "the store cannot be read")
    } catch {
      throw Missing(reason: "\(error)")
    }
  }
}
