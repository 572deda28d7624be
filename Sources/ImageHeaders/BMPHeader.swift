/// Windows bitmaps: the information header, whose height is negative from the top down.
enum BMPHeader {
  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    guard let bytes = head.little(14, bytes: 4) else { throw .incomplete(.bmp) }
    if bytes == 12 {
      guard let width = head.little(18, bytes: 2), let height = head.little(20, bytes: 2) else {
        throw .incomplete(.bmp)
      }
      return HeaderSize(width, height)
    }
    guard (16...1024).contains(bytes) else { throw .noSize(.bmp) }
    guard let width = head.little(18, bytes: 4), let height = head.little(22, bytes: 4) else {
      throw .incomplete(.bmp)
    }
    return HeaderSize(width, abs(Int(Int32(truncatingIfNeeded: height))))
  }
}
