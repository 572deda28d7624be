import ImageHeaders
import Testing

/// Headers made according to the formats' specifications.
@Suite struct ImageHeaderTests {
  @Test("the size of each format is read", arguments: SampleHeader.all)
  func sizes(_ sample: SampleHeader) throws {
    let header = try ImageHeader(sample.bytes)
    #expect(header.format == sample.format)
    #expect(header.width == sample.width)
    #expect(header.height == sample.height)
  }

  @Test("a header that is cut anywhere is an error, and never another size")
  func cut() {
    for sample in SampleHeader.all where sample.format != .svg {
      for count in 0..<sample.bytes.count {
        do {
          let header = try ImageHeader(Array(sample.bytes.prefix(count)))
          #expect(header.width == sample.width && header.height == sample.height, "\(sample.name)")
        } catch {}
      }
    }
  }

  @Test(
    "what is no picture, or has no size, is refused",
    arguments: [
      ("", ImageHeaderError.unknownFormat), ("<!DOCTYPE html><html><p>404", .unknownFormat),
      ("not a picture", .unknownFormat),
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", .noSize(.svg)),
      ("<svg width='100%' height='100%'/>", .noSize(.svg)), ("<svg width='1", .incomplete(.svg)),
      ("GIF89a\0\0\0\0", .noSize(.gif)), ("\u{20}\n", .unknownFormat),
    ] as [(String, ImageHeaderError)])
  func refused(_ text: String, _ expected: ImageHeaderError) {
    #expect(throws: expected) { try ImageHeader(Array(text.utf8)) }
  }

  @Test("entities that expand are refused")
  func entities() {
    let bomb =
      "<!DOCTYPE svg [<!ENTITY a '" + String(repeating: "x", count: 1000) + "'>"
      + (1...9).map { "<!ENTITY a\($0) '&a;&a;&a;&a;&a;&a;&a;&a;'>" }.joined()
      + "]><svg width='&a9;' height='1'/>"
    #expect(throws: ImageHeaderError.self) { try ImageHeader(Array(bomb.utf8)) }
  }
}
