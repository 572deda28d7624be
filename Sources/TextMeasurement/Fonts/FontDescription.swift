// reason: a plain value that callers make and change
/// One face of a font file; for a variable font, with the values of its axes.
public struct FontDescription: Hashable, Sendable, CustomStringConvertible {
  /// Family name; for a font given by its path, the path.
  public let family: String
  /// Path of the font file.
  public let file: String
  /// Number of the face in a collection; 0 otherwise.
  public let index: Int
  /// Weight of the face, 1...1000; 400 is regular.
  public internal(set) var weight: Int
  /// Width of the face in percent of normal.
  public internal(set) var width: Double
  /// Slant of the face.
  public internal(set) var slant: FontSlant
  /// Axes of a variable font, in the order of the file; empty for a static one.
  let axes: [VariationAxis]

  /// Whether the face is italic or oblique.
  public var italic: Bool { slant != .upright }

  /// Whether the face has axes of variation.
  public var isVariable: Bool { !axes.isEmpty }

  /// Tags of the face's axes of variation, such as `wght`.
  public var axisTags: [String] { axes.map(\.tag) }

  /// Family, weight, slant and width in words; a normal width is omitted.
  public var description: String {
    var text = "\(family) \(weight)"
    if slant != .upright { text += " \(slant.rawValue)" }
    if width != 100 { text += " width \(Int(width.rounded()))%" }
    return text
  }

  /// Whether the face has italic letters, by itself or by an axis.
  var hasItalicLetters: Bool { slant == .italic || (axes["ital"]?.maximum ?? 0) >= 1 }

  /// Returns the face with its axes set to the requested traits; a static face is unchanged.
  func set(to traits: FontTraits) -> FontDescription {
    guard isVariable else { return self }
    var copy = self
    if let axis = axes["wght"] { copy.weight = Int(axis.clamped(Double(traits.weight)).rounded()) }
    if let axis = axes["wdth"] { copy.width = axis.clamped(traits.width) }
    if axes["ital"] != nil || axes["slnt"] != nil, slantRank(of: traits.slant) == 0 {
      copy.slant = traits.slant
    } else if traits.slant == .italic, slantRank(of: .oblique) == 0 {
      copy.slant = .oblique
    }
    return copy
  }
}
