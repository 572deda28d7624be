/// One example: what it shows, and what runs it.
struct Example: Sendable {
  let name: String
  let about: String
  let run: @Sendable (inout Transcript) async throws -> Void
}
