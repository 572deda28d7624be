internal import CFontconfig
internal import CHarfBuzz
internal import CICU
internal import LayoutPrimitives
internal import MetricsPacks

/// The fonts of one build: the declared ones, looked up and hashed once, and all installed
/// families.
///
/// It is immutable. All workers share one library; each creates a ``TextMeasurer`` with it.
public struct FontLibrary: Sendable {
  /// The configuration that declares the fonts.
  public let configuration: FontConfiguration
  /// The regular face of each entry of the chain: of `system`, then of the fallback fonts.
  public let chain: [FontDescription]
  /// The entries of the chain with all their faces: `system`, then the fallback fonts.
  public let entries: [FontChainEntry]
  /// Hash of the chain's font files and of everything else on which all text layout depends.
  ///
  /// It covers the bytes of the chain's font files (not their paths), whether a substitute is used
  /// for `system`, and the versions of HarfBuzz and ICU. Families that only styles name have their
  /// own hash: ``fingerprint(ofFamily:)``.
  public let fingerprint: String

  private let sources: FontSources
  private let opened: OpenFonts
  /// Whether a face of the chain has an optical size axis, whose value depends on the font size.
  let hasOpticalSizes: Bool
  /// Whether a face of the chain is of a metrics pack.
  let hasPacks: Bool

  /// Looks up the declared fonts and hashes their files.
  ///
  /// - Parameter configuration: The declared fonts.
  /// - Throws: The first problem: `TextError.missingFont` for a family that is not installed,
  ///   `invalidFamily` for an invalid declaration, `fontconfigFailed`, or an error of a file, such
  ///   as `unreadableFont`, `notAFont` or `missingFace`.
  public init(_ configuration: FontConfiguration) throws(TextError) {
    try self.init(FontInventory(configuration))
  }

  /// Creates a library from fonts that were already looked up, and hashes their files.
  ///
  /// - Parameter survey: The fonts.
  /// - Throws: The first problem in `survey`, or an error of a file.
  public init(_ survey: FontInventory) throws(TextError) {
    if let problem = survey.problems.first { throw problem }
    opened = survey.sources.opened
    fingerprint = try opened.withDigest { digest throws(TextError) in
      let versions = LibraryVersions.current
      digest.add("harfbuzz \(versions.harfBuzz) icu \(versions.icu)")
      if survey.isSystemSubstituted { digest.add("substitute") }
      for entry in survey.chain { try digest.add(entry) }
      return digest.text
    }
    configuration = survey.configuration
    entries = survey.chain
    chain = survey.chain.compactMap(\.regular)
    sources = survey.sources
    let faces = survey.chain.flatMap { $0.faces + $0.regions.flatMap(\.faces) }
    hasOpticalSizes = faces.contains { $0.axes["opsz"] != nil }
    hasPacks = faces.contains(where: \.isCaptured)
  }

  /// Maximum size of a font file, in bytes: 256 MiB, twice the largest font file in Debian.
  public static let maximumFileBytes = 256 << 20

  /// Hash of the files of the families of a style, for styles that name a family outside the chain.
  ///
  /// - Parameter family: `system`, a family name, a path, or several separated by commas.
  /// - Throws: `TextError.missingFont` if the family is not installed, or an error of a file.
  public func fingerprint(ofFamily family: String) throws(TextError) -> String {
    let families = try families(ofList: family)
    return try opened.withDigest { digest throws(TextError) in
      for family in families { try digest.add(family.faces) }
      return digest.text
    }
  }

  /// Hashes of the files of the families of a style, each once and in the form of `FontFacts.hash`.
  ///
  /// - Parameter family: `system`, a family name, a path, or several separated by commas.
  /// - Throws: `TextError.missingFont` if the family is not installed, or an error of a file.
  public func fileHashes(ofFamily family: String) throws(TextError) -> [String] {
    let faces = try families(ofList: family).flatMap(\.faces)
    return try opened.withDigest { digest throws(TextError) in
      var hashes: [String] = []
      for face in faces {
        let hash = try digest.hash(ofFile: face.file).description
        if !hashes.contains(hash) { hashes.append(hash) }
      }
      return hashes
    }
  }

