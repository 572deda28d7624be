internal import CHarfBuzz

extension FontLibrary {
  /// The faces that characters of a style are looked for in, in order: the style's own, then one of
  /// each entry of the fallback chain.
  ///
  /// A page that declares these files under names of its own draws a text with the fonts that it was
  /// measured with.
  ///
  /// - Parameters:
  ///   - style: Family, weight, width and slant.
  ///   - language: BCP 47 tag of the text, which decides between regional families; nil when unknown.
  /// - Throws: `TextError.missingFont` for a family that is not installed.
  public func stack(
    of style: CharacterStyle, language: String?
  ) throws(TextError) -> [FontDescription] {
    let region = RegionalFamily.region(ofLanguage: LanguageTag(language))
    let own = try faces(ofFamily: style.family).nearest(style.traits)
    guard let own else { throw .missingFont(family: style.family, debianPackage: nil) }
    return [own] + fallback.compactMap { $0.faces(region: region).nearest(style.traits) }
  }
  /// Whether a face is used for emoji only.
  ///
  /// Browsers give the pictures of an installed font whole device pixels, and those of a font from a
  /// page's own file fractions of them.
  ///
  /// - Throws: `TextError.unreadableFont` or `notAFont` when the file is missing or changed.
  public func isEmoji(_ face: FontDescription) throws(TextError) -> Bool {
    let file = try open(face.file)
    let opened: OpaquePointer = hb_face_create(file.blob, UInt32(face.index))
    defer { hb_face_destroy(opened) }
    return FontFace.isEmoji(opened)
  }
}
