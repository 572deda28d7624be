/// Which Debian package brings a font family, so that an error can name it.
enum DebianPackage {
  /// Family names, or their beginnings, from the longest to the shortest, with their package.
  private static let packages: [(prefix: String, package: String)] = [
    ("noto color emoji", "fonts-noto-color-emoji"),
    ("noto sans mono cjk", "fonts-noto-cjk"),
    ("noto serif cjk", "fonts-noto-cjk"),
    ("noto sans cjk", "fonts-noto-cjk"),
    ("open sans", "fonts-open-sans"),
    ("liberation", "fonts-liberation"),
    ("dejavu", "fonts-dejavu-core"),
    ("roboto", "fonts-roboto"),
    ("inter", "fonts-inter"),
    ("noto", "fonts-noto-core"),
    ("lato", "fonts-lato"),
  ]

  /// The package of a family, when it is known.
  static func name(ofFamily family: String) -> String? {
    let name = family.lowercased()
    return packages.first { name == $0.prefix || name.hasPrefix($0.prefix + " ") }?.package
  }
}
