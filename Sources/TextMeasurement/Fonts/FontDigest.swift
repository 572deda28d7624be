internal import LayoutPrimitives

/// A digest of fonts: the hash of a list of their faces with the hashes of their files.
///
/// It depends on the bytes of files, not on their paths: the same files elsewhere have the same
/// digest.
struct FontDigest {
  /// The hash of a file, and an identity that detects changes of the file.
  struct Stamp: Sendable {
    let hash: ContentHash
    let identity: FontBytes.Identity
  }

  /// Hashes and identities of the files read so far, by path.
  private(set) var stamps: [String: Stamp]
  private var listed = ""

  init(stamps: [String: Stamp] = [:]) {
    self.stamps = stamps
  }

  /// Adds a heading for the faces that are added next.
  mutating func add(_ heading: String) { listed += "\n\(heading)" }

  /// Adds a declared font with all its faces.
  mutating func add(_ entry: FontChainEntry) throws(TextError) {
    add(entry.role.rawValue)
    try add(entry.faces)
    for region in entry.regions {
      add(region.region)
      try add(region.faces)
    }
  }

  /// Adds faces to the list, in their order.
  mutating func add(_ faces: [FontDescription]) throws(TextError) {
    for face in faces {
      let hash = try hash(ofFile: face.file)
      listed += "\n\(face.index) \(face.weight) \(face.width) \(face.slant.rawValue) \(hash)"
    }
  }

  /// The hash of a file's bytes.
  mutating func hash(ofFile path: String) throws(TextError) -> ContentHash {
    if let stamp = stamps[path] { return stamp.hash }
    let bytes = try FontBytes(path: path)
    // Reports a file that is not a font before any text needs it.
    _ = try FontFile(bytes)
    let stamp = Stamp(hash: try bytes.hash(), identity: bytes.identity)
    stamps[path] = stamp
    return stamp.hash
  }

  /// The digest: the hash of the whole list, 32 hexadecimal digits.
  var text: String { ContentHash(of: listed).description }
}
