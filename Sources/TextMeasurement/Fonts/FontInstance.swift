/// The place in a variable font's space that a style asks for; of a static font, none.
///
/// Weight, width, slant and, if the style lets it, the font size become values of the axes `wght`,
/// `wdth`, `ital` or `slnt`, and `opsz`, each moved into the range that the axis has. Other axes
/// keep their standard value. Source: CSS Fonts 4, sections 5.2 and 8.
struct FontInstance: Hashable, Sendable {
  /// Values that are not the axis's standard one.
  let values: [Value]

  struct Value: Hashable, Sendable {
    let tag: String
    let value: Double
  }

  /// The angle at which CSS slants, in degrees; the axis counts clockwise as negative.
  static let obliqueAngle = 14.0

  /// Optical sizes are told apart by quarters of a point, from 0.25 to 512, so that sizes which
  /// change all the time cannot fill the memory with instances.
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
    // An italic by its letters or by an axis of its own needs no further slope.
    case .italic: face.hasItalicLetters ? axis.standard : -obliqueAngle
    }
  }
}
