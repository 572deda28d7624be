import LayoutPrimitives

internal import CHarfBuzz
internal import CICU

/// The fonts of one build: the declared chain, resolved and hashed once, and the installed rest.
///
/// Immutable; workers share one library and make a ``TextMeasurer`` each.
public struct FontLibrary: Sendable {
  /// What was declared.
  public let configuration: FontConfiguration
  /// The regular face of `system` and of each fallback family, in the order of the chain.
  public let chain: [FontDescription]
  /// Hash of every file of the chain in its order, and of HarfBuzz's and ICU's versions.
  ///
  /// Families that a style names by itself are not in it; see ``fingerprint(ofFamily:)``.
  public let fingerprint: String

  private let catalogue: FontCatalogue
  private let systemFaces: [FontDescription]
  private let files: [String: FontFile]

  /// Resolves the declared fonts and hashes their files.
  ///
  /// - Parameter configuration: The declared fonts.
  /// - Throws: `TextError.missingFont` for a family that is not installed, `unreadableFont` or
  ///   `notAFont` for a file that is none.
  public init(_ configuration: FontConfiguration) throws(TextError) {
    let catalogue = try FontCatalogue()
    var files: [String: FontFile] = [:]
    var hashes: [String: ContentHash] = [:]
    var systemFaces: [FontDescription] = []
    if configuration.system.isEmpty {
      systemFaces = try Self.installed(Self.systemSubstitute, in: catalogue)
    }
    for path in configuration.system {
      let file = try FontFile(path: path)
      files[path] = file
      for index in 0..<file.faceCount {
        systemFaces.append(file.describe(face: index, family: "system"))
      }
    }
    var chain = [systemFaces.nearest(weight: 400, italic: false)].compactMap(\.self)
    var listed = "harfbuzz \(String(cString: hb_version_string())) icu "
    listed += String(cString: cicu_version())
    try Self.hash(systemFaces, into: &listed, files: &files, hashes: &hashes)
    for family in configuration.fallback {
      let faces = try Self.installed(family, in: catalogue)
      if let regular = faces.nearest(weight: 400, italic: false) { chain.append(regular) }
      try Self.hash(faces, into: &listed, files: &files, hashes: &hashes)
      for region in RegionalFamily.regions {
        guard let sibling = RegionalFamily.sibling(of: family, region: region) else { continue }
        let faces = catalogue.faces(ofFamily: sibling)
        try Self.hash(faces, into: &listed, files: &files, hashes: &hashes)
      }
    }
    self.configuration = configuration
    self.chain = chain
    self.catalogue = catalogue
    self.systemFaces = systemFaces
    self.files = files
    fingerprint = Self.digest(listed)
  }

  /// The family that stands for `system` when no files are configured.
  public static let systemSubstitute = "Inter"

  /// Hash of the files of one family, for styles that name one outside the chain.
  ///
  /// - Parameter family: `system`, a family name or a path.
  /// - Throws: As the initialiser does.
  public func fingerprint(ofFamily family: String) throws(TextError) -> String {
    var listed = ""
    var opened = files
    var hashes: [String: ContentHash] = [:]
    try Self.hash(faces(ofFamily: family), into: &listed, files: &opened, hashes: &hashes)
    return Self.digest(listed)
  }

  /// Whether text in a family is drawn with a font that nobody declared.
  public func isSubstitute(family: String) -> Bool {
    family == "system" && configuration.system.isEmpty
  }

  /// The faces of `system`, of an installed family, or of a file, `path#2` being its third face.
  func faces(ofFamily family: String) throws(TextError) -> [FontDescription] {
    if family == "system" { return systemFaces }
    guard Self.isPath(family) else { return try Self.installed(family, in: catalogue) }
    let parts = family.split(separator: "#", maxSplits: 1)
    let path = parts.first.map(String.init) ?? family
    let file = try open(path)
    guard parts.count == 2 else {
      return (0..<file.faceCount).map { file.describe(face: $0, family: family) }
    }
    guard let index = Int(parts[1]), (0..<file.faceCount).contains(index) else {
      throw .missingFace(file: path, index: Int(parts[1]) ?? -1)
    }
    return [file.describe(face: index, family: family)]
  }

  /// The faces of a fallback family for a region of Han writing.
  func fallbackFaces(ofFamily family: String, region: String?) -> [FontDescription] {
    if let region, let sibling = RegionalFamily.sibling(of: family, region: region) {
      let faces = catalogue.faces(ofFamily: sibling)
      if !faces.isEmpty { return faces }
    }
    return catalogue.faces(ofFamily: family)
  }

  /// A font file, already mapped if it belongs to the chain.
  func open(_ path: String) throws(TextError) -> FontFile {
    if let file = files[path] { return file }
    return try FontFile(path: path)
  }

  private static func isPath(_ family: String) -> Bool {
    let name = (family.split(separator: "#").first.map(String.init) ?? family).lowercased()
    return name.contains("/") || [".ttf", ".otf", ".ttc", ".otc"].contains { name.hasSuffix($0) }
  }

  private static func installed(
    _ family: String, in catalogue: FontCatalogue
  ) throws(TextError) -> [FontDescription] {
    let faces = catalogue.faces(ofFamily: family)
    guard !faces.isEmpty else {
      throw .missingFont(family: family, debianPackage: DebianPackage.name(ofFamily: family))
    }
    return faces
  }

  /// Adds the faces that a weight can select, with the hashes of their files.
  private static func hash(
    _ faces: [FontDescription], into listed: inout String, files: inout [String: FontFile],
    hashes: inout [String: ContentHash]
  ) throws(TextError) {
    var seen: [FontDescription] = []
    for italic in [false, true] {
      for weight in stride(from: 100, through: 900, by: 100) {
        guard let face = faces.nearest(weight: weight, italic: italic) else { continue }
        if seen.contains(face) { continue }
        seen.append(face)
        let file: FontFile
        if let known = files[face.file] {
          file = known
        } else {
          file = try FontFile(path: face.file)
        }
        files[face.file] = file
        let hash = hashes[face.file] ?? file.contentHash
        hashes[face.file] = hash
        listed += "\n\(face.index) \(face.weight) \(face.italic) \(hash)"
      }
    }
  }

  private static func digest(_ text: String) -> String {
    return ContentHash(of: text).description
  }
}
