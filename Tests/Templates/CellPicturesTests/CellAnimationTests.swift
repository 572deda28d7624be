import CellTemplates
import Foundation
import FoundationXML
import LayoutPrimitives
import Testing

@testable import CellPictures

/// Every number is the template's own, at whole points.
@Suite("Pictures that move between two layouts")
struct CellAnimationTests {
  private let views = [
    "{id: box, kind: view}",
    #"{id: title, kind: label, text: "{title}", lines: 0}"#,
    #"{id: badge, kind: view, hidden: "width < 300"}"#,
  ]
  private let constraints = [
    "H:|-10-[box(40)]", "V:|-5-[box(30)]", "H:|-10-[title]-10-|", "V:[box]-8-[title]-12-|",
    "H:[badge(20)]-10-|", "V:|-5-[badge(20)]",
  ]

  private func animation(
    from first: String = "200@1x", to second: String = "400@1x", title: String = "Hello",
    layers: PictureLayers = .standard, duration: Double = 1,
    limits: PictureLimits = PictureLimits()
  ) throws -> CellAnimation {
    let start = try Fixture(
      views: views, constraints: constraints, record: ["title": title], environment: first)
    let end = try Fixture(
      views: views, constraints: constraints, record: ["title": title], environment: second)
    return try CellAnimation(
      from: start.cell, to: end.cell, title: "a cell", duration: duration,
      options: PictureOptions(layers: layers, scale: 1, heading: "there", limits: limits),
      measurer: start.measurer)
  }

  /// The rectangles of a role of a view: at the beginning and at the end, from the cell's corner.
  private func rectangles(
    _ animation: CellAnimation, _ role: PictureShape.Role, of view: String?
  ) -> [(start: Rect, end: Rect, opacity: [Double])] {
    guard let paper = animation.parts.flatMap(\.shapes).first(where: { $0.role == .cell }),
      case .rectangle(let cell, _) = paper.form
    else { return [] }
    return animation.parts.flatMap { part in
      part.shapes.enumerated().compactMap { index, shape in
        guard shape.role == role, shape.view == view, case .rectangle(let rect, _) = shape.form
        else { return nil }
        let opacity = [part.startOpacity, part.endOpacity]
        func place(_ rect: Rect, _ by: Point) -> Rect {
          Rect(
            x: rect.x + by.x - cell.x, y: rect.y + by.y - cell.y, width: rect.width,
            height: rect.height)
        }
        switch part.motion {
        case .shift(let from, let to): return (place(rect, from), place(rect, to), opacity)
        case .morph(let ends):
          guard case .rectangle(let end, _) = ends[index].form else { return nil }
          let here = Point(x: 0, y: 0)
          return (place(rect, here), place(end, here), opacity)
        }
      }
    }
  }

  @Test("The cell and its frames go from one layout to the other")
  func frames() throws {
    let found = try animation()
    let cell = try #require(rectangles(found, .cell, of: nil).first)
    #expect(cell.start.width == 200)
    #expect(cell.end.width == 400)
    #expect(cell.start.height == cell.end.height)
    let title = try #require(rectangles(found, .frame, of: "title").first)
    #expect((title.start.x, title.start.width) == (10, 180))
    #expect((title.end.x, title.end.width) == (10, 380))
    let box = try #require(rectangles(found, .frame, of: "box").first)
    #expect(box.start == Rect(x: 10, y: 5, width: 40, height: 30))
    #expect(box.end == box.start)
    #expect(box.opacity == [1, 1])
  }

  @Test("A view that is hidden in one of the layouts fades")
  func hidden() throws {
    let badge = try #require(rectangles(try animation(), .frame, of: "badge").first)
    #expect(badge.end == Rect(x: 370, y: 5, width: 20, height: 20))
    #expect(badge.opacity == [0, 1])
    let back = try animation(from: "400@1x", to: "200@1x")
    #expect(rectangles(back, .view, of: "badge").map(\.opacity) == [[1, 0]])
  }

  @Test("Glyphs that keep their distances move, others fade into those of the new lines")
  func texts() throws {
    func glyphs(_ animation: CellAnimation) -> [[Double]] {
      animation.parts.filter { $0.shapes.first?.role == .glyph }
        .map { [$0.startOpacity, $0.endOpacity] }
    }
    #expect(glyphs(try animation()) == [[1, 1]])
    let long = "Hello wide world, how are you? It is a fine day to wrap lines."
    #expect(glyphs(try animation(title: long)) == [[1, 0], [0, 1]])
    #expect(glyphs(try animation(title: "")) == [])
  }

  @Test("From right to left texts keep to the right edge of their view")
  func rightToLeft() throws {
    let found = try animation(from: "200@1x/L/rtl", to: "400@1x/L/rtl", title: "שלום")
    let text = try #require(found.parts.first { $0.shapes.first?.role == .glyph })
    guard case .shift(let from, let to) = text.motion else {
      Issue.record("\(text.motion)")
      return
    }
    #expect((to.x - from.x, to.y - from.y) == (200, 0))
  }

  @Test("The document is well-formed, repeats by SMIL and begins with the first layout")
  func document() throws {
    let svg = try animation(duration: 1.5).svg
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(svg.contains("<title>a cell</title>"))
    #expect(svg.contains(#"<animate attributeName="width" values="200;400;200" dur="3s" repeat"#))
    #expect(svg.contains(#"<animate attributeName="opacity" values="0;1;0" dur="3s""#))
    #expect(svg.contains(#"<g data-view="badge" opacity="0""#))
    #expect(try animation(duration: 1.5).svg == svg)
  }

  @Test("Equal layouts stand still")
  func still() throws {
    let svg = try animation(to: "200@1x").svg
    #expect(!svg.contains("<animate"))
  }

  @Test("The picture holds both layouts")
  func size() throws {
    let bare = try animation(layers: .outlines)
    #expect(bare.size.width == 400)
    #expect(try animation().size.width >= 400 + 16)
    #expect(bare.parts.allSatisfy { $0.shapes.allSatisfy { $0.role != .frame } })
  }

  @Test("Limits hold for both cells together")
  func limits() throws {
    #expect(throws: PictureError.tooManyShapes(limit: 5)) {
      try animation(limits: PictureLimits(shapes: 5))
    }
    #expect(throws: PictureError.self) { try animation(limits: PictureLimits(points: 300)) }
    #expect(try animation(duration: 0).duration == 0.05)
    #expect(try animation(duration: .infinity).duration == 600)
  }
}
