// reason: a plain value whose properties callers set
/// One face of a font file; for a variable font, with the values of its axes.
public struct FontDescription: Hashable, Sendable, CustomStringConvertible {
  /// Family name, or the path if the configuration or style names the font by its path.
  public let family: String
  /// Path of the font file.
  public let file: String
  /// Index of the face in a collection; 0 for other files.
  public let index: Int
  /// Weight of the face, 1...1000; 400 is regular.
  public internal(set) var weight: Int
  /// Width of the face, in percent of the normal width.
  public internal(set) var width: Double
  /// Slant of the face.
  public internal(set) var slant: FontSlant
  /// Axes of a variable font, in the order of the file; empty for a static font.
  let axes: [VariationAxis]

  /// Whether the face is italic or oblique.
  public var italic: Bool { slant != .upright }

  /// Whether the face has axes of variation.
  public var isVariable: Bool { !axes.isEmpty }

  /// Tags of the face's axes of variation, such as `wght`.
  public var axisTags: [String] { axes.map(\.tag) }

  /// Family, weight, slant and width in words, without a normal width.
  public var description: String {
    var text = "\(family) \(weight)"
    if slant != .upright { text += " \(slant.rawValue)" }
    if width != 100 { text += " width \(Int(width.rounded()))%" }
    return text
  }

  /// Whether the face has italic letters, by default or at some value of its axis `ital`.
  var hasItalicLetters: Bool { slant == .italic || (axes["ital"]?.maximum ?? 0) >= 1 }

  /// Returns the face with its axes set to requested traits; a static face is unchanged.
  func set(to traits: FontTraits) -> FontDescription {
    guard isVariable else { return self }
    var copy = self
    if let axis = axes["wght"] { copy.weight = Int(axis.clamped(Double(traits.weight)).rounded()) }
    if let axis = axes["wdth"] { copy.width = axis.clamped(traits.width) }
    if axes["ital"] != nil || axes["slnt"] != nil, slantRank(of: traits.slant) == 0 {
      copy.slant = traits.slant
    } else if traits.slant == .italic, slantRank(of: .oblique) == 0 {
      copy.slant = .oblique
    }
    return copy
  }
}

extension [FontDescription] {
  /// The face nearest to the requested traits; `nil` for an empty list.
  ///
  /// Width is compared first, then slant, then weight, in the order of CSS Fonts 4, section 5.2. A
  /// variable face provides every value of its axes. Angles of slant are not compared. Of equally
  /// near faces the first is chosen, and static faces precede variable faces.
  ///
  /// - Width: up to 100 %, narrower faces are tried first; above 100 %, wider faces.
  /// - Slant: if no italic face exists, an oblique face is tried before an upright face.
  /// - Weight: for 400...500, weights up to 500 are tried first, then lighter and then bolder
  ///   faces. Below 400, lighter faces are tried first; above 500, bolder faces.
  func nearest(_ traits: FontTraits) -> FontDescription? {
    self.min { $0.distance(to: traits) < $1.distance(to: traits) }
  }
}

extension FontDescription {
  /// Rank of this face's slant, from 0, in the order in which CSS tries slants for a requested
  /// slant.
  func slantRank(of wanted: FontSlant) -> Int {
    let angles = axes["slnt"].map { (least: $0.minimum, most: $0.maximum) }
    let italics = axes["ital"]
    let isUpright =
      slant == .upright || italics?.minimum == 0
      || (slant == .oblique && angles.map { $0.least <= 0 && $0.most >= 0 } == true)
    let isOblique = slant == .oblique || angles.map { $0.least < 0 } == true
    let order: [Bool] =
      switch wanted {
      case .upright: [isUpright, isOblique, hasItalicLetters]
      case .italic: [hasItalicLetters, isOblique, isUpright]
      case .oblique: [isOblique, hasItalicLetters, isUpright]
      }
    return order.firstIndex(of: true) ?? order.count
  }

  /// Distance of the face from requested traits; the parts of the tuple are compared in order.
  fileprivate func distance(
    to wanted: FontTraits
  ) -> (Int, Double, Int, Int, Int, Int) {
    let widths = axes["wdth"].map { ($0.minimum, $0.maximum) } ?? (width, width)
    let weights =
      axes["wght"].map { (Int($0.minimum.rounded(.up)), Int($0.maximum)) } ?? (weight, weight)
    let (side, gap) = Self.widthDistance(widths, to: wanted.width)
    let (group, steps) = Self.weightDistance(weights, to: wanted.weight)
    return (side, gap, slantRank(of: wanted.slant), group, steps, isVariable ? 1 : 0)
  }

  private static func widthDistance(
    _ range: (Double, Double), to wanted: Double
  ) -> (Int, Double) {
    if range.0 <= wanted, wanted <= range.1 { return (0, 0) }
    let isNarrower = range.1 < wanted
    return (isNarrower == (wanted <= 100) ? 1 : 2, isNarrower ? wanted - range.1 : range.0 - wanted)
  }

