import ArgumentParser

@main
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "cellheights-serve")
}
