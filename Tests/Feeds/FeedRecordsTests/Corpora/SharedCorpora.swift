import FeedRecords
import Foundation
import TestSupport

/// Files of other projects that are beside the package on some machines, and never in it.
enum SharedCorpora {
  /// The folder `corpora`; nil if it is missing.
  static let root: URL? = {
    let fromEnvironment = ProcessInfo.processInfo.environment["CELLHEIGHTS_SHARED"]
      .map { URL(fileURLWithPath: $0) }
    let package = Checkout.folder
    let beside = package.deletingLastPathComponent().appendingPathComponent("shared")
    return [fromEnvironment, beside].compactMap(\.self)
      .map { $0.appendingPathComponent("corpora") }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  static var isThere: Bool { root != nil }

  static func path(_ relative: String) -> String {
    root?.appendingPathComponent(relative).path ?? relative
  }
}

/// Everything a reader gives for a source.
struct Reading {
  var records: [FeedRecord] = []
  var failures: [RecordFailure] = []
  var error: FeedError?
  var format: FeedFormat?
  var warnings: [FeedWarning] = []

  init(
    _ source: FeedSource, mapping: RecordMapping? = nil, limits: FeedLimits = FeedLimits()
  ) {
    do throws(FeedError) {
      var reader = try FeedReader(source: source, mapping: mapping, limits: limits)
      format = reader.format
      while let item = try reader.next() {
        switch item {
        case .record(let record): records.append(record)
        case .failure(let failure): failures.append(failure)
        }
      }
      warnings = reader.warnings
    } catch {
      self.error = error
    }
  }

  init(
    _ text: String, mapping: RecordMapping? = nil, limits: FeedLimits = FeedLimits(),
    name: String = "test"
  ) {
    self.init(
      FeedSource(bytes: Array(text.utf8), name: name), mapping: mapping, limits: limits)
  }
}
