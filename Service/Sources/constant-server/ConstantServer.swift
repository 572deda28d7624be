import ArgumentParser
import Hummingbird
import NIOCore

/// The command `constant-server`: one route that always sends the same bytes.
///
/// The benchmark `http.vs-constant` compares the service with it.
@main
struct ConstantServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "constant-server", abstract: "Answer every request for /constant alike.")

  @Option(help: "The port of 127.0.0.1 to listen on.")
  var port: Int

  @Option(help: "Size of the answer, in bytes.")
  var bytes = 1_200

  func run() async throws {
    let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: bytes)
    let router = Router()
    router.get("constant") { _, _ in
      Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: ResponseBody(byteBuffer: body))
    }
    let server = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
    try await server.runService()
  }
}
