public import CellTemplates
public import HeightStore
public import LayoutPrimitives
public import TextMeasurement

/// Hashes everything that one cell depends on: bound content, template, the whole ordered chain of
/// font files, environment and engine version.
public struct CellFingerprint: Sendable {
  private let base: ContentHash
  private let paths: [BoundPath]
  private let counted: [BoundPath]

  /// Prepares the part that all records of a template and environment share.
  ///
  /// - Parameters:
  ///   - template: The template of the cells.
  ///   - fonts: The fonts that texts are measured in.
  ///   - environment: The environment of the cells.
  ///   - limits: Limits of text, of which the length of texts decides on heights.
  ///   - formats: Time zone and clock of the template's formats.
  /// - Throws: `TextError.missingFont` for a family that the template names and nobody has.
  public init(
    template: CellTemplate, fonts: FontLibrary, environment: Environment,
    limits: TextLimits = TextLimits(), formats: FormatSettings = FormatSettings()
  ) throws(TextError) {
    paths = template.recordPaths
    counted = template.countedPaths
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
    if let written = template.formatFingerprint(formats) { shared.append(written) }
    for family in template.fontFamilies {
      shared.append(try fonts.fingerprint(ofFamily: family))
    }
    base = ContentHash(of: shared.joined(separator: "\u{0}"))
  }

  /// The hash of what a template takes from a record, the same for every environment.
  ///
  /// - Parameters:
  ///   - record: Answers the template's bindings.
  ///   - version: The record's version, so that a stored cell names the version it came from.
  public func content(of record: some BindingSource, version: String) -> ContentHash {
    content(of: record, version: version) { _, _ in }
  }

  /// As `content(of:version:)`; tells each text that it looks up, with its path as an index in
  /// `CellTemplate.recordPaths`.
  func content(
    of record: some BindingSource, version: String, noting answer: (Int, String?) -> Void
  ) -> ContentHash {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    func append(_ text: String?) {
      // The length before each value, so that no two lists of values run together alike.
      let count = text.map { $0.utf8.count } ?? -1
      withUnsafeBytes(of: Int64(count).littleEndian) { bytes.append(contentsOf: $0) }
      if let text { bytes.append(contentsOf: text.utf8) }
    }
    append(version)
    for (index, path) in paths.enumerated() {
      let text = record.text(at: path)
      answer(index, text)
      append(text ?? (record.isPresent(at: path) ? "present" : nil))
    }
    for path in counted { append("\(record.count(at: path))") }
    return ContentHash(of: bytes)
  }

  /// The fingerprint of a cell.
  ///
  /// - Parameter content: What `content(of:version:)` gave for the record.
  public func fingerprint(content: ContentHash) -> Fingerprint {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for word in [base.high, base.low, content.high, content.low] {
      withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return Fingerprint(ContentHash(of: bytes))
  }
}
