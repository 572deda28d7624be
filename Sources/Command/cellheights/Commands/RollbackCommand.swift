import ArgumentParser
import CommandSettings
import Foundation
import Operations
import HeightStore
import StructuredDocuments

struct RollbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Publish the content of a kept generation again, under the next number.",
    discussion: """
      The file is checked first. Readers see the old content or the new one, as after a build; the \
      generation that was published is kept. The next build publishes again what is in the feeds; \
      with --hold builds, merges and imports stop (78) until --release.

      For example:  cellheights rollback 41 --hold
                    cellheights rollback --release
      """)

  @Argument(help: "Number of a kept generation.")
  var number: Int?

  @Flag(
    name: .long,
    help:
      "Stop builds from publishing until --release; without a number, hold the published generation."
  )
  var hold = false

  @Flag(name: .long, help: "Allow builds to publish again.")
  var release = false

  @OptionGroup var store: StoreOption
  @OptionGroup var keep: KeepOption
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    guard number != nil || hold || release else {
      throw ValidationError("name the number of a kept generation, or give --hold or --release")
    }
    guard !release || number == nil && !hold else {
      throw ValidationError("--release stands alone")
    }
  }

  func run() throws {
    let settings = try configured.settings(store)
    let path = settings.storePath
    // If there is no file, the folder for the lock may not exist.
    let kept = try StoreGenerations.kept(store: path).map(\.number)
    if let number, !kept.contains(number) {
      throw StoreError.unknownGeneration(store: path, number: number, kept: kept)
    }
    if number == nil { _ = try StoreReader(path: path) }
    let now = Date.now.utcText
    let lock = try BuildLock(store: path, startedUTC: now, passesHold: true)
    defer { withExtendedLifetime(lock) {} }
    if release {
      let wasHeld = try GenerationHold.release(lock)
      return writeHold(isHeld: false, wasHeld ? "released" : "was not held", path)
    }
    guard let number else {
      let published = try StoreReader(path: path).catalog.generation.number
      try GenerationHold.hold(lock, generation: published, sinceUTC: now)
      return writeHold(isHeld: true, "held at generation \(published)", path)
    }
    let generation = try rolledBack(to: number, kept, lock, settings)
    if hold { try GenerationHold.hold(lock, generation: generation.number, sinceUTC: now) }
    write(generation, from: number, path)
  }

  private func rolledBack(
    to number: Int, _ kept: [Int], _ lock: BuildLock, _ settings: Settings
  ) throws -> Generation {
    do {
      return try StoreGenerations.rollBack(
        to: number, lock: lock, keep: settings.keep(keep.keep).value)
    } catch StoreError.corrupt(let file, let detail) where file != lock.store {
      let others = kept.filter { $0 != number }.map(String.init).joined(separator: ", ")
      throw Failure(
        .badData,
        "generation \(number) is damaged and was not published (\(file): \(detail)); the store is "
          + "unchanged, " + (others.isEmpty ? "" : "roll back to another (\(others)) or ")
          + "restore a backup")
    }
  }

  private func writeHold(isHeld: Bool, _ words: String, _ path: String) {
    switch format {
    case .json:
      StandardOutput.write(
        json: JSONWriter.document("cellheights.hold/1") { json in
          json.member("store", path)
          json.member("held", isHeld)
        })
    case .table: StandardOutput.write("\(path) \(words)")
    }
  }

  private func write(_ generation: Generation, from number: Int, _ path: String) {
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
          if hold { json.member("held", true) }
        })
    case .table:
      StandardOutput.write(
        "rolled back: readers of \(path) now see generation \(generation.number), with the "
          + "\(counted(generation.cells, "cell")) of generation \(number), built "
          + generation.createdUTC)
      StandardOutput.write("digest   \(generation.digest)")
      StandardOutput.write(
        hold
          ? "held     no build publishes until: cellheights rollback --release --store "
            + path.shellWord
          : "note     the next build publishes again what is in the feeds; --hold keeps it from that"
      )
    }
  }
}
