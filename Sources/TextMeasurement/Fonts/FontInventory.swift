internal import LayoutPrimitives

/// All fonts that a configuration declares, found or not.
///
/// A ``FontLibrary`` can be made only of an inventory without ``problems``.
public struct FontInventory: Sendable {
  /// The declared fonts.
  public let configuration: FontConfiguration
  /// Entries of the chain: `system`, then the fallbacks in their order.
  public let chain: [FontChainEntry]
  /// Entries of the families made of files, in the order of their names.
  public let families: [FontChainEntry]

  let sources: FontSources

  /// Looks up every declared font.
  ///
  /// - Throws: `TextError.fontconfigFailed`; other problems are in ``problems``.
  public init(_ configuration: FontConfiguration) throws(TextError) {
    let sources = try FontSources(configuration)
    self.configuration = configuration
    self.sources = sources
    families = sources.families
    chain = [sources.system] + configuration.fallback.map { Self.entry($0, sources: sources) }
  }

  /// The problems of the declared fonts, in the order of declaration, without duplicates.
  public var problems: [TextError] {
    var problems: [TextError] = []
    for entry in chain + families {
      if let problem = entry.problem, !problems.contains(problem) { problems.append(problem) }
    }
    return problems
  }

  /// Whether the family `system` is replaced by ``systemSubstitute``, because it has no files.
  public var isSystemSubstituted: Bool { configuration.system.isEmpty }

  /// The family used for `system` when no files are configured.
  public static let systemSubstitute = "Inter"

  private static func entry(_ name: String, sources: FontSources) -> FontChainEntry {
    var regions: [FontChainEntry.RegionalFaces] = []
    for region in RegionalFamily.regions {
      guard let sibling = RegionalFamily.sibling(of: name, region: region) else { continue }
      do throws(TextError) {
        guard let faces = try sources.facesIfAny(ofFamily: sibling) else { continue }
        regions.append(FontChainEntry.RegionalFaces(region: region, faces: faces))
      } catch {
        return FontChainEntry(role: .fallback, name: name) { () throws(TextError) in throw error }
      }
    }
    return FontChainEntry(role: .fallback, name: name, regions: regions) { () throws(TextError) in
      try sources.faces(of: name)
    }
  }
}
