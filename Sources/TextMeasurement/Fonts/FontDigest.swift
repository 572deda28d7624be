internal import LayoutPrimitives

/// A list of faces with the hashes of their files.
///
/// The hash of the list identifies the fonts.
///
/// It contains the bytes of files, not their paths: the same files elsewhere have the same digest.
struct FontDigest {
  /// A file's hash, and its identity to detect changes.
  struct Stamp: Sendable {
    let hash: ContentHash
    let identity: FontBytes.Identity
  }

  /// Files by path, each read once.
  private(set) var stamps: [String: Stamp]
  private var listed = ""

  init(stamps: [String: Stamp] = [:]) {
    self.stamps = stamps
  }

  /// Adds a heading for the following entries.
  mutating func add(_ heading: String) { listed += "\n\(heading)" }

  /// Adds an entry with all its faces.
  mutating func add(_ entry: FontChainEntry) throws(TextError) {
    add(entry.role.rawValue)
    try add(entry.faces)
    for region in entry.regions {
      add(region.region)
      try add(region.faces)
    }
  }

  /// Adds faces in their order.
  mutating func add(_ faces: [FontDescription]) throws(TextError) {
    for face in faces {
      let hash = try hash(ofFile: face.file)
      listed += "\n\(face.index) \(face.weight) \(face.width) \(face.slant.rawValue) \(hash)"
    }
  }

  private mutating func hash(ofFile path: String) throws(TextError) -> ContentHash {
    if let stamp = stamps[path] { return stamp.hash }
    let bytes = try FontBytes(path: path)
    // Reports a file that is not a font before any text needs it.
    _ = try FontFile(bytes)
    let stamp = Stamp(hash: try bytes.hash(), identity: bytes.identity)
    stamps[path] = stamp
    return stamp.hash
  }

  /// The hash of the whole list, 32 hexadecimal digits.
  var text: String { ContentHash(of: listed).description }
}
