import TextMeasurement

/// The font files that texts were measured with, by the numbers that pages use.
///
/// A page requests a font by its number and never by a path.
struct DemoFonts {
  private let library: FontLibrary
  private(set) var faces: [FontDescription] = []
  /// The family names of emoji fonts, by font number.
  ///
  /// A page looks for them in the system before it requests a font file.
  private(set) var installed: [Int: String] = [:]
  private var numbers: [Place: Int] = [:]
  private var stacks: [Wanted: [Int]] = [:]

  private struct Place: Hashable {
    let file: String
    let index: Int
  }

  private struct Wanted: Hashable {
    let family: String
    let weight: Int
    let slant: FontSlant
    let width: Double
    let language: String?
  }

  init(_ library: FontLibrary) {
    self.library = library
  }

  /// The font numbers of the faces for a style, in fallback order; new faces get the next numbers.
  mutating func stack(
    of style: CharacterStyle, language: String?
  ) throws(TextError) -> [Int] {
    let wanted = Wanted(
      family: style.family, weight: style.weight, slant: style.slant, width: style.width,
      language: language)
    if let known = stacks[wanted] { return known }
    var stack: [Int] = []
    for face in try library.stack(of: style, language: language) {
      let number = try number(of: face)
      if !stack.contains(number) { stack.append(number) }
    }
    // The cache needs a limit: its keys contain languages from records, which are unlimited.
    if stacks.count > 4096 { stacks.removeAll() }
    stacks[wanted] = stack
    return stack
  }

  private mutating func number(
    of face: FontDescription
  ) throws(TextError) -> Int {
    let place = Place(file: face.file, index: face.index)
    if let known = numbers[place] { return known }
    if try library.isEmoji(face) { installed[faces.count] = face.family }
    numbers[place] = faces.count
    faces.append(face)
    return faces.count - 1
  }
}
