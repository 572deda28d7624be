internal import CFontconfig
internal import CHarfBuzz
internal import CICU
internal import LayoutPrimitives

/// The fonts of one build: the declared chain, looked up and hashed once, and all installed fonts.
///
/// It is immutable. All workers share one library, and each creates its ``TextMeasurer`` with it.
public struct FontLibrary: Sendable {
  /// The declared fonts.
  public let configuration: FontConfiguration
  /// The regular face of `system` and of each fallback family, in the order of the chain.
  public let chain: [FontDescription]
  /// Entries of the chain: `system`, then each fallback font, with all faces.
  public let entries: [FontChainEntry]
  /// Hash of the chain's font files and of everything else in the library that affects text layout.
  ///
  /// It covers the bytes of the files (not their paths), whether `system` is a substitute, and the
  /// versions of HarfBuzz and ICU. It does not cover families that only styles name; see
  /// ``fingerprint(ofFamily:)``.
  public let fingerprint: String

  private let sources: FontSources
  private let stamps: [String: FontDigest.Stamp]
  private let opened: OpenFonts
  /// Whether a face of the chain has the axis of optical size, whose value depends on the font
  /// size.
  let hasOpticalSizes: Bool

  /// Looks up the declared fonts and hashes their files.
  ///
  /// - Parameter configuration: The declared fonts.
  /// - Throws: `TextError.missingFont` for a family that is not installed; `unreadableFont`,
  ///   `notAFont` or `missingFace` for a file that is not a font; `invalidFamily` for an invalid
  ///   declaration.
  public init(_ configuration: FontConfiguration) throws(TextError) {
    try self.init(FontInventory(configuration))
  }

  /// Creates a library from fonts that were already looked up, and hashes their files.
  ///
  /// - Parameter survey: The result of looking up the declared fonts.
  /// - Throws: The first problem in `survey`.
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

  /// Maximum size of a font file, in bytes: 256 MiB, twice the largest font file in Debian.
  public static let maximumFileBytes = 256 << 20

  /// Hash of the files of one family, for styles that name a family outside the chain.
  ///
  /// - Parameter family: `system`, a family name or a path.
  /// - Throws: The errors of the initializer.
  public func fingerprint(ofFamily family: String) throws(TextError) -> String {
    var digest = FontDigest(stamps: stamps)
    try digest.add(faces(ofFamily: family))
    return digest.text
  }

  /// Hashes of the files of one family, as 32 hexadecimal digits each, like `FontFacts.hash`.
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

  /// Whether a substitute font draws the text of a family.
  public func isSubstitute(family: String) -> Bool {
    family == "system" && configuration.system.isEmpty
  }

  /// The faces of `system`, of a declared or installed family, or of a font file.
  ///
  /// The name `path#2` refers to a file's third face.
  func faces(ofFamily family: String) throws(TextError) -> [FontDescription] {
    try sources.faces(of: family)
  }

  /// Entries of the fallback chain, without `system`.
  var fallback: ArraySlice<FontChainEntry> { entries.dropFirst() }

  /// Returns a font file, which is mapped when it is first used.
  func open(_ path: String) throws(TextError) -> FontFile { try opened.file(path) }
}

extension FontLibrary {
  /// The faces that are searched for the characters of a style, in order.
  ///
  /// The first is the face of the style; one face per entry of the fallback chain follows. A page
  /// that declares the files of these faces as web fonts draws a text with the fonts that
  /// measured it.
  ///
  /// - Parameters:
  ///   - style: Family, weight, width and slant.
  ///   - language: BCP 47 tag of the text, which selects one of several regional families; nil if
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
  /// Whether a face is used only for emoji.
  ///
  /// Browsers place emoji of installed fonts at whole device pixels, but emoji of web fonts also
  /// between pixels.
  ///
  /// - Throws: `TextError.unreadableFont` or `notAFont` if the file is missing or changed.
  public func isEmoji(_ face: FontDescription) throws(TextError) -> Bool {
    let file = try open(face.file)
    let opened: OpaquePointer = hb_face_create(file.blob, UInt32(face.index))
    defer { hb_face_destroy(opened) }
    return FontFace.isEmoji(opened)
  }
}

/// Versions of the libraries on which text layout depends.
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
