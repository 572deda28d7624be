import ArgumentParser

/// `cellheights template`.
struct TemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "Check cell templates and solve single cells.",
    subcommands: [TemplateCheckCommand.self, TemplateFramesCommand.self])
}
