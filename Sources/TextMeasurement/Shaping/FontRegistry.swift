/// What selects the fonts of a text.
struct FontSetKey: Hashable {
  var family: String
  var weight: Int
  var italic: Bool
  /// Off where letter spacing forbids ligatures.
  var ligatures: Bool
  /// Region of Han writing; none for the declared one.
  var region: String?
}

/// The fonts that one measurer has opened; each face once, whatever the styles that use it.
final class FontRegistry {
  let library: FontLibrary
  private(set) var fonts: [ShapingFont] = []
  private(set) var sets: [FontSet] = []
  private var setNumbers: [FontSetKey: Int] = [:]
  private var fontNumbers: [FontKey: Int] = [:]
  private var last: (key: FontSetKey, number: Int)?

  init(library: FontLibrary) {
    self.library = library
  }

  /// The number of the set for a style.
  func setNumber(_ key: FontSetKey) throws(TextError) -> Int {
    if let last, last.key == key { return last.number }
    let number: Int
    if let known = setNumbers[key] {
      number = known
    } else {
      let faces = try library.faces(ofFamily: key.family)
      guard let face = faces.nearest(weight: key.weight, italic: key.italic) else {
        throw .missingFont(family: key.family, debianPackage: nil)
      }
      let primary = try register(face, weight: key.weight, ligatures: key.ligatures)
      number = sets.count
      sets.append(
        FontSet(
          primary: primary, registry: self, key: key,
          isSubstitute: library.isSubstitute(family: key.family)))
      setNumbers[key] = number
    }
    last = (key, number)
    return number
  }

  /// The number of a face, opening it at first.
  func register(
    _ face: FontDescription, weight: Int, ligatures: Bool
  ) throws(TextError) -> Int {
    let key = FontKey(
      file: face.file, index: face.index, weight: face.variable ? weight : 0,
      ligatures: ligatures)
    if let known = fontNumbers[key] { return known }
    let font = ShapingFont(
      file: try library.open(face.file), description: face, weight: weight, ligatures: ligatures)
    fonts.append(font)
    fontNumbers[key] = fonts.count - 1
    return fonts.count - 1
  }
}

/// What tells one opened face from another.
private struct FontKey: Hashable {
  var file: String
  var index: Int
  var weight: Int
  var ligatures: Bool
}
