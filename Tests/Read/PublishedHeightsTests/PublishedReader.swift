import Foundation
import PublishedHeights

/// Reads published files as a client does.
struct PublishedReader {
  let fetch: (String) throws -> [UInt8]

  init(_ sink: MemorySink) {
    fetch = { path in
      guard let bytes = sink.files[path] else { throw CocoaError(.fileNoSuchFile) }
      return bytes
    }
  }

  init(folder: String) {
    fetch = { [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
  }

  func pointer() throws -> PublishedPointer {
    try PublishedPointer(decoding: try fetch(PublishedPath.pointer))
  }

  func manifest() throws -> PublishedManifest {
    let pointer = try pointer()
    return try pointer.open(try fetch(PublishedPath.manifest(pointer.manifest)))
  }
}
