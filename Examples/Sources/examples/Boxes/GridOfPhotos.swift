import BoxLayouts
import LayoutPrimitives

extension Example {
  /// A flow of square pictures, three in a line.
  static let gridOfPhotos = Example(
    name: "GridOfPhotos", about: "seven pictures in a flow of three columns"
  ) { out in
    let photos = (1...7).map { ImageLayout(source: "\($0).jpg", reuseID: "photo \($0)") }
    let flow = FlowLayout(
      columns: 3, itemSpacing: 3, lineSpacing: 3, aspect: 1, sublayouts: photos)

    // (390 - 2 × 3) / 3 = 128 a picture; three lines of them are 390 high.
    let arrangement = flow.arrangement(width: 390)
    out.number("height", arrangement.frame.height, is: 390)
    let views = arrangement.views()
    guard views.count == 7 else { return out.check("seven views, not \(views.count)", false) }
    for index in views.indices {
      let (line, column) = (Double(index / 3), Double(index % 3))
      out.frame("photo \(index + 1)", views[index].frame, is: column * 131, line * 131, 128, 128)
    }

    out.note("right to left")
    out.frame("photo 1", arrangement.views(.rightToLeft)[0].frame, is: 262, 0, 128, 128)
    out.frame("photo 7", arrangement.views(.rightToLeft)[6].frame, is: 262, 262, 128, 128)

    out.note("two columns of 16:9, with margins as wide as the gaps between them")
    let wide = FlowLayout(
      columns: 2, itemWidth: 160, lineSpacing: 10, aspect: 16.0 / 9, withMargin: true,
      sublayouts: Array(photos.prefix(3)))
    // 390 - 2 × 160 = 70 in three gaps.
    let gap = 70.0 / 3
    let pictures = wide.arrangement(width: 390).views()
    out.frame("photo 1", pictures[0].frame, is: gap, 0, 160, 90)
    out.frame("photo 2", pictures[1].frame, is: 160 + 2 * gap, 0, 160, 90)
    out.frame("photo 3", pictures[2].frame, is: gap, 100, 160, 90)
  }
}
