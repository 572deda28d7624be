/// How a service is set up.
package struct ServiceSettings: Sendable {
  /// The address that is listened on.
  package var host = "127.0.0.1"
  /// The port; 0 for any that is free.
  package var port = 8080
  /// What it takes on, and how long it waits.
  package var limits = ServiceLimits()
  /// Origins whose pages may read answers, `*` for all; none for no other origin.
  package var origins: [String] = []
  /// Names by which the service may be reached, besides `localhost` and `host`.
  package var allowedHosts: [String] = []
  /// A folder of published files for `/heights/`; nil for files that are made of the generation.
  package var published: String?

  /// Creates the settings that hold where nobody chooses others.
  package init() {}
}
