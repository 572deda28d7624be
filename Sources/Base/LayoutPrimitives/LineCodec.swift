/// The stored form of the lines of a cell's labels.
///
/// It begins with one bit per label, in whole bytes: whether lines of the label are stored. The
/// text hash of each of these labels follows, as a little-endian UInt32, and then their lines. The
/// number of lines is that of the frames. A line consists of these numbers:
///
/// - The length of its text, times 2, plus 1 if `Extras` follow, and these extras.
/// - The difference between the width of the frame and the width of the line.
/// - For the first two lines, the signed distance of the baseline from the baseline above it, or
///   from the top of the frame. For the other lines, this distance is predicted: it is that of the
///   second line.
/// - The numbers to which the extras refer, in the order of the extras.
///
/// A number is a varint: 7 bits per byte from the lowest on, and the high bit is set if another
/// byte follows. In a signed number, bit 0 is the sign.
package struct LineCodec: Hashable, Sendable {
  /// Properties that most lines do not have.
  private struct Extras: OptionSet {
    let rawValue: UInt32

    /// The signed distance of the baseline from its predicted place follows.
    static let baseline = Extras(rawValue: 1 << 0)
    /// The line is wider than the frame.
    static let overflows = Extras(rawValue: 1 << 1)
    /// The base direction differs from that of the line before; the first line follows one from
    /// left to right.
    static let turns = Extras(rawValue: 1 << 2)
    /// The text is tightened.
    static let tightened = Extras(rawValue: 1 << 3)
    /// The scale of the label's font follows, times 65,536.
    static let scale = Extras(rawValue: 1 << 4)
    /// The number of runs follows; for each, the signed distance of its start from the end of the
    /// run before it, and its length times 2, plus 1 if it is drawn from right to left.
    static let runs = Extras(rawValue: 1 << 5)
    /// A hyphen is drawn.
    static let hyphen = Extras(rawValue: 1 << 6)
    /// An ellipsis is drawn; the length of the text before it and after it follow.
    static let ellipsis = Extras(rawValue: 1 << 7)
    /// The text is clipped.
    static let clip = Extras(rawValue: 1 << 8)
  }

  /// The indices of the labels' frames.
  private let labelViews: [Int]

  /// Creates the codec of a template, from the positions of its labels among its views.
  package init(labels: [Int]) { labelViews = labels }

  private var maskBytes: Int { (labelViews.count + 7) / 8 }

  /// Encodes the lines of a layout into a buffer, and keeps the capacity of the buffer.
  ///
  /// Lines of a label are left out if their number is not that of the layout.
  ///
  /// - Throws: `LineCodingError` if the layout does not fit the template, or if a number is out of
  ///   range.
  package func encode(
    _ layout: CellLayout, into bytes: inout [UInt8]
  ) throws(LineCodingError) {
    let labels = layout.lineFragments
    guard labels.count == labelViews.count, layout.labels.count == labels.count,
      labelViews.last.map({ $0 < layout.frames.count }) ?? true
    else { throw .otherTemplate }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: repeatElement(0, count: maskBytes))
    func isKept(_ label: Int) -> Bool {
      let count = min(layout.labels[label].count, LabelFragments.maximumLines)
      return !labels[label].lines.isEmpty && labels[label].lines.count == count
    }
    for label in labels.indices where isKept(label) {
      bytes[label >> 3] |= 1 << UInt8(label & 7)
      withUnsafeBytes(of: labels[label].textHash.littleEndian) { bytes.append(contentsOf: $0) }
    }
    var writer = VarintWriter(bytes: bytes)
    bytes = []
    for label in labels.indices where isKept(label) {
      encode(labels[label], in: layout.frames[labelViews[label]].width, into: &writer)
    }
    guard !writer.isInvalid else { throw .outOfRange }
    bytes = writer.bytes
  }

  /// The stored form of the lines of a layout as hexadecimal digits; nil if a store cannot contain
  /// them.
  package func text(of layout: CellLayout) -> String? {
    var bytes: [UInt8] = []
    do throws(LineCodingError) {
      try encode(layout, into: &bytes)
    } catch {
      return nil
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Decodes the text of `text(of:)` for a layout with frames and line counts; nil if it is not
  /// valid.
  package func decode(text: String, of layout: CellLayout) -> [LabelFragments]? {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0))
    }
    return bytes.withUnsafeBytes {
      decode($0, frames: layout.frames, counts: layout.labels)
    }
  }

  private func encode(_ label: LabelFragments, in width: Int, into writer: inout VarintWriter) {
    var start = 0
    var (baseline, pitch, isRightToLeft) = (0, 0, false)
    for (index, line) in label.lines.enumerated() {
      var extras = extras(of: line)
      let step = line.baseline - baseline
      let shift = index < 2 ? 0 : step - pitch
      if shift != 0 { extras.insert(.baseline) }
      if line.width > width { extras.insert(.overflows) }
      if line.isRightToLeft != isRightToLeft { extras.insert(.turns) }
      if index == 0, label.scale != 1 { extras.insert(.scale) }
      writer.append(line.end - start, shifted: 1, low: extras.isEmpty ? 0 : 1)
      if !extras.isEmpty { writer.append(Int(extras.rawValue)) }
      writer.append(abs(width - line.width))
      if index < 2 { writer.append(signed: step) }
      if index == 1 { pitch = step }
      if extras.contains(.baseline) { writer.append(signed: shift) }
      if extras.contains(.scale) { writer.append(Int(label.scale * 65536)) }
      if extras.contains(.runs) {
        writer.append(line.runs.count)
        var last = start
        for run in line.runs {
          writer.append(signed: run.range.lowerBound - last)
          writer.append(run.range.count, shifted: 1, low: run.isRightToLeft ? 1 : 0)
          last = run.range.upperBound
        }
      }
      if case .ellipsis(let omitted) = line.mark {
        writer.append(omitted.lowerBound - start)
        writer.append(line.end - omitted.upperBound)
      }
      (start, baseline, isRightToLeft) = (line.end, line.baseline, line.isRightToLeft)
    }
  }

  private func extras(of line: LineFragment) -> Extras {
    var extras: Extras = []
    switch line.mark {
    case .none: break
    case .hyphen: extras.insert(.hyphen)
    case .ellipsis: extras.insert(.ellipsis)
    case .clip: extras.insert(.clip)
    }
    if line.isTightened { extras.insert(.tightened) }
    if !line.runs.isEmpty { extras.insert(.runs) }
    return extras
  }

  /// Decodes the lines of a cell.
  ///
  /// - Parameters:
  ///   - frames: The frames of the cell.
  ///   - counts: The line counts of the labels.
  /// - Returns: The lines of each label; nil if the bytes are not valid.
  package func decode(
    _ bytes: UnsafeRawBufferPointer, frames: [PixelRect], counts: [LabelLines]
  ) -> [LabelFragments]? {
    guard counts.count == labelViews.count, labelViews.last.map({ $0 < frames.count }) ?? true
    else { return nil }
    var reader = VarintReader(bytes: bytes, index: maskBytes)
    guard bytes.count >= maskBytes else { return nil }
    var labels = [LabelFragments](repeating: .none, count: counts.count)
    func isKept(_ label: Int) -> Bool { bytes[label >> 3] & 1 << UInt8(label & 7) != 0 }
    for label in labels.indices where isKept(label) {
      guard let hash = reader.fixed32() else { return nil }
      labels[label].textHash = hash
    }
    for label in labels.indices where isKept(label) {
      let count = min(counts[label].count, LabelFragments.maximumLines)
      guard count > 0,
        decode(
          &labels[label], count: count, in: frames[labelViews[label]].width, from: &reader)
      else { return nil }
    }
    return reader.index == bytes.count ? labels : nil
  }

  private func decode(
    _ label: inout LabelFragments, count: Int, in width: Int, from reader: inout VarintReader
  ) -> Bool {
    guard count <= reader.bytes.count - reader.index else { return false }
    label.lines.reserveCapacity(count)
    var (start, baseline, pitch, isRightToLeft) = (0, 0, 0, false)
    for index in 0..<count {
      let coded = reader.unsigned()
      let extras =
        coded & 1 == 1 ? Extras(rawValue: UInt32(truncatingIfNeeded: reader.unsigned())) : []
      let difference = reader.unsigned()
      var step = index < 2 ? reader.signed() : pitch
      if index == 1 { pitch = step }
      if extras.contains(.baseline) { step += reader.signed() }
      if extras.contains(.scale) { label.scale = Double(reader.unsigned()) / 65536 }
      if extras.contains(.turns) { isRightToLeft.toggle() }
      baseline += step
      var line = LineFragment(
        end: start + coded >> 1,
        width: extras.contains(.overflows) ? width + difference : width - difference,
        baseline: baseline, isRightToLeft: isRightToLeft,
        isTightened: extras.contains(.tightened))
      if extras.contains(.hyphen) { line.mark = .hyphen }
      if extras.contains(.clip) { line.mark = .clip }
      if extras.contains(.runs) {
        guard let runs = decodeRuns(start: start, from: &reader) else { return false }
        line.runs = runs
      }
      if extras.contains(.ellipsis) {
        let (low, high) = (start + reader.unsigned(), line.end - reader.unsigned())
        guard low <= high else { return false }
        line.mark = .ellipsis(omitted: low..<high)
      }
      guard !reader.isInvalid else { return false }
      label.lines.append(line)
      start = line.end
    }
    return true
  }

  private func decodeRuns(start: Int, from reader: inout VarintReader) -> [LineFragment.Run]? {
    let count = reader.unsigned()
    // A run takes at least two bytes.
    guard count <= (reader.bytes.count - reader.index) / 2 else { return nil }
    var last = start
    return (0..<count).map { _ in
      let low = last + reader.signed()
      let length = reader.unsigned()
      last = low + length >> 1
      return LineFragment.Run(range: low..<last, isRightToLeft: length & 1 == 1)
    }
  }
}

