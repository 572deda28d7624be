import TextMeasurement

/// The font files that texts were measured with, by the numbers that pages use.
///
/// A page never names a path. A request for an unknown number has no font.
struct DemoFonts {
  private let library: FontLibrary
  private(set) var faces: [FontDescription] = []
  /// The family names of faces that pages take from the system first, by number: emoji.
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

  /// The numbers of the faces of a style, in the order in which characters are looked for.
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
    // Languages come from records, and their number is unlimited.
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
