import ArgumentParser
import Glibc
import WebDemo

/// What `serve --demo` shows, for the program of the service, which starts this as a child process.
struct DemoDataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-data",
    abstract: "Answer what the demo of 'serve' shows, one question a line.",
    discussion: """
      Standard input and output are those of cellheights-serve. The first line says that the \
      records are read.
      """,
    shouldDisplay: false)

  @OptionGroup var store: StoreOption
  @OptionGroup var configured: ConfigurationOption
  @OptionGroup var data: DemoDataOptions

  func run() throws {
    let settings = try configured.settings()
    var demo = try WebDemo(store: store.path(settings), try data.options(settings)) {
      StandardError.write($0)
    }
    StandardOutput.write(DemoAnswer.ready.bytes)
    var questions = LineInput(descriptor: STDIN_FILENO, name: "standard input")
    while let question = try questions.next(whenIdle: {}) {
      StandardOutput.write(demo.answer(to: question.bytes).bytes)
    }
  }
}
