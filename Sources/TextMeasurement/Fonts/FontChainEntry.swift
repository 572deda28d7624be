/// One declared font with the faces that were found for it.
public struct FontChainEntry: Hashable, Sendable {
  /// The purpose of a declared font.
  public enum Role: String, Hashable, Sendable {
    /// The family `system`.
    case system
    /// A family made of files, for styles that name it.
    case family
    /// A font of the fallback chain.
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
  /// Why there are no faces.
  public let problem: TextError?

  /// The faces of one region.
  public struct RegionalFaces: Hashable, Sendable {
    /// `SC`, `TC`, `HK`, `JP` or `KR`.
    public let region: String
    /// Faces in canonical order.
    public let faces: [FontDescription]
  }

  /// The face of regular weight, normal width and no slant, or the nearest to it.
  public var regular: FontDescription? { faces.nearest(.regular) }

  /// The faces for a region of Han script, or the declared ones if it has none.
  func faces(region: String?) -> [FontDescription] {
    guard let region else { return faces }
    return regions.first { $0.region == region }?.faces ?? faces
  }
}
