import ArgumentParser
import CommandSettings
import HeightStore
import StructuredDocuments

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the published store into one file, checked and synced.",
    discussion: """
      The copy has the same bytes and is a store itself. Builds may publish meanwhile.

      For example:  cellheights backup /backup/heights-monday.sqlite
      """)

  @Argument(
    help: "The file to write, in a folder that exists.",
    completion: .file(extensions: ["sqlite", "db"]))
  var file: String

  @Flag(name: .long, help: "Replace the file if it exists.")
  var force = false

  @OptionGroup var store: StoreOption
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    if file.isEmpty { throw ValidationError("backup needs the path of a file") }
  }

  func run() throws {
    let path = try configured.settings(store).storePath
    let (generation, bytes) = try StoreBackup.write(store: path, to: file, replaces: force)
    switch format {
    case .json:
      StandardOutput.write(
        json: JSONWriter.document("cellheights.backup/1") { json in
          json.member("store", path)
          json.member("file", file)
          json.member("bytes", bytes)
          json.member("generation", generation.number)
          json.member("digest", generation.digest)
          json.member("listDigest", generation.listDigest)
        })
    case .table:
      StandardOutput.write(
        "backup   \(file)  generation \(generation.number)  \(grouped(bytes)) bytes")
    }
  }
}
