import FeedRecords
import Testing

@Suite struct ImageSizesTests {
  private static func read(
    _ lines: [String], limits: FeedLimits = FeedLimits()
  ) throws -> (ImageSizes, [FeedWarning]) {
    var reader = ImageSizeReader(limits: limits)
    reader.begin(file: "a.ndjson")
    for (number, line) in lines.enumerated() {
      try reader.add(line: Array(line.utf8), number: number + 1)
    }
    let sizes = reader.finish()
    return (sizes, reader.warnings)
  }

  private static func record(_ json: String, _ sizes: ImageSizes) throws -> FeedRecord {
    try RecordLineDecoder(imageSizes: sizes).record(Array(json.utf8), number: 1)
  }

  @Test(
    "addresses are compared without white space at their ends, and of two sizes the last counts")
  func lastCounts() throws {
    let (sizes, warnings) = try Self.read([
      #"{"url":" http://a/1 ","width":10,"height":20}"#,
      #"{"url":"http://a/2","width":3,"height":4}"#,
      #"{"url":"http://a/1","width":10,"height":20}"#,
      #"{"url":"http://a/1","width":11,"height":20}"#,
    ])
    #expect(sizes.count == 2)
    #expect(sizes.size(of: "http://a/1\n") == ImageSizes.Size(width: 11, height: 20))
    #expect(sizes.size(of: "http://a/2") == ImageSizes.Size(width: 3, height: 4))
    #expect(sizes.size(of: "http://a/3") == nil)
    #expect(warnings.map(\.code) == [.imageSizeConflict])
    #expect(warnings.first?.location.line == 4)
  }

  @Test("a line that is no size is left out and counted, with the first place; a failure is none")
  func badLines() throws {
    let (sizes, warnings) = try Self.read([
      #"{"url":"http://a/1","failed":"HTTP 404"}"#, "x", #"{"width":1,"height":1}"#,
      #"{"url":"u","width":0,"height":1}"#, #"{"url":"u","width":1e10,"height":1}"#,
      #"{"url":"u","width":1}"#, #"["u",1,1]"#,
    ])
    #expect(sizes.count == 0)
    #expect(warnings.map(\.code) == [.imageSizeLine])
    #expect(warnings.first?.count == 6)
    #expect(warnings.first?.location.line == 2)
  }

  @Test("more lines than the limit are an error")
  func limit() {
    #expect(throws: FeedError.self) {
      try Self.read(
        (0..<3).map { #"{"url":"\#($0)","width":1,"height":1}"# },
        limits: FeedLimits(imageSizeEntries: 2))
    }
  }

  @Test("many addresses are found again")
  func many() throws {
    let (sizes, _) = try Self.read(
      (1...2000).map { #"{"url":"http://a/\#($0)","width":\#($0),"height":1}"# })
    for number in 1...2000 {
      #expect(sizes.size(of: "http://a/\(number)")?.width == Double(number))
    }
  }

  @Test(
    "a path of a side is answered from the table where the record does not say it",
    arguments: [
      (#""image":"http://a/1""#, "image.width", 200.0),
      (#""image":{"url":"http://a/1","width":7,"height":9}"#, "image.width", 7),
      (#""image":{"url":"http://a/1","width":50}"#, "image.height", 25),
      (#""image":{"url":"http://a/1","height":50}"#, "image.width", 100),
      (#""content_html":"<img src='http://a/1'>""#, "image.height", 100),
      (#""attachments":[{"url":"http://a/1"}]"#, "attachments[0].height", 100),
      (#""attachments":[{"url":"http://a/1"}]"#, "attachments[0].url.height", 100),
      (#""photo":{"src":"http://a/1","width":null}"#, "photo.width", 200),
      (#""media":["http://a/2","http://a/1"]"#, "media[1].height", 100),
    ])
  func sides(_ member: String, _ path: String, _ expected: Double) throws {
    let (sizes, _) = try Self.read([#"{"url":"http://a/1","width":200,"height":100}"#])
    let record = try Self.record(#"{"id":"1",\#(member)}"#, sizes)
    let path = try #require(RecordPath(path))
    #expect(record.number(at: path) == expected)
    #expect(record.isPresent(path))
    #expect(record.unsizedPicture(at: path) == nil)
  }

  @Test("a picture without size is told by its address")
  func unsized() throws {
    let (sizes, _) = try Self.read([#"{"url":"http://a/1","width":200,"height":100}"#])
    let record = try Self.record(#"{"id":"1","image":"http://a/9"}"#, sizes)
    #expect(record.unsizedPicture(at: try #require(RecordPath("image.width"))) == "http://a/9")
    #expect(record.unsizedPicture(at: try #require(RecordPath("image"))) == nil)
    #expect(record.unsizedPicture(at: try #require(RecordPath("photo.width"))) == nil)
    #expect(record.number(at: try #require(RecordPath("image.width"))) == nil)
  }
}
