/// One face of a font file, as it was found.
public struct FontDescription: Hashable, Sendable, CustomStringConvertible {
  /// Family name; for a font given by its path, the path.
  public let family: String
  /// Path of the file.
  public let file: String
  /// Number of the face in a collection; 0 otherwise.
  public let index: Int
  /// Weight of the face, 1...1000; 400 is regular.
  public let weight: Int
  /// Whether the face is italic or oblique.
  public let italic: Bool
  /// Whether the face has a weight axis.
  let variable: Bool
  /// Width of the face in percent of normal.
  let width: Int

  /// Family, weight and slant, as a person would say them.
  public var description: String { "\(family) \(weight)\(italic ? " italic" : "")" }
}
