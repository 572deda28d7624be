import Foundation
import TestSupport
import Testing

@testable import MetricsPacks

/// What a capture asks, and what it says of a font whose widths are known.
@Suite struct FontCaptureTests {
  private let face: MetricsPack.Face

  init() throws {
    face = try #require(
      MadeUpFont.pack(words: ["office", "2x4", "ffff", "漢", "漢字", "αb", "a¿"]).faces.first)
  }

  @Test func advancesAndPairsAreThoseOfTheFont() {
    let font = MadeUpFont()
    #expect(face.missing == ["¿"])
    for (character, advance) in face.advances {
      #expect(Double(advance) == font.width(of: [character]))
    }
    #expect(face.advances.count == 14 + 35 + 3 + 2)
    var pairs = 0
    for first in "abcdefghijklmnopqrstuvwxyzABCDEFGHé .,-0123456789".unicodeScalars {
      for second in "abcdefghijklmnopqrstuvwxyzABCDEFGHé .,-0123456789".unicodeScalars
      where (first.value * 31 + second.value) % 23 == 0 && !(first == " " && second == " ") {
        pairs += 1
        #expect(face.pairs.contains(MetricsPack.Pair(first, second, share: -300)))
      }
    }
    let latin = face.pairs.filter { !"αβγ".unicodeScalars.contains($0.first) }
      .filter { !"αβγ".unicodeScalars.contains($0.second) }
    #expect(latin.count == pairs)
  }

  @Test func triplesWithOneMiddleAreAllAskedWhenOneDiffers() {
    #expect(face.triples.count == 100)
    #expect(face.triples.allSatisfy { $0.middle == "x" && $0.share == 111 })
  }

  @Test func longerTextsThatDifferAreSequences() {
    #expect(face.sequences == ["ffff"])
  }

  @Test func wordsAreKeptWhereTheNumbersDoNotSayThem() {
    // The others are sums of their pairs and triples, or have a character that the font lacks.
    #expect(face.words.map(\.text) == ["ffff", "漢字", "αb"])
    #expect(face.advances["漢"].map(Double.init) == MadeUpFont().width(of: ["漢"]))
  }

  @Test func sequencesMatchTheirClasses() {
    let sequences = UnexplainedSequences(["†0H", "n.n"])
    for text in ["†7Q", "a†0Hb", "x-y", "é!ü"] {
      #expect(sequences.contains(in: Array(text.unicodeScalars)), "\(text)")
    }
    for text in ["†aQ", "†7", "X-y", "", "xy-"] {
      #expect(!sequences.contains(in: Array(text.unicodeScalars)), "\(text)")
    }
  }

  /// Widths of a device are not whole numbers of units; their rounding is no kerning.
  @Test func roundingIsNoDifference() throws {
    struct Odd: CapturedFont {
      func has(_ character: Unicode.Scalar) -> Bool { true }
      func width(of text: [Unicode.Scalar]) -> Double {
        text.reduce(0) { $0 + 5000.4 + Double($1.value % 7) * 0.3 }
      }
    }
    let questions = CaptureQuestions(
      common: Array(" .0".unicodeScalars), groups: [("Latn", Array("abcnxH".unicodeScalars))],
      neighbors: Array("nH0.".unicodeScalars),
      representatives: Array("nH0.".unicodeScalars), longest: 5)
    let face = FontCapture.face(
      of: Odd(),
      MetricsPack.Face(
        weight: 400, slant: .upright, sizes: nil, unitsPerEm: 16384, line: MadeUpFont.line),
      words: ["abc"], questions: questions)
    #expect(face.pairs.isEmpty)
    #expect(face.triples.isEmpty)
    #expect(face.sequences.isEmpty)
    #expect(face.words.isEmpty)
  }

  /// The page, the Swift file and the Kotlin file have the questions of this program.
  @Test(arguments: ["capture.html", "MetricsCapture.swift", "MetricsCapture.kt"])
  func theFilesOfDevicesAskTheSame(file: String) throws {
    let url = Checkout.folder.appending(path: "Capture/\(file)")
    let text = try String(contentsOf: url, encoding: .utf8)
    var document = CaptureQuestions.document.trimmingCharacters(in: .newlines)
    switch file {
    case "capture.html": document = document.replacingOccurrences(of: "<", with: "\\u003c")
    case "MetricsCapture.kt":
      for (letter, escaped) in [("\\", "\\\\"), ("\"", "\\\""), ("$", "\\$")] {
        document = document.replacingOccurrences(of: letter, with: escaped)
      }
    default: break
    }
    #expect(text.contains(document))
  }

  @Test func theQuestionsHaveTheScriptsAndAllOfASCII() {
    let questions = CaptureQuestions()
    #expect(questions.groups.map(\.script) == ["Latn", "Grek", "Cyrl"])
    let asked = Set(questions.common + questions.groups.flatMap(\.letters))
    #expect(
      asked.count == questions.common.count + questions.groups.map(\.letters.count).reduce(0, +))
    for value in UInt32(0x20)...0x7E {
      #expect(Unicode.Scalar(value).map(asked.contains) == true)
    }
    #expect(questions.longest == 5)
    #expect(questions.representatives == ["n", "H", "0", "."])
  }
}