/// The reason why lines have no stored form.
package enum LineCodingError: Error, CustomStringConvertible {
  /// The layout does not have the labels of the template.
  case otherTemplate
  /// A number is negative or exceeds Int32.
  case outOfRange

  /// One sentence that describes the error.
  package var description: String {
    switch self {
    case .otherTemplate: "the lines of a layout do not fit its template"
    case .outOfRange: "a line has a number beyond what the store can hold"
    }
  }
}

/// Appends varints to bytes.
private struct VarintWriter {
  private(set) var bytes: [UInt8]
  /// Whether a number was negative or exceeded Int32.
  private(set) var isInvalid = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func append(_ value: Int, shifted shift: Int = 0, low: UInt32 = 0) {
    guard let value = UInt32(exactly: value), value < 1 << 31 else {
      isInvalid = true
      return
    }
    put(UInt64(value) << UInt64(shift) | UInt64(low))
  }

  mutating func append(signed value: Int) {
    append(abs(value), shifted: 1, low: value < 0 ? 1 : 0)
  }

  private mutating func put(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads varints of at most 35 bits.
private struct VarintReader {
  let bytes: UnsafeRawBufferPointer
  private(set) var index: Int
  /// Whether the bytes ended too early, or a number was too long.
  private(set) var isInvalid = false

  init(bytes: UnsafeRawBufferPointer, index: Int) {
    self.bytes = bytes
    self.index = index
  }

  /// The next four bytes as a little-endian number; nil at the end of the bytes.
  mutating func fixed32() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    defer { index += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// The next number; 0 if the bytes are not valid.
  @inline(__always)
  mutating func unsigned() -> Int {
    var value = 0
    var shift = 0
    while index < bytes.count, shift < 35 {
      let byte = bytes[index]
      index += 1
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    isInvalid = true
    return 0
  }

  @inline(__always)
  mutating func signed() -> Int {
    let value = unsigned()
    return value & 1 == 1 ? -(value >> 1) : value >> 1
  }
}
