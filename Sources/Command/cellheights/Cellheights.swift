import ArgumentParser
import CellTemplates
import CommandSettings
import FeedRecords
import Heights
import HeightStore
import Operations
import StructuredDocuments

/// The command `cellheights`: parses flags, calls the library and renders the result.
@main
struct Cellheights: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cellheights",
    abstract: "Compute the heights and frames of feed cells ahead of time.",
    discussion: """
      cellheights lays out every record of a feed in a cell template, stores each height and frame \
      in one SQLite file, and answers lookups from it.

      Start with:  cellheights build Feeds/demo.json
                   cellheights lookup post-001

      Exit codes: 0 done, 1 negative answer, 64 usage, 65 bad input data, 66 input missing, \
      70 internal error, 73 cannot create, 74 write failed, 75 try again, 78 configuration, \
      99 threshold breached, 129/130/143 interrupted.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Build",
        subcommands: [
          BuildCommand.self, MergeCommand.self, ImportCommand.self, LayoutCommand.self,
          ImagesCommand.self, FontsCommand.self,
        ]),
      CommandGroup(
        name: "Read",
        subcommands: [
          LookupCommand.self, ExportCommand.self, PublishCommand.self, ServeCommand.self,
          StoresCommand.self,
        ]),
      CommandGroup(
        name: "Check",
        subcommands: [
          TemplateCommand.self, InspectCommand.self, RecordsCommand.self, MeasureCommand.self,
          SimulateCommand.self, VerifyCommand.self, DiffCommand.self,
        ]),
      CommandGroup(
        name: "Operate",
        subcommands: [
          NightlyCommand.self, PruneCommand.self, RollbackCommand.self, BackupCommand.self,
          DoctorCommand.self, ConfigCommand.self, ExplainCommand.self, DemoDataCommand.self,
        ]),
    ])

  static func main() async {
    StandardStreams.fillIn()
    ChildProcess.endWithParent()
    let words = Array(CommandLine.arguments.dropFirst())
    StandardStreams.color(as: words)
    do {
      if let problem = try words.first == "help" ? UsageAdvice(words).unknownHelp : nil {
        throw Failure(.usage, problem)
      }
      var command = try parse(words)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      if let error = error as? ValidationError {
        // `run` threw this error. The parser would print the usage of the root command.
        StandardError.write("cellheights: \(error.message)")
        exit(withError: ExitCode(ExitStatus.usage.rawValue))
      }
      guard let status = ExitStatus(of: error) else {
        // The argument parser explains its own errors; other errors are unexpected.
        if error is ExitCode || exitCode(for: error) != .failure { exit(withError: error) }
        StandardError.write("cellheights: internal error: \(error); please report it")
        exit(withError: ExitCode(ExitStatus.internalError.rawValue))
      }
      // These errors are sentences, but names from outside in them may contain line feeds.
      let isSentence = error is Miss || error is FeedError || error is ConfiguredFileError
      let hint = (error as? StoreError)?.keptGenerationHint ?? ""
      let sentence = StandardError.sentence(error)
      let text = isSentence ? sentence.printable() : sentence
      StandardError.write("cellheights: \(text)\(hint)")
      exit(withError: ExitCode(status.rawValue))
    }
  }

  /// Parses a command line, or explains its error and ends the program.
  private static func parse(_ words: [String]) throws -> any ParsableCommand {
    let divided = NegativeValues.divided(words)
    let spelled = SimulateCommand.spelled(NightlyCommand.spelled(divided))
    let words = try NegativeValues.joined(spelled) { try CommandTree() }
    do {
      return try parseAsRoot(words)
    } catch  where exitCode(for: error) == .validationFailure {
      StandardError.write(try UsageAdvice(words).message(fullMessage(for: error)))
      exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }
  }
}

extension StandardError {
  /// An error in words; the code of a cell that cannot be laid out follows in brackets.
  static func sentence(_ error: any Error) -> String {
    (error as? CellError).map { "\($0) [\($0.code)]" } ?? "\(error)"
  }
}

extension StoreError {
  /// A hint about the generations kept beside a store that cannot be read; empty if there are none.
  var keptGenerationHint: String {
    let (path, isForeign): (String, Bool)
    switch self {
    case .notAStore(let storePath, _): (path, isForeign) = (storePath, true)
    case .corrupt(let storePath, _), .missing(let storePath): (path, isForeign) = (storePath, false)
    default: return ""
    }
    // The error of the store is reported even if the generations cannot be read.
    guard case .success(let kept) = Result(catching: { try StoreGenerations.kept(store: path) }),
      let newest = kept.first
    else { return "" }
    // Only the user can decide whether the other file at the path may be removed.
    return "; generation \(newest.number) is kept beside it: "
      + (isForeign ? "move this file away, and publish it with: " : "publish it with: ")
      + "cellheights rollback \(newest.number) --store \(path.shellWord)"
  }
}
