/// One declared font with the faces that were found for it.
public struct FontChainEntry: Hashable, Sendable {
  /// What a font was declared for.
  public enum Role: String, Hashable, Sendable {
    /// The family `system`.
    case system
    /// A family made of files, for styles that name it.
    case family
    /// A step of the fallback chain.
    case fallback
  }

  /// What it was declared for.
  public let role: Role
  /// The name as declared: `system`, a family or a path.
  public let name: String
  /// Faces in canonical order, of which each style takes the nearest; empty when there are none.
  public let faces: [FontDescription]
  /// Faces of the sibling families of Han writing that are installed, by region (`JP`), in order.
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

  /// The faces for a region of Han writing, or else the declared ones.
  func faces(region: String?) -> [FontDescription] {
    guard let region else { return faces }
    return regions.first { $0.region == region }?.faces ?? faces
  }
}
