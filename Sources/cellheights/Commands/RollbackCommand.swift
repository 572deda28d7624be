import ArgumentParser
import Foundation
import HeightStore
import StructuredDocuments

struct RollbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Publish the content of a kept generation again, under the next number.",
    discussion: """
      The file is checked first. Readers see the old content or the new one, as after a build; the \
      generation that was published is kept.

      For example:  cellheights rollback 41
      """)

  @Argument(help: "Number of a kept generation.")
  var number: Int

  @OptionGroup var store: StoreOption
  @OptionGroup var keep: KeepOption
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func run() throws {
    let settings = try configured.settings()
    let path = store.path(settings)
    // Without a file there is no directory to make a lock in.
    let kept = try StoreGenerations.kept(store: path).map(\.number)
    guard kept.contains(number) else {
      throw StoreError.unknownGeneration(store: path, number: number, kept: kept)
    }
    let lock = try BuildLock(store: path, startedUTC: Date.now.ISO8601Format())
    defer { withExtendedLifetime(lock) {} }
    let generation: Generation
    do {
      generation = try StoreGenerations.rollBack(
        to: number, lock: lock, keep: settings.keep(keep.keep).value)
    } catch StoreError.corrupt(let file, let detail) where file != lock.store {
      let others = kept.filter { $0 != number }.map(String.init).joined(separator: ", ")
      throw Failure(
        .badData,
        "generation \(number) is damaged and was not published (\(file): \(detail)); the store is "
          + "unchanged, " + (others.isEmpty ? "" : "roll back to another (\(others)) or ")
          + "restore a backup")
    }
    switch format {
    case .json:
      StandardOutput.write(
        json: JSONWriter.document("cellheights.rollback/1") { json in
          json.member("store", path)
          json.member("from", number)
          json.member("generation", generation.number)
          json.member("digest", generation.digest)
          json.member("listDigest", generation.listDigest)
          json.member("created", generation.createdUTC)
          json.member("cells", generation.cells)
          json.member("failed", generation.failed)
        })
    case .table:
      StandardOutput.write(
        "rolled back: readers of \(path) now see generation \(generation.number), with the "
          + "\(counted(generation.cells, "cell")) of generation \(number), built "
          + generation.createdUTC)
      StandardOutput.write("digest   \(generation.digest)")
    }
  }
}
