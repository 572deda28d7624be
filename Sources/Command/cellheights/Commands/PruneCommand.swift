import ArgumentParser
import CommandSettings
import Foundation
import HeightStore
import Operations
import StructuredDocuments

struct PruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove old generations and files of interrupted builds and backups.",
    discussion: """
      The published generation always stays. A build that was interrupted begins anew, because what \
      it had finished is removed as well.
      """)

  @OptionGroup var store: StoreOption
  @OptionGroup var keep: KeepOption
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func run() throws {
    let settings = try configured.settings(store)
    let path = settings.storePath
    // If there is no store, the folder for the lock may not exist.
    guard FileManager.default.fileExists(atPath: path) else { throw StoreError.missing(path: path) }
    let lock = try BuildLock(
      store: path, startedUTC: Date.now.utcText, passesHold: true)
    defer { withExtendedLifetime(lock) {} }
    let count = settings.keep(keep.keep).value
    let removed = try StoreGenerations.prune(lock: lock, keep: count)
    let kept = try StoreGenerations.kept(store: path)
    let bytes = removed.reduce(0) { $0 + $1.bytes }
    switch format {
    case .json:
      StandardOutput.write(
        json: JSONWriter.document("cellheights.prune/1") { json in
          json.member("store", path)
          json.member("keep", count)
          json.array("removed", removed) { json, file in
            json.member("path", file.path)
            if let number = file.generation { json.member("generation", number) }
            json.member("bytes", file.bytes)
          }
          json.member("bytes", bytes)
          json.array("kept", kept) { json, file in
            json.member("path", file.path)
            json.member("generation", file.number)
            json.member("bytes", file.bytes)
          }
        })
    case .table:
      for file in removed {
        let what =
          file.generation.map { "generation \($0)" } ?? "of a build or backup that did not end"
        StandardOutput.write("removed  \(file.path)  \(what)  \(grouped(file.bytes)) bytes")
      }
      let numbers = kept.map { String($0.number) }
      StandardOutput.write(
        "pruned   \(counted(removed.count, "file")), \(grouped(bytes)) bytes; kept besides the "
          + "published one: \(numbers.isEmpty ? "none" : numbers.joined(separator: ", "))")
    }
  }
}
