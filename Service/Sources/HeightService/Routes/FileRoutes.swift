import HTTPTypes
import LayoutPrimitives
import PublishedHeights

/// The published files, for clients that read them from the service.
enum FileRoutes {
  static func all(_ files: PublishedFiles) -> [Route] {
    [
      Route(.get, "/heights/current.json") { request in
        let bytes = try await files.pointer(request)
        return Answer(
          type: .json, body: bytes,
          caching: .short(
            tag: "current-\(ContentHash(of: bytes).description.prefix(16))",
            seconds: pointerSeconds))
      },
      Route(.get, "/heights/m/{manifest}", offered: [.bytes]) { request in
        try await file(files, request, folder: "m", name: "manifest", suffix: ".json")
      },
      Route(.get, "/heights/c/{chunk}", offered: [.bytes]) { request in
        try await file(files, request, folder: "c", name: "chunk", suffix: ".bin")
      },
    ]
  }

  /// How old a pointer may be, in seconds.
  private static let pointerSeconds = 30

  private static func file(
    _ files: PublishedFiles, _ request: ServiceRequest, folder: String, name: String,
    suffix: String
  ) async throws -> Answer {
    let text = request.parameter(name)
    // Only digits go on to the file system.
    guard text.hasSuffix(suffix),
      let address = FileAddress(String(text.dropLast(suffix.count))),
      let bytes = try await files.bytes(of: "\(folder)/\(address)\(suffix)", request)
    else {
      throw Problem(
        .notFound, "unknown-file", "There is no such published file",
        "no file \(folder)/\(text.prefix(80)) is published; /heights/current.json names the "
          + "manifest, and that all chunks")
    }
    return Answer(
      type: .bytes, body: bytes, caching: .immutable(tag: address.description))
  }
}
