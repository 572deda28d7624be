import FoundationEssentials

/// The words of `Texts/words.json`, from which texts are made.
public struct Vocabulary: Decodable, Sendable {
  /// Languages by their BCP 47 tags.
  let languages: [String: Language]
  /// Emoji of one scalar and of several, between spaces.
  let emoji: String

  /// How one language's texts are made.
  struct Language: Decodable, Sendable {
    /// Whether words follow each other without spaces.
    let joined: Bool
    /// How many words there are: those listed, then invented ones.
    let forms: Int
    /// How fast weights fall with the rank: the power of Zipf's law.
    let zipf: Double
    /// Share of words that no other text has: 0...1.
    let unseen: Double
    /// The text that separates clauses.
    let comma: String
    /// The ends of sentences.
    let stops: [String]
    /// The commonest words, between spaces, the commonest first.
    let words: String
    /// The parts of an invented syllable, one choice of each; `-` is empty.
    ///
    /// Empty if an invented word consists of two listed words.
    let parts: [String]
    /// Least and greatest number of syllables of an invented word.
    let syllables: [Int]
    /// Endings of invented words; `-` is empty.
    let endings: String
  }

  /// Reads the words.
  ///
  /// - Parameter root: The project's folder.
  /// - Throws: An error of Foundation's when the file cannot be read or is no such document.
  public init(root: String) throws {
    let file = URL(filePath: "\(root)/Benchmarks/Texts/words.json")
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }
}
