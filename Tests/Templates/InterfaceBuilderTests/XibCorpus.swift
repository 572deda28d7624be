import Foundation
import TestSupport

/// Interface Builder files of public projects, which are no part of this one.
enum XibCorpus {
  /// The folder, if it exists: below `$CELLHEIGHTS_SHARED`, otherwise beside the project.
  static var folder: URL? {
    let shared =
      ProcessInfo.processInfo.environment["CELLHEIGHTS_SHARED"].map { URL(filePath: $0) }
      ?? Checkout.folder.appending(path: "../shared").standardizedFileURL
    let folder = shared.appending(path: "corpora/xib")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// The files, by name.
  static var files: [URL] {
    guard let folder else { return [] }
    let cells = folder.appending(path: "cells")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: cells.path)) ?? []
    return names.filter { $0.hasSuffix(".xib") }.sorted().map { cells.appending(path: $0) }
  }

  /// Whether there are files; tests that need them are passed over elsewhere.
  static var isThere: Bool { folder != nil }
}
