/// The checksum of a metrics pack, by which a changed number is noticed.
///
/// It is the FNV-1a hash, of 64 bits, of the bytes of the document without its member `hash` and
/// without the white space outside of strings. The document begins with `schema` and `hash`, in this
/// order.
///
/// Source: Fowler, Noll, Vo, Eastlake, "The FNV Non-Cryptographic Hash Algorithm".
struct PackSeal {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  private mutating func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// The hash, as 16 hexadecimal digits.
  private var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static let head = Array("{\"schema\":\"\(MetricsPack.schema)\",".utf8)
  private static let name = Array("\"hash\":".utf8)

  /// The seal that a document has, and the one that its content should have.
  ///
  /// `nil` if the document does not begin with the schema and a hash of 16 digits.
  static func seals(of bytes: some Sequence<UInt8>) -> (stated: String, right: String)? {
    var seal = PackSeal()
    for byte in head { seal.add(byte) }
    var start: [UInt8] = []
    let prefix = head.count + name.count + 19
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if !isInString, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { continue }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if isInString, byte == UInt8(ascii: "\\") {
        isEscaped = true
      }
      if start.count < prefix { start.append(byte) } else { seal.add(byte) }
    }
    let quote = UInt8(ascii: "\"")
    guard start.count == prefix, start.starts(with: head),
      start[head.count...].starts(with: name), start[head.count + name.count] == quote,
      start[prefix - 2] == quote, start[prefix - 1] == UInt8(ascii: ",")
    else { return nil }
    let stated = String(
      decoding: start[(head.count + name.count + 1)..<(prefix - 2)], as: UTF8.self)
    return (stated, seal.text)
  }

  /// Adds the seal to a document that begins with its schema and has no white space.
  static func sealed(_ document: [UInt8]) -> [UInt8] {
    var seal = PackSeal()
    for byte in document { seal.add(byte) }
    return head + name + Array("\"\(seal.text)\",".utf8) + document.dropFirst(head.count)
  }
}
