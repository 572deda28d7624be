import TextMeasurement

/// The hashes of the font files that heights are measured with.
struct StoredFonts {
  private let library: FontLibrary
  /// Hashes of a family's files, empty for a family that is not installed.
  private var known: [String: [String]] = [:]

  init(_ library: FontLibrary) { self.library = library }

  /// Maximum number of families whose hashes are kept.
  private static let mostFamilies = 1000

  /// What differs between a device's font and that of the same family here; `nil` for the same.
  ///
  /// - Parameters:
  ///   - family: `system` or a family name.
  ///   - hash: Hash of one of its files, or its first digits.
  mutating func difference(family: String, hash: String) -> String? {
    let hashes = hashes(of: family)
    guard let first = hashes.first else {
      return "the device's font '\(family)' is not among the fonts here"
    }
    if hashes.contains(where: { $0.hasPrefix(hash) }) { return nil }
    return "font '\(family)' is \(hash.prefix(8)) there, \(first.prefix(8)) here"
  }

  private mutating func hashes(of family: String) -> [String] {
    if let hashes = known[family] { return hashes }
    // A name comes from a device and is never a path here.
    let hashes = family.contains("/") ? nil : try? library.fileHashes(ofFamily: family)
    if known.count < Self.mostFamilies { known[family] = hashes ?? [] }
    return hashes ?? []
  }
}
