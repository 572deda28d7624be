/// The requested weight, width and slant of a face in its family.
public struct FontTraits: Hashable, Sendable {
  /// Weight, 1...1000; 400 is regular.
  public var weight: Int
  /// Width in percent of normal, as CSS `font-stretch` has it: 50 is ultra-condensed, 75 condensed,
  /// 125 expanded, 200 ultra-expanded.
  public var width: Double
  /// Slant of the face.
  public var slant: FontSlant

  /// Creates traits; regular, of normal width and upright by default.
  public init(weight: Int = 400, width: Double = 100, slant: FontSlant = .upright) {
    self.weight = weight
    self.width = width
    self.slant = slant
  }

  /// Regular weight, normal width, upright.
  public static let regular = FontTraits()
}
