internal import CHarfBuzz
internal import CICU
internal import LayoutPrimitives

/// Facts about a face and its file, to find out why two machines measure differently.
public struct FontFacts: Hashable, Sendable {
  /// How many characters of a script a face has.
  public struct Script: Hashable, Sendable {
    /// ISO 15924 code, such as `Latn`; `Zyyy` for characters without a script.
    public let code: String
    /// Number of characters of the script that have a glyph.
    public let characters: Int
  }

  /// Family name from the file, or else the family of the face's description.
  public let familyName: String
  /// Version text from the table `name`, or else the revision in the table `head`.
  public let version: String
  /// Hash of the whole file, 32 hexadecimal digits.
  public let hash: String
  /// Whether the face is an emoji font, which is used only for emoji presentation.
  public let isEmoji: Bool
  /// Number of characters that have a glyph.
  public let characters: Int
  /// Number of characters by script, the greatest first; scripts with fewer than 10 are omitted.
  public let scripts: [Script]

  /// Reads the file of a face.
  ///
  /// - Parameter description: The face.
  /// - Throws: `TextError.unreadableFont` or another error of a font file.
  public init(of description: FontDescription) throws(TextError) {
    let bytes = try FontBytes(path: description.file)
    let file = try FontFile(bytes)
    let face: OpaquePointer = hb_face_create(file.blob, UInt32(description.index))
    defer { hb_face_destroy(face) }
    familyName = FontNames.text(of: face, ids: [16, 1]) ?? description.family
    version = Self.version(of: face)
    hash = try bytes.hash().description
    isEmoji = FontFace.isEmoji(face)
    let unicodes: OpaquePointer = hb_set_create()
    defer { hb_set_destroy(unicodes) }
    hb_face_collect_unicodes(face, unicodes)
    characters = Int(hb_set_get_population(unicodes))
    var counts: [Int32: Int] = [:]
    var scalar = hb_codepoint_t.max
    while hb_set_next(unicodes, &scalar) != 0 { counts[cicu_script(scalar), default: 0] += 1 }
    scripts = counts.filter { $0.value >= 10 }
      .map { Script(code: String(cString: cicu_script_name($0.key)), characters: $0.value) }
      .sorted { ($1.characters, $0.code) < ($0.characters, $1.code) }
  }

  private static func version(of face: OpaquePointer) -> String {
    if let text = FontNames.text(of: face, ids: [5]) { return text }
    let head = SFNTTable(face: face, tag: "head")
    let revision = Double(Int(head.unsigned(4)) << 16 | Int(head.unsigned(6))) / 65536
    return "\((revision * 1000).rounded() / 1000)"
  }
}
