import ArgumentParser
import Glibc
import PublishedHeights
import StructuredDocuments

/// Prints one list of published files, a line a cell.
///
/// `cellheights simulate --source` starts it.
struct ReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Print one list of published files: its heights, templates and numbers of lines.",
    discussion: """
      All that is printed was verified. The last line is {"eof":N}, N being the number of cells; \
      without it the output is not complete.
      """)

  @Argument(
    help: ArgumentHelp(
      "A published folder, its address, or the address of a running cellheights serve.",
      valueName: "source"))
  var source: String

  @Option(name: .long, help: "The feed; needed where there are several.") var feed: String?
  @Option(name: .long, help: "The environment, such as 390; needed where there are several.")
  var environment: String?
  @Option(name: .long, help: "The list; needed where there are several.") var list: String?
  @Option(name: .long, help: "Maximum size of a file, stored and unpacked, in bytes.")
  var maxFileBytes = FormatLimits().maximumFileBytes
  @Option(name: .long, help: "Maximum seconds that the transfer of one file may take.")
  var maxSeconds = 60

  func validate() throws {
    if source.isEmpty { throw ValidationError("the source has no name") }
    guard maxFileBytes > 0 else {
      throw ValidationError("--max-file-bytes is a number of bytes from 1 on")
    }
    guard (1...86_400).contains(maxSeconds) else {
      throw ValidationError("--max-seconds is a number of seconds from 1 to 86400")
    }
  }

  func run() throws {
    try ExitStatus.ending {
      let limits = FormatLimits(maximumFileBytes: maxFileBytes)
      let place: any PublishedPlace =
        if WebPlace.isAddress(source) {
          try WebPlace(source, limits: limits, seconds: maxSeconds)
        } else {
          FolderPlace(folder: source, limits: limits)
        }
      let manifest = try place.manifest(limits: limits)
      let chosen = try ChosenList(
        in: manifest, feed: feed, environment: environment, list: list)
      try ListLines(manifest: manifest, chosen: chosen, limits: limits).write(from: place) {
        Streams.write(JSONLineEscapes.escaping($0), to: STDOUT_FILENO)
      }
    }
  }
}
