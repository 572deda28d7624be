/// The style of characters: font, size and spacing.
public struct CharacterStyle: Hashable, Sendable {
  /// `system`, the name of an installed family, or the path of a font file.
  ///
  /// Of several names, separated by commas, the first that is installed is the font of the style;
  /// the others are searched for characters that it lacks, before the fallback chain.
  public var family: String
  /// Weight, 1...1000; 400 is regular.
  public var weight: Int
  /// Requested slant; the face of the family with the nearest slant is used.
  public var slant: FontSlant
  /// Requested width, in percent of the normal width; the face with the nearest width is used.
  public var width: Double = 100
  /// Whether an optical size axis of a variable font gets the font size as its value.
  public var opticalSizing = true
  /// Font size, in points.
  public var size: Double
  /// Distance added after each grapheme, in points; any value except 0 disables ligatures.
  public var letterSpacing: Double = 0
  /// Distance added to each space and no-break space, in points; may be negative.
  public var wordSpacing: Double = 0
  /// Whether lines break after each space, and spaces do not hang: CSS's `break-spaces`.
  public var breaksSpaces = false
  /// OpenType features that are set; of two settings of one feature, the later holds.
  public var features: [FontFeature] = []
  /// Further distance after each grapheme, as a function of the font size; ligatures stay enabled.
  public var tracking = Tracking.none
  /// Distance by which the baseline is raised, in points; a negative distance lowers it.
  public var baselineOffset: Double = 0

  /// Creates a style without spacing, on the baseline of its line.
  ///
  /// - Parameters:
  ///   - family: `system`, the name of an installed family, or the path of a font file.
  ///   - weight: Weight, 1...1000.
  ///   - italic: Whether an italic face is preferred.
  ///   - size: Font size, in points.
  public init(
    family: String = "system", weight: Int = 400, italic: Bool = false, size: Double = 17
  ) {
    self.family = family
    self.weight = weight
    slant = italic ? .italic : .upright
    self.size = size
  }

  /// Whether an italic face is preferred.
  public var italic: Bool {
    get { slant == .italic }
    set { slant = newValue ? .italic : .upright }
  }

  /// Whether the family is the path of a font file.
  public var namesFile: Bool {
    do {
      if case .file = try FontName(family) { return true }
      return false
    } catch {
      // Only the face number after a path can be invalid, so the family is a path.
      return true
    }
  }

  /// Whether a family name is read as the path of a font file, or as several names.
  public static func isFile(_ name: String) -> Bool {
    if name.contains(",") { return true }
    let trimmed = name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
    return CharacterStyle(family: String(trimmed.reversed())).namesFile
  }

  /// The traits that a face of the family should have.
  ///
  /// The weight is clamped to 1...1000. A width that is not finite becomes 100, a negative width 0.
  var traits: FontTraits {
    FontTraits(
      weight: max(1, min(1000, weight)), width: width.isFinite ? max(0, width) : 100, slant: slant)
  }
}

/// An OpenType feature that a style sets.
public struct FontFeature: Hashable, Sendable {
  /// Tag of four characters, such as `tnum`.
  public var tag: String
  /// 0 turns the feature off; 1 turns it on; greater values choose an alternate.
  public var value: Int

  /// Creates a setting of a feature.
  public init(_ tag: String, _ value: Int = 1) {
    self.tag = tag
    self.value = value
  }
}

/// The names of font weights in UIKit and CSS.
public enum FontWeight {
  /// All names; if a weight has several names, the most common one comes first.
  public static let names = [
    "thin", "ultraLight", "light", "regular", "medium", "semibold", "bold", "heavy", "black",
    "extraLight", "normal", "demibold", "extraBold",
  ]

  /// Converts the name of a weight to its number, 100...900.
  ///
  /// - Parameter name: One of `names` in any letter case, or a number in 1...1000, which is
  ///   returned unchanged.
  /// - Returns: The weight; `nil` for an unknown name or a number out of range.
  public static func number(named name: String) -> Int? {
    switch name.lowercased() {
    case "thin": 100
    case "ultralight", "extralight": 200
    case "light": 300
    case "regular", "normal": 400
    case "medium": 500
    case "semibold", "demibold": 600
    case "bold": 700
    case "heavy", "extrabold": 800
    case "black": 900
    default: Int(name).flatMap { (1...1000).contains($0) ? $0 : nil }
    }
  }
}

/// Distance between characters that depends on the font size.
public enum Tracking: String, Hashable, Sendable, CaseIterable {
  /// No tracking.
  case none
  /// Apple's published values for SF Pro, for a font that is used in its place.
  case sanFrancisco

  /// Distance added after each grapheme at a font size, both in points; may be negative.
  ///
  /// It is interpolated between the sizes of the table, and constant below the first and above the
  /// last.
  ///
  /// Source: Apple, Human Interface Guidelines, Typography, SF Pro tracking values of iOS.
  func points(atSize size: Double) -> Double {
    guard self == .sanFrancisco, size.isFinite else { return 0 }
    let index = size - Self.firstSize
    guard index > 0 else { return Self.whole[0] }
    let last = Double(Self.whole.count - 1)
    if index < last {
      let low = index.rounded(.down)
      let values = (Self.whole[Int(low)], Self.whole[Int(low) + 1])
      return values.0 + (values.1 - values.0) * (index - low)
    }
    for (low, high) in zip(Self.large, Self.large.dropFirst()) where size < high.size {
      return low.points
        + (high.points - low.points) * (size - low.size) / (high.size - low.size)
    }
    return 0
  }

  private static let firstSize = 6.0
  /// Tracking at the font sizes 6, 7, 8, … 54 points, in points.
  private static let whole: [Double] = [
    0.24, 0.23, 0.21, 0.17, 0.12, 0.06, 0, -0.08, -0.15, -0.23, -0.31, -0.43, -0.44, -0.45, -0.45,
    -0.36, -0.26, -0.1, 0.07, 0.15, 0.22, 0.29, 0.38, 0.4, 0.4, 0.39, 0.41, 0.4, 0.4, 0.38, 0.37,
    0.36, 0.37, 0.38, 0.37, 0.36, 0.37, 0.38, 0.37, 0.35, 0.36, 0.37, 0.35, 0.33, 0.34, 0.35,
    0.33, 0.31, 0.32,
  ]
  private static let large: [(size: Double, points: Double)] = [
    (54, 0.32), (56, 0.3), (58, 0.28), (60, 0.26), (62, 0.24), (64, 0.22), (66, 0.19), (68, 0.17),
    (70, 0.14), (72, 0.14), (76, 0.07), (80, 0), (84, 0), (88, 0), (92, 0), (96, 0),
  ]
}
