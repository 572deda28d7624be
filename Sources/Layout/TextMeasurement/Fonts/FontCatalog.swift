internal import CFontconfig
internal import LayoutPrimitives

/// The installed fonts, by family.
///
/// fontconfig's list is read once, and families are looked up in it. fontconfig's own search would
/// replace a missing family by another one; here it is missing.
struct FontCatalog: Sendable {
  /// Faces of each family, the variable ones first, by the family's lowercased name.
  private let faces: [String: [InstalledFace]]
  /// Names of all families, in alphabetical order.
  let families: [String]

  /// A face in fontconfig's list; the axes of a variable face are only read from its file when
  /// needed.
  private struct InstalledFace {
    var face: FontDescription
    var isVariable: Bool
  }

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
    var faces: [String: [InstalledFace]] = [:]
    for index in 0..<Int(set.pointee.nfont) {
      guard let font = set.pointee.fonts[index] else { continue }
      for installed in Self.faces(of: font) {
        faces[installed.face.family.lowercased(), default: []].append(installed)
      }
    }
    self.faces = faces.mapValues(Self.withoutInstances)
    families = Set(faces.values.flatMap { $0.map(\.face.family) }).sorted()
  }

  /// The faces of a family, by its name in any letter case; empty if it is not installed.
  ///
  /// - Throws: An error of `FontFile` if the file of a variable font cannot be used.
  func faces(ofFamily family: String) throws(TextError) -> [FontDescription] {
    var result: [FontDescription] = []
    for installed in faces[family.lowercased()] ?? [] {
      guard installed.isVariable else {
        result.append(installed.face)
        continue
      }
      let file = try FontFile(path: installed.face.file)
      result.append(file.describe(face: installed.face.index, family: installed.face.family))
    }
    return result.inCanonicalOrder
  }

  /// The installed family whose name is nearest to a misspelled name; nil if no name is near.
  func nearestFamily(to name: String) -> String? {
    NearestName(families).nearest(to: name)
  }

  /// Removes repeated faces, including named instances of variable fonts; puts variable faces
  /// first.
  private static func withoutInstances(_ faces: [InstalledFace]) -> [InstalledFace] {
    var seen: Set<FaceKey> = []
    return (faces.filter(\.isVariable) + faces.filter { !$0.isVariable })
      .filter { seen.insert(FaceKey($0.face)).inserted }
  }

  /// The faces of an entry of fontconfig's list: the same face under each of its family names.
  ///
  /// Empty for a named instance of a variable font, and for formats other than OpenType.
  private static func faces(of pattern: OpaquePointer) -> [InstalledFace] {
    guard let file = string(pattern, FC_FILE, 0), FontName.isFontFile(file) else { return [] }
    let index = integer(pattern, FC_INDEX) ?? 0
    let isVariable = boolean(pattern, FC_VARIABLE)
    // The upper half is the number of a named instance. Instances are not needed, because the axes
    // of the variable font provide all values.
    guard index >> 16 == 0 || isVariable else { return [] }
    var result: [InstalledFace] = []
    var number: Int32 = 0
    while let family = string(pattern, FC_FAMILY, number) {
      number += 1
      let face = FontDescription(
        family: family, file: file, index: index & 0xFFFF,
        weight: Int(FcWeightToOpenTypeDouble(double(pattern, FC_WEIGHT) ?? 80).rounded()),
        width: double(pattern, FC_WIDTH) ?? 100, slant: slant(integer(pattern, FC_SLANT) ?? 0),
        axes: [])
      result.append(InstalledFace(face: face, isVariable: isVariable))
    }
    return result
  }

  private static func slant(_ slant: Int) -> FontSlant {
    if slant >= Int(FC_SLANT_OBLIQUE) { return .oblique }
    return slant > 0 ? .italic : .upright
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

/// The file and index of a face, which identify it.
private struct FaceKey: Hashable {
  let file: String
  let index: Int

  init(_ face: FontDescription) {
    file = face.file
    index = face.index
  }
}
