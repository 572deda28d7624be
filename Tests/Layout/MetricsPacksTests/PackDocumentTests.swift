import Foundation
import TestSupport
import Testing

@testable import MetricsPacks

/// Reading and writing of `cellheights.metrics/1`.
@Suite struct PackDocumentTests {
  private let pack = MadeUpFont.pack(words: ["ffff", "漢", "漢字", "it's \"quoted\\\""])

  private func text() -> String { String(decoding: pack.document, as: UTF8.self) }

  /// Reads a document whose content was changed, with the right hash.
  private func read(_ change: (String) -> String) throws(PackProblem) -> MetricsPack {
    let document = text()
    let plain = document.replacing(#/"hash":"[0-9a-f]{16}",/#, with: "", maxReplacements: 1)
    return try MetricsPack(reading: PackSeal.sealed(Array(change(plain).utf8))[...])
  }

  private func problem(_ change: (String) -> String) -> String {
    do throws(PackProblem) {
      _ = try read(change)
      return "none"
    } catch {
      return "\(error)"
    }
  }

  @Test func aDocumentIsReadAsItWasWritten() throws {
    var read = try MetricsPack(reading: pack.document[...])
    #expect(read.seal.utf8.count == 16)
    #expect(read.document == pack.document)
    read.seal = ""
    read.faces[0].words.sort { $0.text < $1.text }
    var written = pack
    written.faces[0].words.sort { $0.text < $1.text }
    #expect(read == written)
  }

  @Test func whiteSpaceDoesNotMatter() throws {
    let spaced = text().replacing("},\"", with: "} ,\n\t\"").replacing("\":{", with: "\" : {\r\n")
    #expect(
      try MetricsPack(reading: Array(spaced.utf8)[...]).faces
        == MetricsPack(reading: pack.document[...]).faces)
  }

  @Test func oneWrongNumberIsRefusedByTheHash() throws {
    var changed = 0
    for (index, byte) in pack.document.enumerated() where index > 70 && (0x30...0x39).contains(byte)
    {
      guard index % 53 == 0 else { continue }
      var bytes = pack.document
      bytes[index] = byte == 0x39 ? 0x38 : byte + 1
      changed += 1
      #expect {
        _ = try MetricsPack(reading: bytes[...])
      } throws: { error in
        // A repeated key is found before the hash is compared.
        (error as? PackProblem)?.place == "hash" || "\(error)".contains("duplicateKey")
      }
    }
    #expect(changed > 15)
  }

  @Test(arguments: [
    ("\"weight\":400", "\"weight\":1001", "faces[0].weight: 1001 is outside 1...1000"),
    ("\"unitsPerEm\":16384", "\"unitsPerEm\":8", "faces[0].unitsPerEm: 8 is outside 16...16384"),
    ("\"unitsPerEm\":16384", "\"unitsPerEm\":1e9", "'1e9' is not a whole number"),
    ("\"ascent\":15360", "\"ascent\":40000", "faces[0].line.ascent: 40000 is outside"),
    ("\"a\":6000", "\"a\":-1", "faces[0].advances.a: -1 is outside 0...65535"),
    ("\"-300\":", "\"-90000\":", "-90000 is outside -32767...32767"),
    ("\"slant\":\"upright\"", "\"slant\":\"left\"", "slant 'left' is not"),
    ("\"sizes\":[12,20]", "\"sizes\":[20,12]", "12.0 is less than 20.0"),
    ("\"sizes\":[12,20]", "\"sizes\":[12]", "faces[0].sizes: it has 1 elements, not 2"),
    ("\"sizes\":[12,20]", "\"sizes\":[0,20]", "0.0 is outside 0.1...10000.0"),
    ("\"missing\":\"¿\"", "\"missing\":\"\"", "a gap: '¿' and 0 others"),
    ("\"missing\":\"¿\"", "\"missing\":\"¿a\"", "'a' has an advance and is said to be missing"),
    ("\"Grek\":\"αβγ\"", "\"Grek\":\"αβγa\"", "the character 'a' is repeated"),
    ("\"Grek\":", "\"Greek\":", "it is not the code of a script"),
    ("\"family\":", "\"families\":", "the member 'families' is unknown"),
    ("\"words\":{", "\"words\":{\"a b\":1,", "a word has 1 to 200 characters and no space"),
    ("\"triples\":{", "\"triples\":{\"ab\":1,", "it does not have three characters"),
    ("\"triples\":{", "\"triples\":{\"ab語\":1,", "'語' has no advance"),
    ("\"sequences\":[", "\"sequences\":[\"\",", "it does not have 1 to 8 characters"),
    ("\"faces\":[", "\"faces\":[3,", "faces[0]: it is not an object"),
  ])
  func numbersOutOfRangeAndGapsAreRefusedByName(from: String, to: String, message: String) {
    let found = problem { $0.replacing(from, with: to, maxReplacements: 1) }
    #expect(found.contains(message), "\(found)")
  }

  @Test func twoFacesForOneSizeAreRefused() {
    var twice = pack
    twice.faces.append(pack.faces[0])
    twice.faces[1].sizes = 20...30
    #expect {
      _ = try MetricsPack(reading: twice.document[...])
    } throws: {
      "\($0)" == "faces[1]: it has the weight, slant and a size of faces[0]"
    }
    twice.faces[1].sizes = 20.5...30
    #expect(throws: Never.self) { try MetricsPack(reading: twice.document[...]) }
  }

  @Test func anotherVersionIsNamed() {
    let later = text().replacing("cellheights.metrics/1", with: "cellheights.metrics/2")
    #expect {
      _ = try MetricsPack(reading: Array(later.utf8)[...])
    } throws: {
      "\($0)" == "schema: 'cellheights.metrics/2' is not cellheights.metrics/1"
    }
  }

  @Test(arguments: [
    "", "{", "[]", "{}", "{\"schema\":\"cellheights.metrics/1\"}", "\u{FEFF}{}", "null",
  ])
  func whatIsNoPackIsRefused(text: String) {
    #expect(throws: PackProblem.self) { try MetricsPack(reading: Array(text.utf8)[...]) }
  }

  /// 10,000 packs with changed bytes and a right hash: each is read or refused, in bounded time.
  @Test func damagedPacksWithARightHashAreReadOrRefused() {
    var random = TestRandom(seed: 65)
    let plain = Array(
      text().replacing(#/"hash":"[0-9a-f]{16}",/#, with: "", maxReplacements: 1).utf8)
    var outcomes = (read: 0, refused: 0)
    for _ in 0..<10_000 {
      var bytes = plain
      for _ in 0...random.next(below: 3) {
        let index = 34 + random.next(below: bytes.count - 34)
        switch random.next(below: 5) {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes[index] = UInt8(ascii: "0") + UInt8(random.next(below: 10))
        case 2: bytes.remove(at: index)
        case 3: bytes.insert(contentsOf: Array("9999".utf8), at: index)
        default: bytes.replaceSubrange(index..<min(index + 20, bytes.count), with: bytes[40..<50])
        }
      }
      do throws(PackProblem) {
        let read = try MetricsPack(reading: PackSeal.sealed(bytes)[...])
        outcomes.read += 1
        // What is read is within the limits, so that it is read again.
        #expect(throws: Never.self) { try MetricsPack(reading: read.document[...]) }
      } catch {
        outcomes.refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(outcomes.read > 100)
    #expect(outcomes.refused > 1000)
  }
}
