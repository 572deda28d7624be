internal import CFontconfig

/// The faces that fontconfig knows, by family, as plain values.
///
/// The whole list is read once and matched here, because fontconfig's own matching always
/// answers, with another family when it must. Here a family that is not installed is not found.
struct FontCatalogue: Sendable {
  /// Faces of each family, by the family's lowercased name, ordered by file and face.
  private let faces: [String: [FontDescription]]

  /// Reads fontconfig's list of installed fonts.
  init() throws(TextError) {
    guard let config = FcInitLoadConfigAndFonts() else { throw .fontconfigFailed }
    defer { FcConfigDestroy(config) }
    guard let pattern = FcPatternCreate(), let objects = FcObjectSetCreate() else {
      throw .fontconfigFailed
    }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(objects)
    }
    for name in [FC_FAMILY, FC_FILE, FC_INDEX, FC_WEIGHT, FC_SLANT, FC_WIDTH, FC_VARIABLE] {
      FcObjectSetAdd(objects, name)
    }
    guard let set = FcFontList(config, pattern, objects) else { throw .fontconfigFailed }
    defer { FcFontSetDestroy(set) }
    var faces: [String: [FontDescription]] = [:]
    for index in 0..<Int(set.pointee.nfont) {
      guard let font = set.pointee.fonts[index] else { continue }
      for face in Self.faces(of: font) {
        faces[face.family.lowercased(), default: []].append(face)
      }
    }
    for key in Array(faces.keys) {
      faces[key]?.sort { ($0.file, $0.index) < ($1.file, $1.index) }
    }
    self.faces = faces
  }

  /// The faces of a family, by its name in any case; none when it is not installed.
  func faces(ofFamily family: String) -> [FontDescription] {
    faces[family.lowercased()] ?? []
  }

  /// One description for each family name of a pattern; none for what is not OpenType.
  private static func faces(of pattern: OpaquePointer) -> [FontDescription] {
    guard let file = string(pattern, FC_FILE, 0), isOpenType(file) else { return [] }
    let index = integer(pattern, FC_INDEX) ?? 0
    // The upper half numbers the named instances of a variable font; its axis serves instead.
    guard index >> 16 == 0 || boolean(pattern, FC_VARIABLE) else { return [] }
    var result: [FontDescription] = []
    var number: Int32 = 0
    while let family = string(pattern, FC_FAMILY, number) {
      number += 1
      result.append(
        FontDescription(
          family: family, file: file, index: index & 0xFFFF,
          weight: Int(FcWeightToOpenTypeDouble(double(pattern, FC_WEIGHT) ?? 80).rounded()),
          italic: (integer(pattern, FC_SLANT) ?? 0) > 0, variable: boolean(pattern, FC_VARIABLE),
          width: Int((double(pattern, FC_WIDTH) ?? 100).rounded())))
    }
    return result
  }

  private static func isOpenType(_ file: String) -> Bool {
    let name = file.lowercased()
    return [".ttf", ".otf", ".ttc", ".otc"].contains { name.hasSuffix($0) }
  }

  private static func string(
    _ pattern: OpaquePointer, _ object: String, _ index: Int32
  ) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, object, index, &value) == FcResultMatch, let value else {
      return nil
    }
    return String(cString: value)
  }

  private static func integer(_ pattern: OpaquePointer, _ object: String) -> Int? {
    var value: Int32 = 0
    guard FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch else { return nil }
    return Int(value)
  }

  private static func double(_ pattern: OpaquePointer, _ object: String) -> Double? {
    var value = 0.0
    guard FcPatternGetDouble(pattern, object, 0, &value) == FcResultMatch else { return nil }
    return value
  }

  private static func boolean(_ pattern: OpaquePointer, _ object: String) -> Bool {
    var value: FcBool = 0
    return FcPatternGetBool(pattern, object, 0, &value) == FcResultMatch && value != 0
  }
}
