/// GIF: the logical screen.
///
/// Source: GIF89a specification, 18.
enum GIFHeader {
  static func size(_ head: HeaderBytes) throws(ImageHeaderError) -> HeaderSize {
    guard let width = head.little(6, bytes: 2), let height = head.little(8, bytes: 2) else {
      throw .incomplete(.gif)
    }
    return HeaderSize(width, height)
  }
}
