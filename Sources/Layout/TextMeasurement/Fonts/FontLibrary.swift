internal import CFontconfig
internal import CHarfBuzz
internal import CICU
internal import LayoutPrimitives

/// The fonts of one build: the declared chain, resolved and hashed once, and all installed fonts.
///
/// Immutable; workers share one library and make a ``TextMeasurer`` each.
public struct FontLibrary: Sendable {
  /// The declared fonts.
  public let configuration: FontConfiguration
  /// The regular face of `system` and of each fallback family, in the order of the chain.
  public let chain: [FontDescription]
  /// Entries of the chain: `system`, then each fallback with all its faces.
  public let entries: [FontChainEntry]
  /// Hash of the chain's font files, of whether `system` is a substitute, and of the versions of
  /// HarfBuzz and ICU.
  ///
  /// Files are compared by their bytes, not by their paths. Families that only a style names are
  /// not included; see ``fingerprint(ofFamily:)``.
  public let fingerprint: String

  private let sources: FontSources
  private let stamps: [String: FontDigest.Stamp]
  private let opened: OpenFonts
  /// Whether a face of the chain has an axis of optical size, which depends on the font size.
  let hasOpticalSizes: Bool

  /// Resolves the declared fonts and hashes their files.
  ///
  /// - Parameter configuration: The declared fonts.
  /// - Throws: `TextError.missingFont` for a family that is not installed, `unreadableFont`,
  ///   `notAFont` or `missingFace` for a file that is not a font, `invalidFamily` for an invalid
  ///   declaration.
  public init(_ configuration: FontConfiguration) throws(TextError) {
    try self.init(FontInventory(configuration))
  }

  /// Creates a library of fonts that have been looked up, and hashes their files.
  ///
  /// - Parameter survey: The declared fonts, looked up.
  /// - Throws: The survey's first problem.
  public init(_ survey: FontInventory) throws(TextError) {
    if let problem = survey.problems.first { throw problem }
    var digest = FontDigest()
    let versions = LibraryVersions.current
    digest.add("harfbuzz \(versions.harfBuzz) icu \(versions.icu)")
    if survey.isSystemSubstituted { digest.add("substitute") }
    for entry in survey.chain { try digest.add(entry) }
    configuration = survey.configuration
    entries = survey.chain
    chain = survey.chain.compactMap(\.regular)
    sources = survey.sources
    stamps = digest.stamps
    opened = OpenFonts(known: digest.stamps)
    fingerprint = digest.text
    hasOpticalSizes = survey.chain.contains { entry in
      (entry.faces + entry.regions.flatMap(\.faces)).contains { $0.axes["opsz"] != nil }
    }
  }

  /// Maximum size of a font file, in bytes: 256 MiB, twice that of the largest in Debian.
  public static let maximumFileBytes = 256 << 20

  /// Hash of the files of one family, for styles that name one outside the chain.
  ///
  /// - Parameter family: `system`, a family name or a path.
  /// - Throws: The errors of the initializer.
  public func fingerprint(ofFamily family: String) throws(TextError) -> String {
    var digest = FontDigest(stamps: stamps)
    try digest.add(faces(ofFamily: family))
    return digest.text
  }

  /// Hashes of the files of one family, 32 hexadecimal digits each, as in `FontFacts.hash`.
  ///
  /// - Parameter family: `system`, a family name or a path.
  /// - Throws: The errors of the initializer.
  public func fileHashes(ofFamily family: String) throws(TextError) -> [String] {
    var digest = FontDigest(stamps: stamps)
    var hashes: [String] = []
    for face in try faces(ofFamily: family) {
      let hash = try digest.hash(ofFile: face.file).description
      if !hashes.contains(hash) { hashes.append(hash) }
    }
    return hashes
  }

  /// Whether text in a family is drawn with a substitute font.
  public func isSubstitute(family: String) -> Bool {
    family == "system" && configuration.system.isEmpty
  }

  /// The faces of `system`, of a declared or installed family, or of a file.
  ///
  /// The name `path#2` refers to a file's third face.
  func faces(ofFamily family: String) throws(TextError) -> [FontDescription] {
    try sources.faces(of: family)
  }

  /// Entries of the fallback chain, without `system`.
  var fallback: ArraySlice<FontChainEntry> { entries.dropFirst() }

  /// Returns a font file, mapped at its first use.
  func open(_ path: String) throws(TextError) -> FontFile { try opened.file(path) }
}

extension FontLibrary {
  /// The faces that are searched for the characters of a style, in order: the style's own, then one
  /// of each entry of the fallback chain.
  ///
  /// A page that declares these files as web fonts draws a text with the fonts with which it was
  /// measured.
  ///
  /// - Parameters:
  ///   - style: Family, weight, width and slant.
  ///   - language: BCP 47 tag of the text, which decides between regional families; nil when
  ///     unknown.
  /// - Throws: `TextError.missingFont` for a family that is not installed.
  public func stack(
    of style: CharacterStyle, language: String?
  ) throws(TextError) -> [FontDescription] {
    let region = RegionalFamily.region(ofLanguage: LanguageTag(language))
    let own = try faces(ofFamily: style.family).nearest(style.traits)
    guard let own else { throw .missingFont(family: style.family, debianPackage: nil) }
    return [own] + fallback.compactMap { $0.faces(region: region).nearest(style.traits) }
  }
  /// Whether a face is used for emoji only.
  ///
  /// Browsers draw emoji of an installed font at whole device pixels, and emoji of a web font at
  /// fractions of them.
  ///
  /// - Throws: `TextError.unreadableFont` or `notAFont` when the file is missing or changed.
  public func isEmoji(_ face: FontDescription) throws(TextError) -> Bool {
    let file = try open(face.file)
    let opened: OpaquePointer = hb_face_create(file.blob, UInt32(face.index))
    defer { hb_face_destroy(opened) }
    return FontFace.isEmoji(opened)
  }
}

/// Versions of the libraries that text layout depends on.
public struct LibraryVersions: Hashable, Sendable {
  /// Version of HarfBuzz, which shapes text.
  public let harfBuzz: String
  /// Version of ICU, which breaks lines and orders bidirectional text.
  public let icu: String
  /// Version of fontconfig, which finds fonts by family.
  public let fontconfig: String

  /// Versions of the libraries that this program runs with.
  public static var current: LibraryVersions {
    let number = Int(FcGetVersion())
    return LibraryVersions(
      harfBuzz: String(cString: hb_version_string()), icu: String(cString: cicu_version()),
      fontconfig: "\(number / 10_000).\(number / 100 % 100).\(number % 100)")
  }
}
