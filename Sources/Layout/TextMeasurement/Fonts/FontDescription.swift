// reason: a plain value whose properties callers set
/// One face of a font file, with its weight, width and slant.
///
/// For a variable font, these are the values of its axes.
public struct FontDescription: Hashable, Sendable, CustomStringConvertible {
  /// Family name; if the font was named by its path, that path.
  public let family: String
  /// Path of the font file.
  public let file: String
  /// Index of the face in its file, from 0; above 0 only in a collection.
  public let index: Int
  /// Weight of the face, 1...1000; 400 is regular.
  public internal(set) var weight: Int
  /// Width of the face, in percent of the normal width.
  public internal(set) var width: Double
  /// Slant of the face.
  public internal(set) var slant: FontSlant
  /// Axes of a variable font, in the order of the file; empty for other fonts.
  let axes: [VariationAxis]
  /// Whether the face is of a metrics pack, whose widths were measured on a device.
  public internal(set) var isCaptured = false
  /// The font sizes that a face of a metrics pack is for, in points; `nil` for all.
  public internal(set) var sizes: ClosedRange<Double>?

  /// Whether the face is slanted: italic or oblique.
  public var italic: Bool { slant != .upright }

  /// Whether the face has axes of variation.
  public var isVariable: Bool { !axes.isEmpty }

  /// Family, weight, slant and width, as in `Inter 700 italic`; a normal width is omitted.
  public var description: String {
    var text = "\(family) \(weight)"
    if slant != .upright { text += " \(slant.rawValue)" }
    if width != 100 { text += " width \(Int(width.rounded()))%" }
    return text
  }

  /// Whether the face has italic letter shapes, by itself or at a value of its axis `ital`.
  var hasItalicLetters: Bool { slant == .italic || (axes["ital"]?.maximum ?? 0) >= 1 }

  /// Returns the face with the traits that its axes allow; a face without axes is unchanged.
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
  /// variable face has every value of its axes. Angles of slant are not compared. Static faces
  /// precede variable faces that are equally near; otherwise the first of equally near faces is
  /// chosen.
  ///
  /// - Width: if at most 100 % is requested, narrower faces are tried before wider ones; otherwise
  ///   wider ones first.
  /// - Slant: for italic, an oblique face is tried before an upright one; for oblique, an italic
  ///   one.
  /// - Size: of the faces of a metrics pack, those for the size are tried first, then those for the
  ///   nearest sizes.
  /// - Weight: for 400 to 500, weights from there up to 500 are tried first, then lighter and then
  ///   bolder faces. For less than 400, lighter faces are tried first; for more than 500, bolder
  ///   ones.
  ///
  /// - Parameter size: The font size, in points; `nil` if it does not matter.
  func nearest(_ traits: FontTraits, size: Double? = nil) -> FontDescription? {
    self.min { $0.distance(to: traits, size: size) < $1.distance(to: traits, size: size) }
  }
}

extension FontDescription {
  /// How well this face's slant fits a requested slant: 0 is best, by the order in which CSS tries
  /// them.
  func slantRank(of wanted: FontSlant) -> Int {
    let angles = axes["slnt"].map { (minimum: $0.minimum, maximum: $0.maximum) }
    let italics = axes["ital"]
    let isUpright =
      slant == .upright || italics?.minimum == 0
      || (slant == .oblique && angles.map { $0.minimum <= 0 && $0.maximum >= 0 } == true)
    let isOblique = slant == .oblique || angles.map { $0.minimum < 0 } == true
    let order: [Bool] =
      switch wanted {
      case .upright: [isUpright, isOblique, hasItalicLetters]
      case .italic: [hasItalicLetters, isOblique, isUpright]
      case .oblique: [isOblique, hasItalicLetters, isUpright]
      }
    return order.firstIndex(of: true) ?? order.count
  }

  /// Distance of the face from requested traits; the elements of the tuple are compared in order.
  fileprivate func distance(
    to wanted: FontTraits, size: Double?
  ) -> (Int, Double, Int, Int, Double, Int) {
    let (side, gap) = Self.widthDistance(widths, to: wanted.width)
    let (group, steps) = Self.weightDistance(weights, to: wanted.weight)
    // The numbers of groups have one digit.
    let rank = 10 * slantRank(of: wanted.slant) + group
    return (side, gap, rank, steps, sizeGap(to: size), isVariable ? 1 : 0)
  }

  /// How far a size is from those that the face is for, in points.
  fileprivate func sizeGap(to size: Double?) -> Double {
    guard let sizes, let size else { return 0 }
    return max(0, sizes.lowerBound - size, size - sizes.upperBound)
  }

  private static func widthDistance(
    _ range: ClosedRange<Double>, to wanted: Double
  ) -> (Int, Double) {
    if range.contains(wanted) { return (0, 0) }
    let isNarrower = range.upperBound < wanted
    return (
      isNarrower == (wanted <= 100) ? 1 : 2,
      isNarrower ? wanted - range.upperBound : range.lowerBound - wanted
    )
  }

  private static func weightDistance(
    _ range: ClosedRange<Int>, to wanted: Int
  ) -> (Int, Int) {
    if range.contains(wanted) { return (0, 0) }
    let isLighter = range.upperBound < wanted
    let gap = isLighter ? wanted - range.upperBound : range.lowerBound - wanted
    if (400...500).contains(wanted) {
      return (isLighter ? 2 : range.lowerBound <= 500 ? 1 : 3, gap)
    }
    return (isLighter == (wanted < 400) ? 1 : 2, gap)
  }
}

