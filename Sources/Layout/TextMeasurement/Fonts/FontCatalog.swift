internal import CFontconfig
internal import LayoutPrimitives

/// The installed fonts, by family.
///
/// fontconfig's list or that of a folder is read once, and families are looked up in it. fontconfig's
/// own search would replace a missing family by another one; here it is missing.
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
    var faces: [InstalledFace] = []
    for index in 0..<Int(set.pointee.nfont) {
      guard let font = set.pointee.fonts[index] else { continue }
      faces += Self.faces(of: font)
    }
    self.init(faces)
  }

  /// Reads the list of a folder of fonts, whose files are beside it.
  ///
  /// The list is text with tabs. After the line `cellheights.faces/1`, a line has the file of a face,
  /// its index, weight, slant and width in fontconfig's numbers, `True` for a variable face, and the
  /// names of its family.
  ///
  /// - Throws: `TextError.invalidFaceList`.
  init(list: String) throws(TextError) {
    let text: String
    do {
      text = try FontBytes(path: list).text()
    } catch {
      throw .invalidFaceList(file: list, line: nil)
    }
    let folder = list.lastIndex(of: "/").map { String(list[...$0]) } ?? ""
    var faces: [InstalledFace] = []
    let lines = text.split(separator: "\n")
    guard lines.first == "cellheights.faces/1" else {
      throw .invalidFaceList(file: list, line: 1)
    }
    for (number, line) in lines.enumerated().dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count >= 7, !fields[0].contains("/"), FontName.isFontFile(String(fields[0])),
        let index = Int(fields[1]), index >> 16 == 0, index >= 0, let weight = Double(fields[2]),
        (0...215).contains(weight), let slant = Int(fields[3]), let width = Double(fields[4]),
        (1...1000).contains(width)
      else { throw .invalidFaceList(file: list, line: number + 1) }
      for family in fields[6...] {
        faces.append(
          InstalledFace(
            face: FontDescription(
              family: String(family), file: folder + String(fields[0]), index: index,
              weight: Self.weight(weight), width: width, slant: Self.slant(slant), axes: []),
            isVariable: fields[5] == "True"))
      }
    }
    self.init(faces)
  }

  private init(_ all: [InstalledFace]) {
    faces = Dictionary(grouping: all) { $0.face.family.lowercased() }
      .mapValues(Self.withoutInstances)
    families = Set(all.map(\.face.family)).sorted()
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
        weight: weight(double(pattern, FC_WEIGHT) ?? 80),
        width: double(pattern, FC_WIDTH) ?? 100, slant: slant(integer(pattern, FC_SLANT) ?? 0),
        axes: [])
      result.append(InstalledFace(face: face, isVariable: isVariable))
    }
    return result
  }

  /// The weight of OpenType, 1 to 1000, for fontconfig's.
  private static func weight(_ weight: Double) -> Int {
    Int(FcWeightToOpenTypeDouble(weight).rounded())
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
