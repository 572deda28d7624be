internal import CFontconfig
internal import CHarfBuzz
internal import CICU

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
