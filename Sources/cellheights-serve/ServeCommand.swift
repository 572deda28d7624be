import ArgumentParser
import Glibc
import HeightLookup
import HeightService
import HeightStore

@main
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cellheights-serve",
    abstract: "Serve the heights of a store over HTTP.",
    discussion: "It is what `cellheights serve` becomes, which also reads cellheights.yaml.")

  @Option(help: ArgumentHelp("The store.", valueName: "file"))
  var store: String

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
  var port = 8080

  @Option(
    help: ArgumentHelp("Write the port to a file once it listens.", valueName: "file"))
  var portFile: String?

  @OptionGroup(title: "Demo")
  var demo: DemoFlags

  func run() async throws {
    let lookup = try HeightLookup(store: store)
    var settings = ServiceSettings()
    settings.host = host
    settings.port = port
    try await HeightService(ServiceSources(lookup), settings: settings, demo: try demo.make(lookup))
      .run()
  }
}