  /// Whether another font is used for a style.
  ///
  /// That is so for `system`, if the configuration has no files, for a list whose first family is
  /// not installed, and for a weight, slant or width of which the family has no face.
  ///
  /// - Parameters:
  ///   - style: The style of a text.
  ///   - mode: The rules of line breaks, which tell browsers from other platforms.
  public func isSubstitute(_ style: CharacterStyle, mode: LineBreakMode) -> Bool {
    do {
      let families = try families(ofList: style.family)
      let key = try FontFallbackKey(
        style, letterSpacing: style.letterSpacing, language: LanguageTag(nil), mode: mode)
      let face = families.first?.faces.nearest(style.traits, size: style.size)
      return isSubstitute(
        list: style.family, families, traits: style.traits, size: style.size,
        isChromium: mode == .chromium) || face.map { $0.isCaptured && !$0.serves(key) } ?? false
    } catch {
      // The error is thrown when a text is measured.
      return false
    }
  }

  /// Whether another font is used for a style.
  ///
  /// - Parameters:
  ///   - list: The families that the style names.
  ///   - families: Those of them that are there.
  ///   - traits: The traits of the style.
  ///   - size: The font size, in points.
  ///   - isChromium: Whether the style is drawn by a browser.
  func isSubstitute(
    list: String, _ families: [(name: String, faces: [FontDescription])], traits: FontTraits,
    size: Double, isChromium: Bool
  ) -> Bool {
    guard let first = families.first, first.name == FontName.list(list).first else { return true }
    return first.name == "system" && configuration.system.isEmpty
      || first.faces.lacks(
        traits, size: size, ofFamily: first.name, isChromium: isChromium)
  }

  /// The available families of a list, each with its faces; never empty.
  ///
  /// - Parameter list: `system`, the name of a declared or installed family, or the path of a font
  ///   file; or several of them, separated by commas. A path such as `path#2` means the third face
  ///   of the file.
  func families(
    ofList list: String
  ) throws(TextError) -> [(name: String, faces: [FontDescription])] {
    try sources.families(of: list)
  }

  /// Entries of the fallback chain, without `system`.
  var fallback: ArraySlice<FontChainEntry> { entries.dropFirst() }

  /// Returns a font file, which is mapped into memory when first used.
  func open(_ path: String) throws(TextError) -> FontFile { try opened.file(path) }
}

extension FontLibrary {
  /// The faces that are searched for the characters of a style, in the order of the search.
  ///
  /// The first is the style's own face; one face for each entry of the fallback chain follows. A
  /// web page with the files of these faces as web fonts draws a text in the fonts that measured
  /// it.
  ///
  /// - Parameters:
  ///   - style: Family, weight, width and slant.
  ///   - language: BCP 47 tag of the text, which selects among regional families; nil if unknown.
  /// - Throws: `TextError.missingFont` for a family that is not installed, or an error of a file.
  public func stack(
    of style: CharacterStyle, language: String?
  ) throws(TextError) -> [FontDescription] {
    let region = RegionalFamily.region(ofLanguage: LanguageTag(language))
    let own = try families(ofList: style.family).compactMap {
      $0.faces.nearest(style.traits, size: style.size)
    }
    if own.isEmpty { throw .missingFont(family: style.family) }
    return own
      + fallback.compactMap { $0.faces(region: region).nearest(style.traits, size: style.size) }
  }

  /// The family of a metrics pack on its device; `nil` for a face of a font file.
  ///
  /// - Throws: `TextError.unreadableFont`, `notAFont` or `changedFont`.
  public func deviceFamily(of face: FontDescription) throws(TextError) -> String? {
    face.isCaptured ? try open(face.file).pack?.family : nil
  }

  /// Whether a face is an emoji font, which is used only for emoji presentation.
  ///
  /// Browsers place the emoji of installed fonts at whole device pixels, but those of web fonts
  /// also between pixels.
  ///
  /// - Throws: `TextError.unreadableFont`, `notAFont` or `changedFont`.
  public func isEmoji(_ face: FontDescription) throws(TextError) -> Bool {
    let file = try open(face.file)
    let opened: OpaquePointer = hb_face_create(file.blob, UInt32(face.index))
    defer { hb_face_destroy(opened) }
    return FontFace.isEmoji(opened)
  }
}

/// Versions of the libraries that find and shape fonts and break lines.
public struct LibraryVersions: Hashable, Sendable {
  /// Version of HarfBuzz, which shapes text.
  public let harfBuzz: String
  /// Version of ICU, which breaks lines and orders bidirectional text.
  public let icu: String
  /// Version of fontconfig, which finds fonts by family.
  public let fontconfig: String

  /// Versions of the libraries that this program uses.
  public static var current: LibraryVersions {
    let number = Int(FcGetVersion())
    return LibraryVersions(
      harfBuzz: String(cString: hb_version_string()), icu: String(cString: cicu_version()),
      fontconfig: "\(number / 10_000).\(number / 100 % 100).\(number % 100)")
  }
}
