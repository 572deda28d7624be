import Foundation
import TextMeasurement

/// The font files that texts were measured with, by the numbers that pages use.
///
/// A page requests a font by its number and never by a path.
struct DemoFonts {
  private let library: FontLibrary
  private(set) var faces: [FontDescription] = []
  /// The family names of emoji fonts and of metrics packs, by font number.
  ///
  /// A page looks for them in the system before it requests a font file.
  private(set) var installed: [Int: String] = [:]
  private var numbers: [FontKey: Int] = [:]
  private var stacks: [Wanted: Stack] = [:]
  /// The characters of fonts, by font number.
  private var coverages: [Int: FontCoverage] = [:]

  private struct FontKey: Hashable {
    let file: String
    let index: Int
  }

  private struct Wanted: Hashable {
    let family: String
    let weight: Int
    let slant: FontSlant
    let width: Double
    let size: Double
    let language: String?
  }

  /// The fonts that are searched for the characters of a style.
  private struct Stack {
    /// The font numbers, in the order of the search.
    let numbers: [Int]
    /// The positions in `numbers` of the fonts that may draw a grapheme.
    var positions: [Character: [Int]] = [:]
  }

  init(_ library: FontLibrary) {
    self.library = library
  }

  /// The font numbers of the faces that a page needs to draw a text in a style.
  ///
  /// They are in the order of the search, and the style's own face is the first; new faces get the
  /// next numbers. The first face in this order that has a grapheme is the same as among all faces
  /// that are searched. A page would have to load dozens of files to find that out itself.
  mutating func stack(
    of style: CharacterStyle, language: String?, for text: String
  ) throws(TextError) -> [Int] {
    let wanted = Wanted(
      family: style.family, weight: style.weight, slant: style.slant, width: style.width,
      size: style.size, language: language)
    // The caches need limits: their keys contain languages and graphemes from records, which are
    // unlimited.
    if stacks.count > Self.maximumStacks { stacks.removeAll() }
    var stack: Stack
    if let cached = stacks[wanted] {
      stack = cached
    } else {
      stack = Stack(numbers: try all(of: style, language: language))
    }
    if stack.positions.count > Self.maximumGraphemes { stack.positions.removeAll() }
    var needed: Set<Int> = [0]
    for grapheme in text {
      if let cached = stack.positions[grapheme] {
        needed.formUnion(cached)
      } else {
        let result = try positions(of: grapheme, in: stack.numbers)
        stack.positions[grapheme] = result
        needed.formUnion(result)
      }
    }
    stacks[wanted] = stack
    return needed.sorted().map { stack.numbers[$0] }
  }

  private static let maximumStacks = 4_096
  private static let maximumGraphemes = 65_536

  /// The font numbers of all faces that are searched for a style.
  private mutating func all(
    of style: CharacterStyle, language: String?
  ) throws(TextError) -> [Int] {
    var stack: [Int] = []
    for face in try library.stack(of: style, language: language) {
      let number = try number(of: face)
      if !stack.contains(number) { stack.append(number) }
    }
    return stack
  }

  /// The positions of the faces that may draw a grapheme.
  ///
  /// They are the first that has all its characters, also composed and decomposed, because a face
  /// may have only one of these forms; the first that has each character; and for emoji
  /// presentation the first emoji font of each.
  private mutating func positions(
    of grapheme: Character, in stack: [Int]
  ) throws(TextError) -> [Int] {
    let text = String(grapheme)
    let texts = [
      text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
    ]
    var forms = texts.map { text in
      text.unicodeScalars.map(\.self).filter { !$0.properties.isDefaultIgnorableCodePoint }
    }
    forms += grapheme.unicodeScalars.map { [$0] }
    let mayBeEmoji = grapheme.unicodeScalars.contains { scalar in
      scalar.properties.isEmojiPresentation || (scalar.properties.isEmoji && text != String(scalar))
    }
    var result: Set<Int> = []
    for form in forms {
      for isEmoji in mayBeEmoji ? [false, true] : [false] {
        for (position, number) in stack.enumerated() where !isEmoji || installed[number] != nil {
          let coverage = try coverage(of: number)
          guard form.allSatisfy({ coverage.contains($0) }) else { continue }
          result.insert(position)
          break
        }
      }
    }
    return result.sorted()
  }

  private mutating func coverage(of number: Int) throws(TextError) -> FontCoverage {
    if let cached = coverages[number] { return cached }
    let coverage = try library.coverage(of: faces[number])
    coverages[number] = coverage
    return coverage
  }

  private mutating func number(
    of face: FontDescription
  ) throws(TextError) -> Int {
    let key = FontKey(file: face.file, index: face.index)
    if let cached = numbers[key] { return cached }
    installed[faces.count] =
      try library.isEmoji(face) ? face.family : library.deviceFamily(of: face)
    numbers[key] = faces.count
    faces.append(face)
    return faces.count - 1
  }
}
