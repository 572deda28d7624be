internal import LayoutPrimitives

/// Finds the faces of declared and installed fonts.
struct FontSources: Sendable {
  let catalog: FontCatalog
  /// The files of the declared fonts, which are opened and checked once.
  let opened = OpenFonts()
  /// The entry of the family `system`.
  let system: FontChainEntry
  /// The entries of the families that consist of font files, sorted by name.
  let families: [FontChainEntry]

  /// Looks up the declared fonts; an entry contains its problem.
  ///
  /// - Throws: `TextError.fontconfigFailed`, `.invalidFaceList`.
  init(_ configuration: FontConfiguration) throws(TextError) {
    let catalog =
      if let list = configuration.faceList {
        try FontCatalog(list: list)
      } else {
        try FontCatalog()
      }
    let opened = opened
    self.catalog = catalog
    if configuration.system.isEmpty {
      system = FontChainEntry(role: .system, name: "system") { () throws(TextError) in
        try Self.installed(FontInventory.systemSubstitute, in: catalog)
      }
    } else {
      system = FontChainEntry(role: .system, name: "system") { () throws(TextError) in
        try opened.faces(ofFiles: configuration.system, family: "system", installedIn: nil)
      }
    }
    // The order of a dictionary must not affect the result, so families are sorted by name.
    let declared = configuration.families.sorted { $0.key < $1.key }
    families = declared.enumerated().map { index, family in
      let earlier = declared[..<index].map { $0.key.lowercased() }
      return FontChainEntry(role: .family, name: family.key) { () throws(TextError) in
        try Self.check(family.key, files: family.value, earlier: earlier)
        return try opened.faces(
          ofFiles: family.value, family: family.key,
          installedIn: FontName.generic(family.key) == nil ? nil : catalog)
      }
    }
  }

  /// The available families of a list, each with its faces; never empty.
  ///
  /// - Parameter names: One name as for `faces(of:)`, or several, separated by commas.
  /// - Throws: `TextError.missingFont` for the first name if there is none of them,
  ///   `missingGenericFont` for a generic family before all of them, or an error of a declaration or
  ///   file.
  func families(of names: String) throws(TextError) -> [(name: String, faces: [FontDescription])] {
    let list = FontName.list(names)
    var result: [(name: String, faces: [FontDescription])] = []
    for name in list {
      if case .family = try FontName(name) {
        if let faces = try facesIfAny(ofFamily: name) {
          result.append((name, faces))
        } else if result.isEmpty, FontName.generic(name) != nil {
          // A browser has a font for it, so that no later family is the font of the style.
          _ = try faces(of: name)
        }
      } else {
        result.append((name, try faces(of: name)))
      }
    }
    guard result.isEmpty else { return result }
    let first = list.first ?? names
    return [(first, try faces(of: first))]
  }

  /// The faces of `system`, of a declared or installed family, or of a font file.
  ///
  /// - Throws: `TextError.missingFont`, or an error of a declaration or file.
  func faces(of name: String) throws(TextError) -> [FontDescription] {
    switch try FontName(name) {
    case .system:
      if let problem = system.problem { throw problem }
      return system.faces
    case .family:
      if let faces = try facesIfAny(ofFamily: name) { return faces }
      if let generic = FontName.generic(name) { throw .missingGenericFont(name, generic: generic) }
      return try Self.installed(name, in: catalog)
    case .file(let path, let face):
      return try opened.faces(ofFile: path, face: face, family: name)
    }
  }

  /// The faces of a family; `nil` if it is neither declared nor installed.
  func facesIfAny(ofFamily family: String) throws(TextError) -> [FontDescription]? {
    let key = FontName.generic(family) ?? family.lowercased()
    if let declared = families.first(where: { $0.name.lowercased() == key }) {
      if let problem = declared.problem { throw problem }
      return declared.faces
    }
    let faces = try catalog.faces(ofFamily: family)
    return faces.isEmpty ? nil : faces
  }

  fileprivate static func installed(
    _ family: String, in catalog: FontCatalog
  ) throws(TextError) -> [FontDescription] {
    let faces = try catalog.faces(ofFamily: family)
    guard faces.isEmpty else { return faces }
    throw .missingFont(family: family, nearest: catalog.nearestFamily(to: family))
  }

  private static func check(
    _ name: String, files: [String], earlier: [String]
  ) throws(TextError) {
    if name.lowercased() == "system" || FontName.isSystem(name) {
      throw .invalidFamily(name, reason: "its files are declared apart, as system fonts")
    }
    if name.isEmpty || FontName.isPath(name) {
      throw .invalidFamily(name, reason: "it reads like the path of a file")
    }
    if earlier.contains(name.lowercased()) {
      throw .invalidFamily(name, reason: "it is declared twice")
    }
    if files.isEmpty { throw .invalidFamily(name, reason: "it has no files") }
  }
}

extension OpenFonts {
  /// The faces of files.
  ///
  /// - Parameter catalog: The families that may stand for files; `nil` for none.
  fileprivate func faces(
    ofFiles names: [String], family: String, installedIn catalog: FontCatalog?
  ) throws(TextError) -> [FontDescription] {
    var faces: [FontDescription] = []
    for name in names {
      if let catalog, case .family = try FontName(name) {
        faces += try FontSources.installed(name, in: catalog)
        continue
      }
      guard case .file(let path, let face) = try FontName(name) else {
        throw .unreadableFont(name)
      }
      faces += try self.faces(ofFile: path, face: face, family: family)
    }
    return faces
  }

  fileprivate func faces(
    ofFile path: String, face: Int?, family: String
  ) throws(TextError) -> [FontDescription] {
    let file = try declared(path)
    guard let face else {
      return (0..<file.faceCount).map { file.describe(face: $0, family: family) }
    }
    guard (0..<file.faceCount).contains(face) else {
      throw .missingFace(file: path, index: face)
    }
    return [file.describe(face: face, family: family)]
  }
}

extension FontChainEntry {
  /// Creates an entry with the faces that a closure returns, or with the error that it throws.
  init(
    role: Role, name: String, regions: [RegionalFaces] = [],
    faces: () throws(TextError) -> [FontDescription]
  ) {
    self.role = role
    self.name = name
    self.regions = regions
    do throws(TextError) {
      self.faces = try faces()
      problem = nil
    } catch {
      self.faces = []
      problem = error
    }
  }
}