  private static func weightDistance(_ range: (Int, Int), to wanted: Int) -> (Int, Int) {
    if range.0 <= wanted, wanted <= range.1 { return (0, 0) }
    let isLighter = range.1 < wanted
    let gap = isLighter ? wanted - range.1 : range.0 - wanted
    if (400...500).contains(wanted) {
      return (isLighter ? 2 : range.0 <= 500 ? 1 : 3, gap)
    }
    return (isLighter == (wanted < 400) ? 1 : 2, gap)
  }
}

extension [FontDescription] {
  /// The faces sorted by width, slant, weight, file name, index and, last, folder.
  var inCanonicalOrder: [FontDescription] {
    sorted { left, right in
      let a = left.fileName
      let b = right.fileName
      let leftKey = (left.width, left.slantOrder, left.weight, a, left.index, left.file)
      let rightKey = (right.width, right.slantOrder, right.weight, b, right.index, right.file)
      return leftKey < rightKey
    }
  }
}

extension FontDescription {
  /// The last component of the file's path.
  fileprivate var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  fileprivate var slantOrder: Int { FontSlant.allCases.firstIndex(of: slant) ?? 0 }
}

/// The requested weight, width and slant of a face within its family.
public struct FontTraits: Hashable, Sendable {
  /// Weight, 1...1000; 400 is regular.
  public var weight: Int
  /// Width in percent of the normal width, like CSS `font-stretch`.
  ///
  /// 50 is ultra-condensed, 75 condensed, 125 expanded, 200 ultra-expanded.
  public var width: Double
  /// Slant of the face.
  public var slant: FontSlant

  /// Creates traits; the defaults are regular weight, normal width and upright.
  public init(weight: Int = 400, width: Double = 100, slant: FontSlant = .upright) {
    self.weight = weight
    self.width = width
    self.slant = slant
  }

  /// Regular weight, normal width, upright.
  public static let regular = FontTraits()
}

/// Slant of a face.
public enum FontSlant: String, Hashable, Sendable, CaseIterable {
  /// Not slanted.
  case upright
  /// Slanted, with different letter shapes.
  case italic
  /// Slanted, with the letter shapes of the upright face.
  case oblique
}

/// An axis of a variable font, in the font's own units.
struct VariationAxis: Hashable, Sendable {
  /// Tag of the axis: four letters, such as `wght`.
  let tag: String
  let minimum: Double
  let standard: Double
  let maximum: Double

  /// Clamps a value to the axis's range; the default value replaces infinities and NaN.
  func clamped(_ value: Double) -> Double {
    // In a broken font, minimum and maximum may be swapped.
    max(minimum, min(maximum, value.isFinite ? value : standard))
  }
}

extension [VariationAxis] {
  /// The axis with a tag; nil if there is none.
  subscript(tag: String) -> VariationAxis? { first { $0.tag == tag } }
}

/// The axis values of a variable font for a style; empty for a static font.
///
/// Weight, width and slant become values of the axes `wght`, `wdth`, and `ital` or `slnt`. The font
/// size becomes the value of `opsz`, unless the style forbids it. Values are clamped to the range
/// of the axis. Other axes keep their default value. Source: CSS Fonts 4, sections 5.2 and 8.
struct FontInstance: Hashable, Sendable {
  /// The axis values that differ from the default value of their axis.
  let values: [Value]

  struct Value: Hashable, Sendable {
    let tag: String
    let value: Double
  }

  /// Angle of oblique text in CSS, in degrees clockwise; the axis `slnt` is counterclockwise.
  static let obliqueAngle = 14.0

  /// The optical size for a font size, rounded to a quarter of a point and clamped to 0.25...512.
  ///
  /// Rounding bounds the number of instances if sizes change continuously.
  static func opticalSize(_ size: Double) -> Double {
    guard size.isFinite else { return 512 }
    return max(0.25, min(512, (size * 4).rounded() / 4))
  }

  init(of face: FontDescription, traits: FontTraits, opticalSize: Double?) {
    var values: [Value] = []
    for axis in face.axes {
      let wanted: Double
      switch axis.tag {
      case "wght": wanted = Double(traits.weight)
      case "wdth": wanted = traits.width
      case "ital": wanted = traits.slant == .italic ? 1 : 0
      case "slnt": wanted = Self.slope(traits.slant, face: face, axis: axis)
      case "opsz":
        guard let opticalSize else { continue }
        wanted = opticalSize
      default: continue
      }
      let value = axis.clamped(wanted)
      if value != axis.standard { values.append(Value(tag: axis.tag, value: value)) }
    }
    self.values = values
  }

  private static func slope(
    _ slant: FontSlant, face: FontDescription, axis: VariationAxis
  ) -> Double {
    switch slant {
    case .upright: 0
    case .oblique: -obliqueAngle
    // Letters that are already italic, by the face or by the axis `ital`, are not slanted too.
    case .italic: face.hasItalicLetters ? axis.standard : -obliqueAngle
    }
  }
}
