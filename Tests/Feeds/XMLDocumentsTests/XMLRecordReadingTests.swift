import Testing
import XMLDocuments

/// Splitter and reader together, as a feed is read.
@Suite struct XMLRecordReadingTests {
  private struct Outcome: Equatable {
    var texts: [String] = []
    /// Line, and the bytes of the document from the error on.
    var failures: [String] = []
    var depth = 0
  }

  /// The texts of all records that can be read.
  private func read(_ xml: String) throws -> Outcome {
    let all = Array(xml.utf8)
    let reader = XMLPullReader(feeding: XMLLimits())
    var splitter = XMLRecordSplitter(records: .feeds, maxRecordBytes: 1000)
    var outcome = Outcome()
    var isDone = false
    while !isDone {
      let cut = splitter.next(all[...], at: 0, ended: true)
      switch cut {
      case .outside(let range, _):
        feed(all[range], to: reader)
        while try reader.next() != nil {}
      case .record(let range):
        outcome.depth = reader.depth
        feed(all[range], to: reader)
        do {
          outcome.texts.append(try record(reader))
        } catch {
          let rest = all[reader.errorOffset...].prefix(6)
          outcome.failures.append(
            "\(error.line ?? 0) \(range.contains(reader.errorOffset)) "
              + String(decoding: rest, as: UTF8.self))
          let line = all[..<range.upperBound].count { $0 == 0x0A } + 1
          try reader.resume(depth: outcome.depth, line: line, byteOffset: range.upperBound)
        }
        outcome.depth = reader.depth
      case .tooLarge(let range):
        let line = all[..<range.upperBound].count { $0 == 0x0A } + 1
        reader.jump(line: line, byteOffset: range.upperBound)
        outcome.failures.append("large")
      case .more, .end: isDone = true
      }
    }
    reader.finish()
    while try reader.next() != nil {}
    return outcome
  }

  private func feed(_ bytes: ArraySlice<UInt8>, to reader: XMLPullReader) {
    reader.feed(bytes[...])
  }

  private func record(_ reader: XMLPullReader) throws(XMLError) -> String {
    var text = ""
    while let event = try reader.next() {
      if event == .text { text += try reader.text() }
      if event == .start { text += "<\(reader.name.namespace)|" }
    }
    return text
  }

  @Test(arguments: [
    ("<b>\n</item>", "3 true </item"), ("</b></item>", "2 true </b></"),
    ("&</item>", "2 true &</ite"),
    ("a\n&b c</item>", "3 true &b c</"), ("<x y=z/></item>", "2 true "),
    ("\u{1}</item>", "2 true "), ("<q></item></q>", "2 true "), ("&#0;</item>", "2 true "),
    ("<a><a b='</item>", "2 true "), ("</r></item>", "2 true "),
  ])
  func aBrokenRecordFailsAlone(_ sample: (record: String, failure: String)) throws {
    let xml =
      "<r xmlns='urn:r'><item>1</item>\n<item>\(sample.record)<item><x>3</x></item>\n</r>"
      .replacing("</q><item>", with: "<item>")
    let outcome = try read(xml)
    #expect(outcome.texts.map { $0.filter { $0 != "\n" } } == ["<urn:r|1", "<urn:r|<urn:r|3"])
    #expect(outcome.failures.count == 1)
    #expect(outcome.failures.first?.prefix(sample.failure.count) ?? "" == sample.failure)
  }

  @Test func aLongRecordIsLeftOutAlone() throws {
    let long = String(repeating: "x\n", count: 1000)
    let outcome = try read("<r><item>1</item><item>\(long)</item><item>3&</item></r>")
    #expect(outcome.texts == ["<|1"])
    #expect(outcome.failures == ["large", "1001 true &</ite"])
  }
}
