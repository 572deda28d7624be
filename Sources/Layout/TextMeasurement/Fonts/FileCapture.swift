internal import CHarfBuzz
public import MetricsPacks

/// Asks font files the questions of a metrics pack, as the files in `Capture` ask a device.
///
/// HarfBuzz shapes each text by itself, with the features that are on by default.
public struct FileCapture {
  private let faces: [FontDescription]
  private let family: String

  /// Finds the faces of a family or file.
  ///
  /// - Parameters:
  ///   - name: The path of a font file, `path#2` for its third face, or a family of the library.
  ///   - library: The fonts.
  /// - Throws: `TextError.missingFont`, or an error of a file.
  public init(_ name: String, library: FontLibrary) throws(TextError) {
    let found = try library.families(ofList: name)
    faces = found.first?.faces ?? []
    guard let first = faces.first else { throw .missingFont(family: name) }
    if first.isCaptured { throw .invalidPack(file: first.file, problem: "it is a pack already") }
    family = try FontFacts(of: first).familyName
  }

  /// The weights of the faces; 400 and 700 for a variable font, as far as its axis has them.
  public var weights: [Int] {
    var weights: Set<Int> = []
    for face in faces {
      if let axis = face.axes["wght"] {
        weights.formUnion([400, 700].map { Int(axis.clamped(Double($0))) })
      } else {
        weights.insert(face.weight)
      }
    }
    return weights.sorted()
  }

  /// Whether there is a face of a weight.
  public func has(weight: Int) -> Bool {
    faces.contains { face in
      face.axes["wght"].map { $0.clamped(Double(weight)) == Double(weight) }
        ?? (face.weight == weight)
    }
  }

  /// Asks the faces of the weights.
  ///
  /// - Parameters:
  ///   - weights: The weights, 1...1000.
  ///   - isItalic: Whether to ask italic faces, too, if the family has them.
  ///   - sizes: The sizes of a font with optical sizes, in points; other fonts have one face for all
  ///     sizes.
  ///   - words: Words to be measured whole.
  /// - Throws: An error of a file.
  public func pack(
    weights: [Int], isItalic: Bool, sizes: [Double], words: [String]
  ) throws(TextError) -> MetricsPack {
    try pack(
      weights: weights, isItalic: isItalic, sizes: sizes, words: words,
      questions: CaptureQuestions())
  }

  func pack(
    weights: [Int], isItalic: Bool, sizes: [Double], words: [String], questions: CaptureQuestions
  ) throws(TextError) -> MetricsPack {
    var result: [MetricsPack.Face] = []
    for weight in weights {
      for slant in isItalic ? [FontSlant.upright, .italic] : [.upright] {
        let traits = FontTraits(weight: weight, slant: slant)
        guard let face = faces.nearest(traits), face.slantRank(of: slant) <= 1 else { continue }
        if slant == .italic, face.slantRank(of: .upright) == 0, !face.isVariable { continue }
        let optical: [Double?] = face.axes["opsz"] == nil ? [nil] : sizes
        for size in optical {
          let font = AskedFace(
            ShapingFont(
              file: try FontFile(path: face.file), description: face.set(to: traits),
              instance: FontInstance(of: face, traits: traits, opticalSize: size), features: [],
              limits: ProofLimits()))
          result.append(
            FontCapture.face(
              of: font, font.empty(weight: weight, slant: slant, size: size), words: words,
              questions: questions))
        }
      }
    }
    let versions = LibraryVersions.current
    return MetricsPack(
      family: family,
      origin: MetricsPack.Origin(
        device: "font file", system: "OpenType", program: "HarfBuzz \(versions.harfBuzz)"),
      characters: questions.characters, faces: result)
  }
}

/// A face of a file that is asked for widths.
private final class AskedFace: CapturedFont {
  private let font: ShapingFont
  private let buffer: OpaquePointer = hb_buffer_create()

  init(_ font: ShapingFont) { self.font = font }

  deinit { hb_buffer_destroy(buffer) }

  /// The face with its line metrics, before characters are asked.
  func empty(weight: Int, slant: FontSlant, size: Double?) -> MetricsPack.Face {
    let metrics = font.metrics
    func whole(_ number: Double) -> Int { Int(number.rounded()) }
    return MetricsPack.Face(
      weight: weight, slant: slant == .italic ? .italic : .upright, width: font.description.width,
      sizes: size.map { $0...$0 }, unitsPerEm: whole(metrics.unitsPerEm),
      line: MetricsPack.Line(
        ascent: whole(metrics.css.ascender), descent: whole(metrics.css.descender),
        gap: whole(metrics.css.gap), capHeight: capHeight, xHeight: whole(metrics.xHeight),
        top: whole(metrics.top), bottom: whole(metrics.bottom)))
  }

  private var capHeight: Int {
    var extents = hb_glyph_extents_t()
    guard let glyph = font.glyph(of: 0x48),
      hb_font_get_glyph_extents(font.font, glyph, &extents) != 0
    else { return 0 }
    return Int(extents.y_bearing)
  }

  func has(_ character: Unicode.Scalar) -> Bool { font.covers(character.value) }

  func width(of text: [Unicode.Scalar]) -> Double {
    hb_buffer_clear_contents(buffer)
    text.withUnsafeBufferPointer { scalars in
      scalars.withMemoryRebound(to: UInt32.self) {
        hb_buffer_add_utf32(buffer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
      }
    }
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(font.font, buffer, nil, 0)
    var count: UInt32 = 0
    guard let positions = hb_buffer_get_glyph_positions(buffer, &count) else { return 0.0 }
    return Double((0..<Int(count)).reduce(0) { $0 + Int(positions[$1].x_advance) })
  }
}