extension [FontDescription] {
  /// Whether the family has no face of a style, so that another face replaces it.
  ///
  /// `docs/text.md` has the rule. A value that all faces share is not missed by a style that leaves
  /// it at its initial value.
  ///
  /// - Parameters:
  ///   - traits: The traits of the style.
  ///   - size: The font size, in points.
  ///   - name: The name of the family; the faces of `system` are those of a platform.
  ///   - isChromium: Whether the style is drawn by a browser.
  func lacks(
    _ traits: FontTraits, size: Double, ofFamily name: String, isChromium: Bool
  ) -> Bool {
    guard let face = nearest(traits, size: size), face.sizeGap(to: size) < 0.001 else {
      return true
    }
    func isOnly(_ initial: Bool, _ same: (FontDescription) -> Bool) -> Bool {
      name != "system" && !face.isCaptured && initial && allSatisfy(same)
    }
    let hasWeight =
      face.hasWeight(traits.weight, isChromium: isChromium)
      || isOnly(traits.weight == FontTraits.regular.weight) { $0.weights == face.weights }
    let hasSlant =
      face.slantRank(of: traits.slant) <= (traits.slant == .upright ? 0 : 1)
      || isOnly(traits.slant == .upright) { $0.slantRank(of: .upright) > 0 }
    let hasWidth =
      face.hasWidth(traits.width)
      || isOnly(traits.width == FontTraits.regular.width) { $0.widths == face.widths }
    return !(hasWeight && hasSlant && hasWidth)
  }
}

extension FontDescription {
  /// The least and the greatest weight of the face.
  fileprivate var weights: ClosedRange<Int> {
    guard let axis = axes["wght"] else { return weight...weight }
    let minimum = Int(axis.minimum.rounded(.up))
    return minimum...max(minimum, Int(axis.maximum))
  }

  /// The least and the greatest width of the face, in percent of the normal width.
  fileprivate var widths: ClosedRange<Double> {
    axes["wdth"].map { $0.minimum...max($0.minimum, $0.maximum) } ?? width...width
  }

  /// Whether the face serves a weight.
  ///
  /// Browsers draw weights from 600 on with a face below 600 as if it were bold, with the same
  /// advances; otherwise they draw the face that is there. The named weights of other platforms
  /// are 100 apart.
  fileprivate func hasWeight(_ wanted: Int, isChromium: Bool) -> Bool {
    // A device may have a face for each weight; only those that were measured are known.
    if weights.contains(wanted) || isCaptured { return weights.contains(wanted) }
    let nearest = wanted < weights.lowerBound ? weights.lowerBound : weights.upperBound
    if isChromium { return (wanted >= 600) == (nearest >= 600) }
    func named(_ weight: Int) -> Int { max(100, min(900, weight)) }
    return abs(named(wanted) - named(nearest)) < 100
  }

  /// Whether the face serves a width; the steps of widths are 12.5 percent points and more.
  fileprivate func hasWidth(_ wanted: Double) -> Bool {
    if isCaptured { return abs(width - wanted) < 0.01 }
    return widths.contains(wanted)
      || min(abs(wanted - widths.lowerBound), abs(wanted - widths.upperBound)) < 12.5
  }
}

extension [FontDescription] {
  /// The faces sorted by width, slant, weight, file name, index and, last, path.
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
  /// The file's name, without its folder.
  fileprivate var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  fileprivate var slantOrder: Int { FontSlant.allCases.firstIndex(of: slant) ?? 0 }
}

/// The requested weight, width and slant, by which a face of a family is chosen.
public struct FontTraits: Hashable, Sendable {
  /// Weight, 1...1000; 400 is regular.
  public var weight: Int
  /// Width in percent of the normal width, like CSS `font-stretch`.
  ///
  /// 50 is ultra-condensed, 75 condensed, 125 expanded, 200 ultra-expanded.
  public var width: Double
  /// Slant.
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

/// Whether and how the letters of a face are slanted.
public enum FontSlant: String, Hashable, Sendable, CaseIterable {
  /// The letters are not slanted.
  case upright
  /// The letters are slanted, and have other shapes than upright letters.
  case italic
  /// The letters are slanted, and otherwise have the shapes of upright letters.
  case oblique
}

/// An axis of a variable font, in the font's own units.
struct VariationAxis: Hashable, Sendable {
  /// Tag of the axis: four letters, such as `wght`.
  let tag: String
  let minimum: Double
  let standard: Double
  let maximum: Double

  /// Clamps a value to the range of the axis; infinities and NaN become the default value.
  func clamped(_ value: Double) -> Double {
    // In a broken font, minimum and maximum may be swapped.
    max(minimum, min(maximum, value.isFinite ? value : standard))
  }
}

extension [VariationAxis] {
  /// The axis with a tag; nil if there is none.
  subscript(tag: String) -> VariationAxis? { first { $0.tag == tag } }
}

/// The axis values of a variable font for a style; empty for other fonts.
///
/// Weight, width and slant become values of the axes `wght`, `wdth`, and `ital` or `slnt`. The font
/// size becomes the value of `opsz`, unless the style forbids it. Other axes keep their default
/// value. All values are clamped to the range of their axis.
///
/// Source: CSS Fonts 4, sections 5.2 and 8.
struct FontInstance: Hashable, Sendable {
  /// The axis values that differ from the default values.
  let values: [Value]

  struct Value: Hashable, Sendable {
    let tag: String
    let value: Double
  }

  /// Angle of oblique text in CSS, in degrees clockwise; the axis `slnt` counts counterclockwise.
  static let obliqueAngle = 14.0

  /// The optical size for a font size in points: a multiple of 1/4, within 0.25...512.
  ///
  /// Rounding limits the number of font instances if sizes change continuously.
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
