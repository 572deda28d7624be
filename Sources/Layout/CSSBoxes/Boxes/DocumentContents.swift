package import LayoutPrimitives
package import TextMeasurement

/// The boxes of a document with the texts and pictures of one content.
package struct DocumentContents: Sendable {
  package let generated: GeneratedBoxes
  /// The generated boxes, without the boxes of runs that have no text and no box on their lines.
  private var boxes: CSSBoxTree
  /// The content of each box.
  private var contents: [CSSBoxContent]
  private var texts: [Text] = []
  /// The pictures of which a side is not known.
  private var unknown: [(box: Int, size: NaturalSize)] = []
  /// The caveats of the texts.
  package private(set) var caveats: Caveats = []

  /// The text of a run.
  private struct Text {
    var text: AttributedText
    var lines: TextLines
  }

  /// A text that cannot be measured.
  package struct Failure: Error {
    package let error: TextError
    /// The run of the text; `nil` for a marker.
    package let run: InlineRun?
  }

  /// A picture of a document.
  package struct Picture: Sendable {
    /// The natural size; a side that is `nil` is not known.
    package var size: NaturalSize
    /// Whether the picture is there, so that its size should be known.
    package var isPresent: Bool

    /// Creates a picture.
    package init(size: NaturalSize, isPresent: Bool) {
      self.size = size
      self.isPresent = isPresent
    }
  }

  /// Fills the boxes.
  ///
  /// - Parameters:
  ///   - pictures: The pictures, as in `GeneratedBoxes.pictures`.
  ///   - measurer: Measures texts; `nil` for documents without text.
  package init(
    _ generated: GeneratedBoxes, _ content: some CSSContent, pictures: [Picture],
    _ environment: CSSEnvironment, _ measurer: TextMeasurer?
  ) throws(Failure) {
    self.generated = generated
    boxes = generated.boxes
    contents = generated.contents
    var empty: [InlineRun] = []
    texts.reserveCapacity(generated.runs.count)
    for run in generated.runs {
      do throws(TextError) {
        let lines = LineBuilder(run: run, styles: generated.styles, environment: environment)
        if try !add(lines, content, measurer) {
          if run.placesBoxes {
            contents[run.box] = .lines(
              EmptyLines(
                count: generated.boxes.childCount(of: run.box), run: run,
                scale: environment.environment.scale))
          } else {
            empty.append(run)
          }
        }
      } catch {
        throw Failure(error: error, run: run)
      }
    }
    if !empty.isEmpty { boxes = generated.boxes(without: empty) }
    for marker in generated.markers {
      do throws(TextError) {
        try add(marker, environment, measurer)
      } catch {
        throw Failure(error: error, run: nil)
      }
    }
    for (index, picture) in zip(generated.pictures, pictures) {
      let size = picture.size
      if picture.isPresent, size.width == nil || size.height == nil {
        unknown.append((index.box, size))
      }
      contents[index.box] = .replaced(
        NaturalSize(width: size.width ?? 0, height: size.height ?? 0))
    }
  }

  /// Whether a picture lacks a side.
  package var hasUnknownSizes: Bool { !unknown.isEmpty }

  /// The contents in which the unknown sides of pictures have a length.
  package func settingUnknownSides(to extent: Double) -> DocumentContents {
    var other = self
    for (box, size) in unknown {
      other.contents[box] = .replaced(
        NaturalSize(width: size.width ?? extent, height: size.height ?? extent))
    }
    return other
  }

  /// Lays out the boxes.
  ///
  /// - Parameters:
  ///   - width: Width of the root's border box, in CSS pixels.
  ///   - height: Height of the root's border box, in CSS pixels; `nil` for the height that fits.
  ///   - needsFrame: Whether the frame of an element is needed if it is inline.
  ///   - stepLimit: Maximum number of layouts of single boxes.
  ///   - memory: The memory of earlier layouts.
  /// - Returns: The layout; `nil` if the limit was reached.
  package func layout(
    width: Double, height: Double?, needsFrame: (Int) -> Bool, stepLimit: Int,
    memory: inout LayoutMemory
  ) -> CSSLayout? {
    var inlineBoxes = [Bool](repeating: false, count: contents.count)
    for (box, element) in generated.elements where needsFrame(element) { inlineBoxes[box] = true }
    return CSSLayout(
      boxes, contents: contents, width: width, height: height, inlineBoxes: inlineBoxes,
      stepLimit: stepLimit, memory: &memory)
  }

  /// The texts on the lines of a layout of these contents, of the runs that satisfy a condition.
  package func texts(
    in layout: CSSLayout, where isWanted: (InlineRun) -> Bool
  ) -> [LaidOutText] {
    texts.compactMap { text in
      let box = text.lines.run.box
      guard isWanted(text.lines.run), let frame = layout.frame(of: box),
        let lines = layout.lines[box],
        let prepared = lines.text, let measure = text.lines.measure(lines)
      else { return nil }
      return LaidOutText(
        text: text.text, prepared: prepared, measure: measure, frame: frame,
        insets: layout.insets(of: box), shift: layout.shift(of: box), textLines: text.lines,
        wrapped: lines)
    }
  }

  /// The direction of the box of an element.
  package func direction(of element: Int) -> LayoutDirection {
    generated.boxOf[element].map { boxes.traits[$0].direction } ?? .leftToRight
  }

  /// The boxes inside the box of an element as blocks for other documents.
  ///
  /// - Returns: `nil` if one of them is not a block in the flow, or depends on what is not known.
  package func measuredBlocks(inside element: Int) -> [MeasuredBlock]? {
    guard !hasUnknownSizes, !boxes.traits.contains(where: { $0.isAbsolute || $0.isFloat }),
      let outer = generated.boxOf[element], case .none = contents[outer]
    else {
      return nil
    }
    var blocks: [MeasuredBlock] = []
    for box in boxes.boxes[outer].children {
      let traits = boxes.traits[box]
      guard traits.position == .static, !traits.display.isInline, !traits.isAnonymous,
        !traits.display.isTablePart
      else { return nil }
      blocks.append(MeasuredBlock(boxes, contents, box: box))
    }
    return blocks
  }

  /// Adds the marker of a list item, unless it is on the item's own first line.
  private mutating func add(
    _ marker: (box: Int, element: Int, number: Int), _ environment: CSSEnvironment,
    _ measurer: TextMeasurer?
  ) throws(TextError) {
    if case .lines = contents[marker.box] { return }
    guard let measurer else { return }
    let style = generated.styles.styles[marker.element].text.measured
    let strut = try measurer.strut(
      style, language: environment.language, rules: environment.rules)
    let scale = environment.environment.scale
    let width: LayoutUnit
    switch generated.styles.styles[marker.element].text.marker {
    case nil: width = .zero
    case .symbol:
      // Source: Blink's `ListMarker::WidthOfSymbol`.
      let offset = (strut.fontAscent * scale * 2 / 3).rounded(.down)
      width = LayoutUnit(((offset + 1) / 2).rounded(.down) + 2)
    case .text(let text):
      width = try self.width(ofMarker: text, style, environment, measurer)
    case .counter(let name):
      let text = (ListStyle(css: name[...]) ?? .decimal).marker(marker.number)
      width = try self.width(ofMarker: text, style, environment, measurer)
    }
    contents[marker.box] = .marker(
      width: width, ascent: LayoutUnit.rounded(strut.extent.ascent * scale),
      descent: LayoutUnit.rounded(strut.extent.descent * scale))
  }

  /// The width of a marker of text, whose digits are equally wide.
  private func width(
    ofMarker text: String, _ style: TextStyle, _ environment: CSSEnvironment,
    _ measurer: TextMeasurer
  ) throws(TextError) -> LayoutUnit {
    var style = style
    style.characters.features.append(FontFeature("tnum", 1))
    let prepared = try measurer.prepare(
      AttributedText(text), style: style, language: environment.language, direction: .leftToRight,
      rules: environment.rules)
    return .roundedUp(
      prepared.contentWidths(insideWords: false, keepsSpaces: true).maximum
        * environment.environment.scale - 1e-7)
  }

  /// Adds the lines of a run.
  ///
  /// - Returns: Whether the run has a line: for text other than collapsible white space, atomic
  ///   boxes, inline boxes with edges or a marker.
  private mutating func add(
    _ builder: LineBuilder, _ content: some CSSContent, _ measurer: TextMeasurer?
  ) throws(TextError) -> Bool {
    let texts = builder.texts(of: content)
    let hasLine = builder.run.hasEdges || builder.run.hasMarker
    guard hasLine || texts.contains(where: { !$0.isEmpty }), let measurer else {
      return false
    }
    let text = builder.attributed(texts)
    let lines = try builder.lines(text, texts, measurer)
    caveats.formUnion(lines.prepared.caveats)
    contents[builder.run.box] = .lines(lines)
    self.texts.append(Text(text: text, lines: lines))
    return true
  }
}
