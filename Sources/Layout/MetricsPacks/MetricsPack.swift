// reason: a plain value that captures fill and readers read
/// A metrics pack: measurements of a font on a device, which stand for the font's file.
///
/// `docs/fonts.md` describes the document, `cellheights.metrics/1`. All lengths are in units: fractions
/// of the font size, of which a face has `unitsPerEm`.
public struct MetricsPack: Hashable, Sendable {
  /// The seal of the document, 16 hexadecimal digits; see `PackSeal`.
  public var seal = ""
  /// The family as the device names it, such as `system-ui`.
  public var family: String
  /// Where the font was measured.
  public var origin: Origin
  /// The characters that were asked, each alone and in all pairs with those of its group and with
  /// the signs.
  public var characters: [CharacterGroup]
  /// The faces, each for a range of sizes.
  public var faces: [Face]

  /// Creates a pack without a seal.
  public init(
    family: String, origin: Origin, characters: [CharacterGroup], faces: [Face]
  ) {
    self.family = family
    self.origin = origin
    self.characters = characters
    self.faces = faces
  }

  /// The name of the document's schema.
  public static let schema = "cellheights.metrics/1"

  /// The device, its system, and the program that measured, with their versions.
  public struct Origin: Hashable, Sendable {
    /// The device, such as `iPhone 15`.
    public var device: String
    /// The system and its version, such as `iOS 18.1`.
    public var system: String
    /// What measured, with its version: a browser, or `CoreText`.
    public var program: String

    /// Creates the origin of measurements.
    public init(device: String, system: String, program: String) {
      self.device = device
      self.system = system
      self.program = program
    }
  }

  /// The letters of a script, or the signs, digits and the space, which all scripts share.
  public struct CharacterGroup: Hashable, Sendable {
    /// ISO 15924 code of the script, such as `Latn`; `Zyyy` for the characters that all share.
    public var script: String
    /// The characters, each one scalar.
    public var characters: String

    /// The script of the characters that all scripts share.
    public static let common = "Zyyy"

    /// Creates a group.
    public init(script: String, characters: String) {
      self.script = script
      self.characters = characters
    }
  }

  /// Whether and how the letters of a face are slanted.
  public enum Slant: String, Hashable, Sendable, CaseIterable {
    /// Not slanted; slanted with letter shapes of their own; slanted upright letters.
    case upright, italic, oblique
  }

  // reason: as the pack
  /// The vertical metrics of a face, in units; depths below the baseline are positive.
  public struct Line: Hashable, Sendable {
    /// Height of a line above the baseline.
    public var ascent: Int
    /// Depth of a line below the baseline.
    public var descent: Int
    /// Distance between the lines, in addition to ascent and descent.
    public var gap: Int
    /// Height of the capitals.
    public var capHeight: Int
    /// Height of the letter x.
    public var xHeight: Int
    /// Height of the tallest glyph, Android's `top`; `nil` if it is not known.
    public var top: Int?
    /// Depth of the deepest glyph, Android's `bottom`; `nil` if it is not known.
    public var bottom: Int?

    /// Creates metrics.
    public init(
      ascent: Int, descent: Int, gap: Int, capHeight: Int, xHeight: Int, top: Int? = nil,
      bottom: Int? = nil
    ) {
      self.ascent = ascent
      self.descent = descent
      self.gap = gap
      self.capHeight = capHeight
      self.xHeight = xHeight
      self.top = top
      self.bottom = bottom
    }
  }

  // reason: as the pack
  /// The measurements of one weight and slant for a range of sizes.
  public struct Face: Hashable, Sendable {
    /// Weight, 1...1000.
    public var weight: Int
    /// Slant.
    public var slant: Slant
    /// Width, in percent of the normal width.
    public var width: Double
    /// The font sizes for which the measurements are right, in points; `nil` for all.
    public var sizes: ClosedRange<Double>?
    /// Units per font size, 16...16384.
    public var unitsPerEm: Int
    /// The vertical metrics.
    public var line: Line
    /// The advances of single characters.
    public var advances: [Unicode.Scalar: Int] = [:]
    /// The characters that were asked and that the font lacks.
    public var missing: Set<Unicode.Scalar> = []
    /// Two neighbors that are not as wide as their advances, in ascending order.
    public var pairs: [Pair] = []
    /// Three neighbors that are not as wide as their advances and pairs, in ascending order.
    public var triples: [Triple] = []
    /// Words that were measured whole, each once.
    public var words: [Word] = []
    /// Texts that advances, pairs and triples do not explain.
    ///
    /// In them, `n` stands for any small letter, `H` for any capital, `0` for any digit, and `.` for
    /// any sign. A word that contains such a text is only known if it is one of `words`.
    public var sequences: [String] = []

