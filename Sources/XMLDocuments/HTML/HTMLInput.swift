/// The bytes that libxml2 reads in place of an HTML text.
///
/// It holds the same text, but not all that libxml2 reads otherwise than HTML has it: references are
/// hidden behind marks, see `HTMLReferences`; a NUL is U+FFFD, because libxml2 stops there; tags are
/// changed by `HTMLTagScanner`.
struct HTMLInput {
  /// UTF-8 inside one element of no known name, so that libxml2 does not make up paragraphs.
  private(set) var bytes: [UInt8]
  /// Whether attributes were left out.
  private(set) var isCut = false

  private static let opening: StaticString = "<cell->"

  /// Prepares a text.
  init(_ text: UnsafeBufferPointer<UInt8>, attributeLimit: Int, wantsLinks: Bool) {
    bytes = []
    // One more for the text's own end.
    bytes.reserveCapacity(Self.opening.utf8CodeUnitCount + text.count + 1)
    Self.opening.withUTF8Buffer { bytes.append(contentsOf: $0) }
    let start = bytes.count
    if text.firstPlace(of: 0) == nil, text.firstPlace(of: 0x0D) == nil,
      text.firstPlace(of: HTMLReferences.mark) == nil
    {
      bytes.append(contentsOf: text)
    } else {
      escape(text)
    }
    bytes.withUnsafeMutableBufferPointer { bytes in
      Self.mark(bytes, from: start)
      var scanner = HTMLTagScanner(
        bytes: bytes, attributeLimit: max(0, attributeLimit), wantsLinks: wantsLinks)
      scanner.run()
      isCut = scanner.isCut
    }
  }

  /// Hides references.
  private static func mark(_ bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int) {
    let text = UnsafeBufferPointer(bytes)
    var place = start
    while let found = text.firstPlace(of: UInt8(ascii: "&"), from: place) {
      place = found + 1
      // Before these a mark has another meaning; libxml2 takes the `&` for itself.
      switch place < text.count ? text[place] : 0 {
      case UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."),
        UInt8(ascii: "="), UInt8(ascii: "-"):
        continue
      default: bytes[found] = HTMLReferences.mark
      }
    }
  }

  /// Copies a text with what stands for NUL, DEL and the ends of lines of other systems.
  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
    for index in 0..<text.count {
      switch text[index] {
      case 0: bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
      case HTMLReferences.mark: bytes.append(contentsOf: "&#127;".utf8)
      case 0x0D where index + 1 < text.count && text[index + 1] == 0x0A: continue
      case 0x0D: bytes.append(0x0A)
      case let byte: bytes.append(byte)
      }
    }
  }
}
