/// One declared font with the faces that were found for it.
public struct FontChainEntry: Hashable, Sendable {
  /// The purpose of a declared font.
  public enum Role: String, Hashable, Sendable {
    /// The font is the family `system`.
    case system
    /// The font is a family made of files, for styles that name it.
    case family
    /// The font is in the fallback chain.
    case fallback
  }

  /// The purpose of the font.
  public let role: Role
  /// The name as declared: `system`, a family or a path.
  public let name: String
  /// Faces in canonical order, of which each style uses the nearest; empty when none were found.
  public let faces: [FontDescription]
  /// Faces of the installed families for other regions of Han script, such as `JP`, in order.
  public let regions: [RegionalFaces]
  /// Why no faces were found; nil when some were.
  public let problem: TextError?

  /// The faces of a family for one region of Han script.
  public struct RegionalFaces: Hashable, Sendable {
    /// The region: `SC`, `TC`, `HK`, `JP` or `KR`.
    public let region: String
    /// Faces in canonical order.
    public let faces: [FontDescription]
  }

  /// The face of regular weight, normal width and no slant, or the nearest to it; nil without
  /// faces.
  public var regular: FontDescription? { faces.nearest(.regular) }

  /// The faces for a region of Han script; without faces for it, those of the declared family.
  func faces(region: String?) -> [FontDescription] {
    guard let region else { return faces }
    return regions.first { $0.region == region }?.faces ?? faces
  }
}