    /// Creates a face without measurements of characters.
    public init(
      weight: Int, slant: Slant, width: Double = 100, sizes: ClosedRange<Double>?, unitsPerEm: Int,
      line: Line
    ) {
      self.weight = weight
      self.slant = slant
      self.width = width
      self.sizes = sizes
      self.unitsPerEm = unitsPerEm
      self.line = line
    }
  }

  /// A word that was measured whole.
  public struct Word: Hashable, Sendable {
    /// The word, without spaces.
    public var text: String
    /// Its width, in units.
    public var width: Int

    /// Creates a word.
    public init(_ text: String, width: Int) {
      self.text = text
      self.width = width
    }
  }

  /// Two neighboring characters.
  public struct Pair: Hashable, Sendable {
    /// The characters, in the order of the text.
    public var first, second: Unicode.Scalar
    /// By how much they are wider than their advances, in units.
    public var share: Int

    /// Creates a pair.
    public init(_ first: Unicode.Scalar, _ second: Unicode.Scalar, share: Int) {
      self.first = first
      self.second = second
      self.share = share
    }
  }

  // reason: as the pack
  /// Three neighboring characters.
  public struct Triple: Hashable, Sendable {
    /// The characters, in the order of the text.
    public var first, middle, last: Unicode.Scalar
    /// By how much they are wider than their advances and pairs, in units.
    public var share: Int

    /// Creates a triple.
    public init(
      _ first: Unicode.Scalar, _ middle: Unicode.Scalar, _ last: Unicode.Scalar, share: Int
    ) {
      self.first = first
      self.middle = middle
      self.last = last
      self.share = share
    }
  }
}

/// The limits of a metrics pack; a document beyond them is refused.
public enum PackLimits {
  /// Maximum size of the document, in bytes: 64 MiB.
  public static let bytes = 64 << 20
  /// Maximum number of faces, each for a range of sizes.
  public static let faces = 1000
  /// Maximum number of characters of a face.
  public static let characters = 60_000
  /// Maximum number of scripts of which characters were asked.
  public static let scripts = 200
  /// Maximum number of pairs, and of first characters of pairs, of a face.
  public static let pairs = 4_000_000
  /// Maximum number of triples of a face.
  public static let triples = 1_000_000
  /// Maximum number of words of a face.
  public static let words = 1_000_000
  /// Maximum number of sequences of a face.
  public static let sequences = 1000
  /// Maximum length of a sequence, in characters.
  public static let sequenceLength = 8
  /// Maximum length of a word, in UTF-16 units.
  public static let wordUnits = 200
  /// The units per em that a face can have.
  public static let unitsPerEm = 16...16384
  /// The advances that a character can have, in units.
  public static let advances = 0...65535
  /// The widths that a word can have, in units.
  public static let widths = 0...(1 << 24)
  /// The differences and vertical metrics that are possible, in units.
  public static let differences = -32767...32767
  /// The font sizes that a face can be for, in points.
  public static let sizes = 0.1...10_000.0
}

/// The numbers of characters, from 0, in ascending order of the characters.
public struct CharacterIndex: Sendable {
  /// For each 256 characters, where their numbers begin in `numbers`; page 0 has none.
  private var pages = [UInt16](repeating: 0, count: 0x1100)
  /// Numbers plus 1; 0 for characters without a number.
  private var numbers = [UInt16](repeating: 0, count: 256)
  /// Number of characters.
  public let count: Int

  /// Numbers characters.
  ///
  /// - Parameter characters: At most 65,535 characters, in ascending order.
  public init(_ characters: [Unicode.Scalar]) {
    count = characters.count
    for (number, character) in characters.enumerated() {
      let page = Int(character.value >> 8)
      if pages[page] == 0 {
        pages[page] = UInt16(numbers.count >> 8)
        numbers.append(contentsOf: repeatElement(0, count: 256))
      }
      numbers[Int(pages[page]) << 8 | Int(character.value & 0xFF)] = UInt16(number + 1)
    }
  }

  /// The number of a character; `nil` if it has none.
  public subscript(_ character: UInt32) -> Int? {
    guard character < 0x11_0000 else { return nil }
    let number = numbers[Int(pages[Int(character >> 8)]) << 8 | Int(character & 0xFF)]
    return number == 0 ? nil : Int(number) - 1
  }
}
