import Logging

/// Hands troubles of the server, such as a connection that cannot be taken, to the service's log.
///
/// It keeps no metadata. The server gives every request some, and to format it, as handlers of
/// swift-log do, takes as long as looking a cell up.
struct ServerLogHandler: LogHandler {
  let write: @Sendable (String) -> Void
  var logLevel = Logger.Level.error

  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }

  subscript(metadataKey _: String) -> Logger.MetadataValue? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) {
    write("\(event.message)\(event.error.map { ": \($0)" } ?? "")")
  }
}
