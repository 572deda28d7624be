import CellTemplates
import FeedRecords
import Foundation
import LayoutPrimitives
import PairedBenchmark
import TemplateDocuments
import TextMeasurement

/// The sources of the claims' data.
struct ProbeInput {
  /// The project's folder.
  let root: String
  /// A folder with `json/weibo_0.json` and the other documents of the articles' demos; `nil` for
  /// none.
  let corpora: String?
  /// Pairs of a figure.
  let pairs: Int
  let environment: Environment
  let library: FontLibrary
  /// The English posts of the demo feed.
  let posts: [FeedRecord]
  let sink = Sink()

  init(root: String, corpora: String?, pairs: Int) throws {
    self.root = root
    self.corpora = corpora
    self.pairs = pairs
    environment = try Environment(width: 390)
    library = try FontLibrary(FontConfiguration())
    posts = try Self.records(["\(root)/Feeds/demo.json"]).filter { $0.language == "en" }
    guard posts.count >= 100 else { throw ProbeError("Feeds/demo.json has too few English posts") }
  }

  /// The records of documents of the articles' demos; `nil` if they are not here.
  func records(_ names: [String]) throws -> [FeedRecord]? {
    guard let corpora else { return nil }
    let paths = names.map { "\(corpora)/json/\($0)" }
    guard paths.allSatisfy(FileManager.default.fileExists(atPath:)) else { return nil }
    return try Self.records(paths)
  }

  /// A template of the program or of Feeds/templates.
  func plan(_ name: String) throws -> TemplatePlan {
    let catalog = TemplateCatalog()
    let path = "\(root)/Feeds/templates/\(name).yaml"
    return TemplatePlan(try catalog.template(name == "post" ? name : path))
  }

  /// A template of a text.
  func plan(_ name: String, text: String) throws -> TemplatePlan {
    var limits = TemplateLimits()
    limits.bytes = 1 << 21
    let catalog = TemplateCatalog(
      entries: [.init(name: name, text: text, file: "\(name).yaml")], limits: limits)
    return TemplatePlan(try catalog.template(name))
  }

  /// A measurer that keeps as many texts as wanted.
  func measurer(keeping texts: Int) throws -> TextMeasurer {
    try TextMeasurer(library: library, limits: TextLimits(paragraphCacheEntries: texts))
  }

  /// Lines of a file, for the size of code.
  func lines(_ path: String) throws -> Int {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8).split(separator: "\n").count
  }

  private static func records(_ paths: [String]) throws -> [FeedRecord] {
    var records: [FeedRecord] = []
    for path in paths {
      var reader = try FeedReader(source: FeedSource(path: path))
      while let item = try reader.next() {
        switch item {
        case .record(let record): records.append(record)
        case .failure(let failure): throw failure
        }
      }
    }
    return records
  }
}
