internal import LayoutPrimitives

/// Lists faces with the hashes of their files; what the list is hashed to names the fonts.
///
/// A path is no part of it, the bytes are: the same files elsewhere have the same digest.
struct FontDigest {
  /// Files by path, each opened once.
  private(set) var files: [String: FontFile]
  /// Hashes of files by path.
  private(set) var hashes: [String: ContentHash]
  private var listed = ""

  init(files: [String: FontFile] = [:], hashes: [String: ContentHash] = [:]) {
    self.files = files
    self.hashes = hashes
  }

  /// Adds a word that says what follows.
  mutating func add(_ heading: String) { listed += "\n\(heading)" }

  /// Adds an entry with all its faces, of which a style may choose any.
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
    if let hash = hashes[path] { return hash }
    let file: FontFile
    if let known = files[path] { file = known } else { file = try FontFile(path: path) }
    files[path] = file
    let hash = file.contentHash
    hashes[path] = hash
    return hash
  }

  /// The hash of the whole list, 32 hexadecimal digits.
  var text: String { ContentHash(of: listed).description }
}
