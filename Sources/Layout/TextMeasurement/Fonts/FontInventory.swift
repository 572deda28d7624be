internal import LayoutPrimitives
public import MetricsPacks

/// All fonts that a configuration declares, with the faces or the problem found for each.
///
/// A ``FontLibrary`` can be created only from an inventory without ``problems``.
public struct FontInventory: Sendable {
  /// The configuration that declares the fonts.
  public let configuration: FontConfiguration
  /// The entries of the chain: `system`, then the fallback fonts in the order of the search.
  public let chain: [FontChainEntry]
  /// The entries of the families that consist of font files, sorted by name.
  public let families: [FontChainEntry]

  let sources: FontSources

  /// Looks up every declared font.
  ///
  /// - Throws: `TextError.fontconfigFailed`, `.invalidFaceList`. Problems of single fonts are in ``problems``.
  public init(_ configuration: FontConfiguration) throws(TextError) {
    let sources = try FontSources(configuration)
    self.configuration = configuration
    self.sources = sources
    families = sources.families
    chain = [sources.system] + configuration.fallback.map { Self.entry($0, sources: sources) }
  }

  /// The problems of the declared fonts, without duplicates; problems of the chain come first.
  public var problems: [TextError] {
    var problems: [TextError] = []
    for entry in chain + families {
      if let problem = entry.problem, !problems.contains(problem) { problems.append(problem) }
    }
    return problems
  }

  /// The metrics packs among the declared fonts, each once.
  ///
  /// - Throws: An error of a file that has changed since it was looked up.
  public var packs: [DeclaredPack] {
    get throws(TextError) {
      var packs: [DeclaredPack] = []
      for entry in chain + families {
        for face in entry.faces
        where face.isCaptured && !packs.contains(where: { $0.file == face.file }) {
          guard let pack = try sources.opened.file(face.file).pack else { continue }
          packs.append(
            DeclaredPack(role: entry.role, name: entry.name, file: face.file, pack: pack))
        }
      }
      return packs
    }
  }

  /// Whether ``systemSubstitute`` is used for `system`, because the configuration has no files for
  /// it.
  public var isSystemSubstituted: Bool { configuration.system.isEmpty }

  /// The family that is used for `system` if the configuration has no files for it.
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

/// One declared font, with the faces that were found for it.
public struct FontChainEntry: Hashable, Sendable {
  /// What a declared font is used for.
  public enum Role: String, Hashable, Sendable {
    /// The font of the family `system`.
    case system
    /// A family that consists of files, for styles that name it.
    case family
    /// A font for characters that a style's own font lacks.
    case fallback
  }

  /// What the font is used for.
  public let role: Role
  /// The name as declared: `system`, a family or a path.
  public let name: String
  /// Faces in canonical order; empty if `problem` is not nil.
  ///
  /// A style uses the face nearest to its traits.
  public let faces: [FontDescription]
  /// Faces of the installed sibling families for regions of Han script, in the order of regions.
  ///
  /// Empty if the name has no regional suffix such as `SC`.
  public let regions: [RegionalFaces]
  /// The reason why the font cannot be used; nil if faces were found.
  public let problem: TextError?

  /// The faces of a family for one region of Han script.
  public struct RegionalFaces: Hashable, Sendable {
    /// The region: `SC`, `TC`, `HK`, `JP` or `KR`.
    public let region: String
    /// The faces of the family in canonical order.
    public let faces: [FontDescription]
  }

  /// The face nearest to regular weight, normal width and no slant; nil if there are no faces.
  public var regular: FontDescription? { faces.nearest(.regular) }

  /// The faces for a region of Han script, or else the faces of the declared family.
  func faces(region: String?) -> [FontDescription] {
    guard let region else { return faces }
    return regions.first { $0.region == region }?.faces ?? faces
  }
}

/// A metrics pack among the declared fonts.
public struct DeclaredPack: Hashable, Sendable {
  /// What the font is used for.
  public let role: FontChainEntry.Role
  /// The name as declared.
  public let name: String
  /// Path of the document.
  public let file: String
  /// The content of the document.
  public let pack: MetricsPack
}

/// Finds the families for other regions of Han script: for `Noto Sans CJK SC`, `Noto Sans CJK JP`.
enum RegionalFamily {
  /// The suffixes of family names: mainland China, Taiwan, Hong Kong, Japan, Korea.
  static let regions = ["SC", "TC", "HK", "JP", "KR"]

  /// Name of the same family for another region; `nil` if the name has no regional suffix.
  static func sibling(of family: String, region: String) -> String? {
    guard let ending = regions.first(where: { family.hasSuffix(" " + $0) }) else { return nil }
    return family.dropLast(ending.count) + region
  }

  /// The region whose glyphs a language uses; `nil` for languages other than Chinese, Japanese,
  /// Korean.
  static func region(ofLanguage language: LanguageTag) -> String? {
    switch language.primary {
    case "ja": "JP"
    case "ko": "KR"
    case "zh", "yue": chineseRegion(language)
    default: nil
    }
  }

  private static func chineseRegion(_ language: LanguageTag) -> String {
    if language.subtags.contains("hk") || language.subtags.contains("mo") { return "HK" }
    if language.primary == "yue" { return "HK" }
    if language.subtags.contains("hant") || language.subtags.contains("tw") { return "TC" }
    return "SC"
  }
}
