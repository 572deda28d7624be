import BenchmarkTexts
import Foundation
import Testing

struct TextGeneratorTests {
  private let vocabulary: Vocabulary

  init() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
    vocabulary = try Vocabulary(root: tests.appending(path: "../../..").standardized.path)
  }

  @Test(arguments: [TextGenerator.Group.en, .th, .mixed])
  func textsAreTheSameInEveryRun(group: TextGenerator.Group) {
    let once = TextGenerator(group, vocabulary: vocabulary)
    let again = TextGenerator(group, vocabulary: vocabulary)
    for number in 0..<50 { #expect(once.text(number) == again.text(number)) }
  }

  @Test(arguments: TextGenerator.Group.allCases)
  func hardlyAnyTextComesTwice(group: TextGenerator.Group) {
    let texts = (0..<500).map(TextGenerator(group, vocabulary: vocabulary).text)
    #expect(Set(texts).count >= 498)
    #expect(texts.allSatisfy { $0.unicodeScalars.count >= 10 })
  }

  /// A mark that begins a word would join the space before it, and belong to no word.
  @Test(arguments: TextGenerator.Group.allCases)
  func noWordBeginsWithAMark(group: TextGenerator.Group) {
    let generator = TextGenerator(group, vocabulary: vocabulary)
    for number in 0..<200 {
      let scalars = Array(generator.text(number).unicodeScalars)
      for (left, right) in zip(scalars, scalars.dropFirst()) where left == " " {
        #expect(!right.properties.isGraphemeExtend, "\(generator.text(number))")
      }
    }
  }

  @Test func aSeedChangesTheTexts() {
    let one = TextGenerator(.en, vocabulary: vocabulary, seed: 1)
    let two = TextGenerator(.en, vocabulary: vocabulary, seed: 2)
    #expect((0..<50).filter { one.text($0) == two.text($0) }.isEmpty)
  }

  @Test func theGroupsMakeUpAFeedOfTwoThousand() {
    #expect(TextGenerator.Group.allCases.map(\.share).reduce(0, +) == 2000)
  }

  @Test func threeOfFourWordsOfAnEnglishTextHaveBeenSeenInTheThousandBefore() {
    let generator = TextGenerator(.en, vocabulary: vocabulary)
    let seen = Set((0..<1000).flatMap { generator.text($0).split(separator: " ") }.map(String.init))
    let next = (1000..<1200).flatMap { generator.text($0).split(separator: " ") }.map(String.init)
    let share = Double(next.filter(seen.contains).count) / Double(next.count)
    #expect((0.72...0.79).contains(share), "\(share)")
  }
}
