import ArgumentParser
import CommandSettings
import Foundation
import Heights
import HeightStore
import LayoutPrimitives

/// The candidates for shell completion.
///
/// If the configuration or the store cannot be read, there are no candidates and no message.
struct CompletionCandidates {
  /// Maximum number of cells that are read to find ids.
  static let cellLimit = 2_000
  /// Maximum number of ids that are offered.
  static let idLimit = 200
  /// The widths of common screens, in points.
  static let widths = [
    "320", "360", "375", "390", "393", "402", "412", "430", "440", "768", "1024",
  ]

  /// The words of the command line before the word to complete.
  private let words: [String]
  /// The beginning of the word to complete.
  private let prefix: String

  init(_ words: [String], _ prefix: String) {
    self.words = words
    self.prefix = prefix
  }

  var templates: [String] {
    chosen(settings.map { Settings.templateNames($0.file) } ?? [])
      + files(["yaml", "yml", "json", "xib", "storyboard"])
  }

  var mappings: [String] {
    chosen(settings.map { Settings.mappingNames($0.file) } ?? []) + files(["yaml", "yml", "json"])
  }

  /// The feeds of the store, followed by other configured feeds.
  var feeds: [String] {
    let stored = lookup?.feeds.map(\.name) ?? []
    let configured = settings?.file?.feeds.map(\.name) ?? []
    return chosen(stored + configured.filter { !stored.contains($0) })
  }

  /// The keys of the store's environments, only of the feed that the command line names, if any.
  var storedEnvironments: [String] {
    guard let lookup else { return [] }
    let names = value(of: "--feed").map { [$0] } ?? lookup.feeds.map(\.name)
    var keys: [String] = []
    for name in names {
      for environment in lookup.environments(feed: name) where !keys.contains(environment.key) {
        keys.append(environment.key)
      }
    }
    return chosen(keys)
  }

  /// Widths of common screens, followed by stored environments and by devices.
  var environments: [String] {
    let devices = settings?.devices.devices.map(\.name) ?? []
    return chosen(Self.widths) + storedEnvironments + chosen(devices)
  }

  /// Record ids of the first cells of the store's lists.
  var ids: [String] {
    guard let lookup else { return [] }
    var ids: [String] = []
    var left = Self.cellLimit
    do {
      for name in value(of: "--feed").map({ [$0] }) ?? lookup.feeds.map(\.name) {
        // Every environment has the same records, so one is enough.
        guard let key = lookup.environments(feed: name).first?.key,
          let scope = try lookup.scopes(feed: name, environment: key).get().first
        else { continue }
        let list = try lookup.list(in: scope)
        let count = min(left, list.count)
        left -= count
        for hit in try list.hits(0..<count)
        where hit.cell.recordID.hasPrefix(prefix) && ids.count < Self.idLimit {
          ids.append(hit.cell.recordID)
        }
      }
    } catch {
      return ids
    }
    return ids
  }

  private func chosen(_ names: [String]) -> [String] { names.filter { $0.hasPrefix(prefix) } }

  /// The folders, and the files with one of the extensions, whose paths begin with the word to
  /// complete.
  private func files(_ extensions: [String]) -> [String] {
    let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
    let begun = prefix.dropFirst(folder.count)
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    } catch {
      return []
    }
    return names.sorted().compactMap { name in
      guard name.hasPrefix(begun), !name.hasPrefix(".") || begun.hasPrefix(".") else { return nil }
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
      if exists, isFolder.boolValue { return folder + name + "/" }
      return extensions.contains { name.hasSuffix(".\($0)") } ? folder + name : nil
    }
  }

  private var settings: Settings? {
    do { return try Settings(config: value(of: "--config")) } catch { return nil }
  }

  private var lookup: HeightLookup? {
    guard let store = settings?.store(value(of: "--store")).value else { return nil }
    do { return try HeightLookup(store: store) } catch { return nil }
  }

  /// The value of an option in the command line before the word to complete; nil if there is none.
  private func value(of option: String) -> String? {
    if let index = words.lastIndex(of: option), index + 1 < words.count { return words[index + 1] }
    return words.last { $0.hasPrefix("\(option)=") }.map { String($0.dropFirst(option.count + 1)) }
  }
}

/// The completions that several options share.
extension CompletionKind {
  /// Template names and files.
  static var template: CompletionKind { candidates(\.templates) }
  /// Mapping names and files.
  static var mapping: CompletionKind { candidates(\.mappings) }
  /// Feeds of the store and of the configuration file.
  static var feed: CompletionKind { candidates(\.feeds) }
  /// Environments of the store, or of the feed that the command line names.
  static var storedEnvironment: CompletionKind { candidates(\.storedEnvironments) }
  /// Widths of common screens, environments of the store, and devices.
  static var environment: CompletionKind { candidates(\.environments) }
  /// Record ids of the store.
  static var record: CompletionKind { candidates(\.ids) }
  static var font: CompletionKind { .file(extensions: ["ttf", "otf", "ttc", "otc", "json"]) }

  private static func candidates(
    _ list: any KeyPath<CompletionCandidates, [String]> & Sendable
  ) -> CompletionKind {
    .custom { words, _, prefix in CompletionCandidates(words, prefix)[keyPath: list] }
  }
}
