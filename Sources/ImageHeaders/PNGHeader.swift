/// PNG: the header chunk.
///
/// Source: W3C PNG Third Edition, 11.2.1.
enum PNGHeader {
  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    // Apple's variant has a chunk of four bytes before the header.
    let chunk = head.text(12, 4) == "CgBI" ? 24 : 8
    guard let name = head.text(chunk + 4, 4) else { throw .incomplete(.png) }
    guard name == "IHDR" else { throw .noSize(.png) }
    guard let width = head.big(chunk + 8, bytes: 4), let height = head.big(chunk + 12, bytes: 4)
    else { throw .incomplete(.png) }
    return HeaderSize(width, height)
  }
}
