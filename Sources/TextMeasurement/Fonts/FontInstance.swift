/// The axis values that a variable font takes for a style; empty for a static font.
///
/// Weight, width, slant and, unless the style forbids it, the font size become values of the axes
/// `wght`, `wdth`, `ital` or `slnt`, and `opsz`, clamped to the range of the axis. Other axes keep
/// their default value. Source: CSS Fonts 4, sections 5.2 and 8.
struct FontInstance: Hashable, Sendable {
  /// Axis values other than the default value of their axis.
  let values: [Value]

  struct Value: Hashable, Sendable {
    let tag: String
    let value: Double
  }

  /// Angle of oblique text in CSS, in degrees clockwise; the axis `slnt` counts counterclockwise.
  static let obliqueAngle = 14.0

  /// The optical size for a font size, rounded to a quarter of a point and clamped to 0.25...512.
  ///
  /// This bounds the number of instances for sizes that change continuously.
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
    // Italic letters, by the face or by the axis `ital`, are not slanted again.
    case .italic: face.hasItalicLetters ? axis.standard : -obliqueAngle
    }
  }
}
