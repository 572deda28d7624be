import HTTPTypes
import PublishedHeights

/// Where the files under `/heights/` come from.
struct PublishedFiles: Sendable {
  /// The folder that somebody publishes into; nil where files are made of the generation.
  let folder: FolderFiles?
  let follower: GenerationFollower

  /// The pointer.
  ///
  /// - Throws: `Problem` where nothing is published; `FileTrouble`.
  func pointer(_ request: ServiceRequest) async throws -> [UInt8] {
    var bytes: [UInt8]?
    if let folder {
      bytes = try folder.bytes(of: PublishedPath.pointer)
    } else {
      let files = request.generation.files
      bytes = try await files.made(request).bytes(of: PublishedPath.pointer)
      if bytes == nil {
        // Somebody emptied the temporary folder.
        files.remove()
        bytes = try await files.made(request).bytes(of: PublishedPath.pointer)
      }
    }
    guard let bytes else {
      throw Problem(
        .notFound, "nothing-published", "Nothing is published",
        "the folder of published files has no pointer; fill it with cellheights publish")
    }
    return bytes
  }

  /// The bytes of a manifest or a chunk; nil where there is none.
  ///
  /// - Throws: `Problem`, `FileTrouble`.
  func bytes(of name: String, _ request: ServiceRequest) async throws -> [UInt8]? {
    if let folder { return try folder.bytes(of: name) }
    if let bytes = try await request.generation.files.made(request).bytes(of: name) {
      return bytes
    }
    // Whoever read the pointer a moment ago may finish.
    for earlier in follower.all where earlier !== request.generation {
      if let bytes = try earlier.files.ready?.bytes(of: name) { return bytes }
    }
    return nil
  }
}
