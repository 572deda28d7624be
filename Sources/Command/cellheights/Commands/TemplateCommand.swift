import ArgumentParser

struct TemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "Check, compare and import cell templates, and solve single cells.",
    subcommands: [
      TemplateCheckCommand.self, TemplateImportCommand.self, TemplateFramesCommand.self,
      TemplateDiffCommand.self,
    ])
}
