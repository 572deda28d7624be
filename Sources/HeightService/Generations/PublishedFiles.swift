import HTTPTypes

/// Where the files under `/heights/` come from.
struct PublishedFiles: Sendable {
  /// The folder that somebody publishes into; nil where files are made of the generation.
  let folder: FolderFiles?
  let follower: GenerationFollower

  /// The pointer.
  ///
  /// - Throws: `Problem` where nothing is published; `FileTrouble`.
  func pointer(_ request: ServiceRequest) async throws -> [UInt8] {
    guard let folder else { throw Self.nothing }
    guard let bytes = try folder.bytes(of: "current.json") else { throw Self.nothing }
    return bytes
  }

  /// The bytes of a manifest or a chunk; nil where there is none.
  func bytes(of name: String, _ request: ServiceRequest) async throws -> [UInt8]? {
    try folder?.bytes(of: name)
  }

  private static let nothing = Problem(
    .notFound, "nothing-published", "Nothing is published",
    "the folder of published files has no current.json; fill it with cellheights publish")
}
