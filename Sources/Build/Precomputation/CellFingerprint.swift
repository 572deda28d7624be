public import CellTemplates
import FeedRecords
public import HeightStore
public import LayoutPrimitives
public import TextMeasurement

/// Computes the fingerprint of a cell: a hash of everything that the cell depends on.
///
/// That includes the record's version and bound values, the template, the fonts, the environment,
/// the limits of text and the engine version.
public struct CellFingerprint: Sendable {
  /// The hash of the inputs that all records of a template and environment share.
  let shared: ContentHash
  private let paths: [BoundPath]
  private let counted: [BoundPath]
  /// The template and the fonts, if a record may name fonts; otherwise `nil`.
  private let named: (template: CellTemplate, fonts: FontLibrary)?

  /// Hashes the inputs that all records of a template and environment share.
  ///
  /// - Parameters:
  ///   - template: The template of the cells.
  ///   - fonts: The fonts that measure text.
  ///   - environment: The environment of the cells.
  ///   - limits: The limits of text; the maximum length of a text affects heights.
  ///   - formats: The time zone and the clock of the template's formats.
  ///   - keepsFrames: Whether frames are stored with the height.
  ///   - keepsLines: Whether the lines of labels are stored.
  /// - Throws: `TextError.missingFont` if a font family of the template is missing.
  public init(
    template: CellTemplate, fonts: FontLibrary, environment: Environment,
    limits: TextLimits = TextLimits(), formats: FormatSettings = FormatSettings(),
    keepsFrames: Bool = true, keepsLines: Bool = false
  ) throws(TextError) {
    paths = template.recordPaths
    counted = template.countedPaths
    named = template.bindsFontFamilies ? (template, fonts) : nil
    var shared = [
      EngineVersion.current, template.hash.description, fonts.fingerprint, environment.key,
    ]
    let standard = TextLimits()
    if limits.textUnits != standard.textUnits { shared.append("text \(limits.textUnits)") }
    if limits.shapedUnits != standard.shapedUnits {
      shared.append("shaped \(limits.shapedUnits)")
    }
    if limits.stackedUnits != standard.stackedUnits {
      shared.append("stacked \(limits.stackedUnits)")
    }
    if !keepsFrames { shared.append("heights alone") }
    if keepsLines { shared.append("lines") }
    if let written = template.formatFingerprint(formats) { shared.append(written) }
    shared += try fonts.fingerprints(of: template)
    self.shared = ContentHash(of: shared.joined(separator: "\u{0}"))
  }

  /// The hash of a record's bound content, which is independent of the environment.
  ///
  /// - Parameters:
  ///   - record: The values that the template binds.
  ///   - version: The version of the record.
  public func content(of record: some BindingSource, version: String) -> ContentHash {
    content(of: record, version: version) { _, _ in }
  }

  /// Computes the hash of `content(of:version:)`, and passes the value of each path to a closure.
  ///
  /// The closure receives the index of the path in `CellTemplate.recordPaths`, and the text at the
  /// path, or `nil` if there is none.
  func content(
    of record: some BindingSource, version: String, noting answer: (Int, String?) -> Void
  ) -> ContentHash {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    func append(_ text: String?) {
      // The length before each text makes the hash unambiguous.
      let count = text.map { $0.utf8.count } ?? -1
      withUnsafeBytes(of: Int64(count).littleEndian) { bytes.append(contentsOf: $0) }
      if let text { bytes.append(contentsOf: text.utf8) }
    }
    append(version)
    for (index, path) in paths.enumerated() {
      let text = record.text(at: path)
      answer(index, text)
      append(text ?? (record.isPresent(at: path) ? "present" : nil))
      if record.isFlattened(at: path) { append("flattened") }
    }
    for path in counted { append("\(record.count(at: path))") }
    if let named {
      for family in named.template.boundFontFamilies(in: record) {
        append(named.fonts.fingerprintIfAny(ofFamily: family))
      }
    }
    return ContentHash(of: bytes)
  }

  /// The fingerprint of a cell.
  ///
  /// - Parameter content: The hash of the record's content.
  public func fingerprint(content: ContentHash) -> Fingerprint {
    let words = (
      shared.high.littleEndian, shared.low.littleEndian, content.high.littleEndian,
      content.low.littleEndian
    )
    return withUnsafeBytes(of: words) { ContentHash(bytes: $0) }
  }
}

extension FontLibrary {
  /// Hashes of the font files that texts of a template may need, except those of the chain and
  /// those of installed families that a record names.
  ///
  /// - Throws: `TextError.missingFont` if a font family of the template is missing.
  func fingerprints(of template: CellTemplate) throws(TextError) -> [String] {
    var hashes: [String] = []
    for family in template.fontFamilies { hashes.append(try fingerprint(ofFamily: family)) }
    guard template.bindsFontFamilies else { return hashes }
    for family in configuration.families.keys.sorted() {
      hashes.append(try fingerprint(ofFamily: family))
    }
    return hashes
  }

  /// The hash of the files of a family that a record names; `nil` if there is no such family.
  fileprivate func fingerprintIfAny(ofFamily family: String) -> String? {
    do throws(TextError) {
      return try fingerprint(ofFamily: family)
    } catch {
      // The layout of the cell reports the error.
      return nil
    }
  }
}

/// The version of the layout engine.
///
/// Raise it with every change that affects layout results. A test compares golden frames.
public enum EngineVersion {
  /// The version that is stored, and hashed into fingerprints.
  public static let current = "14"
}
