internal import CHarfBuzz
internal import LayoutPrimitives
internal import MetricsPacks

/// Facts about a face and its file, to find out why two machines measure differently.
public struct FontFacts: Hashable, Sendable {
  /// Family name from the file, or else the family of the face's description.
  public let familyName: String
  /// Version text from the table `name`, or else the revision in the table `head`; for a metrics pack,
  /// the system and the program that measured.
  public let version: String
  /// Hash of the whole file, 32 hexadecimal digits.
  public let hash: String

  /// Reads the file of a face.
  ///
  /// - Parameter description: The face.
  /// - Throws: `TextError.unreadableFont` or another error of a font file.
  public init(of description: FontDescription) throws(TextError) {
    let bytes = try FontBytes(path: description.file)
    let file = try FontFile(bytes)
    hash = try bytes.hash().description
    if let pack = file.pack {
      familyName = pack.family
      version = "\(pack.origin.system), \(pack.origin.program)"
      return
    }
    let face: OpaquePointer = hb_face_create(file.blob, UInt32(description.index))
    defer { hb_face_destroy(face) }
    familyName = FontNames.text(of: face, ids: [16, 1]) ?? description.family
    version = Self.version(of: face)
  }

  private static func version(of face: OpaquePointer) -> String {
    if let text = FontNames.text(of: face, ids: [5]) { return text }
    let head = SFNTTable(face: face, tag: "head")
    let revision = Double(Int(head.unsigned(4)) << 16 | Int(head.unsigned(6))) / 65536
    return "\((revision * 1000).rounded() / 1000)"
  }
}
