/// WebP: the first chunk.
///
/// Sources: RFC 6386, 9.1; WebP lossless, 3; WebP container, 2.7.
enum WebPHeader {
  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    switch head.text(12, 4) {
    case "VP8 ":
      guard let start = head.big(23, bytes: 3), let width = head.little(26, bytes: 2),
        let height = head.little(28, bytes: 2)
      else { throw .incomplete(.webp) }
      guard start == 0x9D012A else { throw .noSize(.webp) }
      return HeaderSize(width & 0x3FFF, height & 0x3FFF)
    case "VP8L":
      guard let signature = head.byte(20), let sides = head.little(21, bytes: 4) else {
        throw .incomplete(.webp)
      }
      guard signature == 0x2F else { throw .noSize(.webp) }
      return HeaderSize((sides & 0x3FFF) + 1, (sides >> 14 & 0x3FFF) + 1)
    case "VP8X":
      guard let width = head.little(24, bytes: 3), let height = head.little(27, bytes: 3) else {
        throw .incomplete(.webp)
      }
      return HeaderSize(width + 1, height + 1)
    case nil: throw .incomplete(.webp)
    default: throw .noSize(.webp)
    }
  }
}
