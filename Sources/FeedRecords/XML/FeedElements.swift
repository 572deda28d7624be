import XMLDocuments

/// Remembers what names mean: a feed has few of them, and each is met once an item.
///
/// The reader numbers the names it meets, so that none has to be compared, and keeps with each what
/// it means as a child of an item, in the lower half of its mark, and of an entry, in the upper one.
final class FeedElements {
  /// Names as fields, by number.
  private var fields: [String?] = []
  private var generation = -1

  /// What the element means that the reader stands on.
  @inline(__always)
  func element(_ reader: XMLPullReader, inAtom: Bool) -> FeedElement {
    let mark = reader.nameMark
    let known = UInt8(truncatingIfNeeded: inAtom ? mark >> 8 : mark)
    if known > 0, let element = FeedElement(rawValue: known - 1) { return element }
    return understood(reader, inAtom: inAtom)
  }

  @inline(never)
  private func understood(_ reader: XMLPullReader, inAtom: Bool) -> FeedElement {
    let element = FeedElement(reader.name, inAtom: inAtom)
    reader.nameMark |= UInt16(element.rawValue + 1) << (inAtom ? 8 : 0)
    return element
  }

  /// What the element is called as a field that the reader stands on.
  func field(_ reader: XMLPullReader) -> String {
    if generation != reader.namesGeneration {
      fields.removeAll(keepingCapacity: true)
      generation = reader.namesGeneration
    }
    let index = max(reader.nameIndex, 0)
    // The names before it have places too.
    while fields.count <= index { fields.append(nil) }
    if let found = fields[index] { return found }
    let field = XMLFields.name(reader.name)
    fields[index] = field
    return field
  }
}
