package import LayoutPrimitives

/// Frames and line counts, decoded once, in one array: those that cells share, and those of single
/// cells as far as there is room.
package struct ShapeTable: Sendable {
  private struct Entry {
    /// Of the first value.
    let start: Int
    let template: TemplateID
    let views: Int
    let labels: Int
  }

  /// Per shape four values a view, x, y, width and height in steps, then one a label.
  private var values: [Int32] = []
  private var entries: [Entry] = []
  private var numbers: [Int64: Int32] = [:]

  /// Number of shapes.
  package var count: Int { entries.count }

  /// Memory that it takes, in bytes.
  var memoryBytes: Int {
    values.count * MemoryLayout<Int32>.stride + entries.count * MemoryLayout<Entry>.stride
  }

  /// Adds a shape that cells share; false for a blob of the wrong size.
  mutating func add(
    number: Int64, template: TemplateID, _ codec: FrameCodec, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    guard let place = add(template: template, codec, bytes) else { return false }
    numbers[number] = place
    return true
  }

  /// Adds the frames of a cell; nil for a blob of the wrong size.
  mutating func add(
    template: TemplateID, _ codec: FrameCodec, _ bytes: UnsafeRawBufferPointer
  ) -> Int32? {
    guard bytes.count == codec.byteCount, let place = Int32(exactly: entries.count) else {
      return nil
    }
    entries.append(
      Entry(start: values.count, template: template, views: codec.views, labels: codec.labels))
    for index in 0..<codec.views * 4 {
      values.append(
        Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)))
    }
    for index in 0..<codec.labels {
      let line = bytes.loadUnaligned(
        fromByteOffset: codec.views * 16 + index * 2, as: Int16.self)
      values.append(Int32(Int16(littleEndian: line)))
    }
    return place
  }

  /// The place of a stored shape of a template; nil for none.
  func place(ofNumber number: Int64, template: TemplateID) -> Int32? {
    guard let place = numbers[number], entries[Int(place)].template == template else { return nil }
    return place
  }

  /// Forgets the stored numbers, which only reading needs.
  mutating func finish() { numbers = [:] }

  /// Number of a shape's views.
  package func viewCount(_ shape: Int) -> Int { entries[shape].views }

  /// Number of a shape's labels.
  package func labelCount(_ shape: Int) -> Int { entries[shape].labels }

  /// The frame of a view, in steps.
  package func frame(_ shape: Int, view: Int) -> PixelRect {
    let start = entries[shape].start + view * 4
    return PixelRect(
      x: Int(values[start]), y: Int(values[start + 1]), width: Int(values[start + 2]),
      height: Int(values[start + 3]))
  }

  /// The line count of a label.
  package func lines(_ shape: Int, label: Int) -> LabelLines {
    let entry = entries[shape]
    return LabelLines(
      encoded: Int16(truncatingIfNeeded: values[entry.start + entry.views * 4 + label]))
  }
}
