import AutoLayout
import LayoutPrimitives
import TemplateDocuments
import Testing

@testable import CellTemplates

/// The post template against frames laid out by hand: the constraints must allow exactly these
/// frames, at every width, text size and combination of groups.
@Suite struct PostTemplateTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    var width: Double
    var category: SizeCategory
    var image: Record
    /// Height of the photo at a photo width.
    var photo: @Sendable (Double) -> Double
    var testDescription: String { "\(width) \(category) \(image.values)" }
  }

  private static let cases: [Case] = {
    let images: [([String: String], @Sendable (Double) -> Double)] = [
      ([:], { _ in 0 }),
      (["image": "a.png"], { $0 * 0.5625 }),
      (["image": "a.png", "image.width": "800", "image.height": "600"], { $0 * 0.75 }),
      (["image": "a.png", "image.width": "100", "image.height": "900"], { $0 * 1.25 }),
      (["image": "a.png", "image.width": "800"], { $0 * 0.5625 }),
      (["image": "a.png", "image.width": "0", "image.height": "600"], { $0 * 0.5625 }),
    ]
    return [280, 320, 375.5, 430, 768, 1024].flatMap { width in
      [SizeCategory.extraSmall, .large, .accessibility1, .accessibility5].flatMap { category in
        images.map {
          Case(width: width, category: category, image: Record(values: $0.0), photo: $0.1)
        }
      }
    }
  }()

  /// Text heights of title, date line and body: nothing, little, and far more than the avatar.
  private static let texts = [[0.0, 16, 0], [22, 16, 22], [122, 60, 380]]

  @Test(arguments: cases) private func constraintsAdmitExactlyTheFramesMadeByHand(
    _ example: Case
  ) throws {
    let template = try TemplateCatalog().template("post")
    let context = ConditionContext(
      record: example.image,
      environment: ConditionEnvironment(width: example.width, sizeCategory: example.category))
    let active = template.groups.map {
      $0.condition.holds(in: context) ? $0.whenTrue : $0.whenFalse
    }
    for heights in Self.texts {
      let frames = frames(example, title: heights[0], date: heights[1], body: heights[2])
      let values = template.views.flatMap { view -> [Double] in
        let frame = frames[view.id] ?? Rect(x: .nan, y: .nan, width: .nan, height: .nan)
        return [frame.x, frame.y, frame.width, frame.height]
      }
      var tight: [[Double]] = []
      for index in template.system.constraints.indices {
        if let group = template.system.groups[index], !active.contains(group) { continue }
        let row = try row(index, template, example.image)
        let error = zip(row, values + [1]).reduce(0) { $0 + $1.0 * $1.1 }
        let constraint = template.system.constraints[index]
        let isBelow = constraint.relation == .greaterOrEqual && error < -1e-9
        let isAbove = constraint.relation == .lessOrEqual && error > 1e-9
        let isOff = constraint.relation == .equal && abs(error) > 1e-9
        // Only the picture's own ratio may be relaxed, and only to the limit on tall pictures.
        let isViolated = isBelow || isAbove || isOff
        #expect(!isViolated || constraint.priority.value == 999, "\(constraint.name): \(error)")
        if abs(error) <= 1e-9 { tight.append(Array(row.dropLast())) }
      }
      // The environment fixes the cell's origin and width, `size` the avatar, text the labels.
      let count = values.count
      func fix(_ view: Int, _ part: Int) {
        tight.append((0..<count).map { $0 == view * 4 + part ? 1 : 0 })
      }
      for part in 0...2 { fix(0, part) }
      for (index, item) in template.system.items.enumerated() {
        if item.fixedWidth != nil { fix(index, 2) }
        if item.fixedHeight != nil || item.content == .text { fix(index, 3) }
      }
      // As many independent tight rows as unknowns: no other frames are possible below the pull.
      #expect(rank(tight) == count)
    }
  }

  /// Right to left the same template is the mirror image, because nothing in it names left or
  /// right.
  @Test func nothingIsPhysicallyLeftOrRight() throws {
    for constraint in try TemplateCatalog().template("post").system.constraints {
      let attributes =
        [constraint.first.attribute] + (constraint.second.map { [$0.attribute] } ?? [])
      let physical = attributes.filter(\.isPhysicalHorizontalEdge)
      #expect(physical.isEmpty)
    }
  }

  /// A photo without known size must not make the layout depend on an unknown size.
  @Test func boundNumbersAreNeverMissing() throws {
    for quantity in try TemplateCatalog().template("post").boundQuantities {
      #expect(quantity.number.value(in: Record()) != nil)
    }
  }

  private func frames(
    _ example: Case, title: Double, date: Double, body: Double
  ) -> [String: Rect] {
    let width = example.width
    let inner = width - 32
    let bodyTop = max(12 + 40 + 8, 12 + title + 2 + date + 8)
    let hasPhoto = example.image.values["image"] != nil
    let photoTop = bodyTop + body + (hasPhoto ? 8 : 0)
    let photoHeight = example.photo(inner)
    let actionsTop = photoTop + photoHeight + 8
    let actionsHeight = [.accessibility1, .accessibility5].contains(example.category) ? 44.0 : 32
    let separatorTop = actionsTop + actionsHeight + 8
    return [
      "cell": Rect(x: 0, y: 0, width: width, height: separatorTop + 1),
      "avatar": Rect(x: 16, y: 12, width: 40, height: 40),
      "title": Rect(x: 68, y: 12, width: width - 84, height: title),
      "date": Rect(x: 68, y: 12 + title + 2, width: width - 84, height: date),
      "body": Rect(x: 16, y: bodyTop, width: inner, height: body),
      "photo": Rect(x: 16, y: photoTop, width: inner, height: photoHeight),
      "actions": Rect(x: 16, y: actionsTop, width: inner, height: actionsHeight),
      "separator": Rect(x: 16, y: separatorTop, width: width - 16, height: 1),
    ]
  }

  /// The constraint as `first - multiplier * second - constant` over x, y, width, height of each
  /// view, the constant last.
  private func row(
    _ index: Int, _ template: CellTemplate, _ record: Record
  ) throws -> [Double] {
    var constraint = template.system.constraints[index]
    for quantity in template.boundQuantities where quantity.constraint == index {
      let value = try #require(quantity.number.value(in: record))
      switch quantity.role {
      case .multiplier: constraint.multiplier = value
      case .constant: constraint.constant = value
      }
    }
    var row = [Double](repeating: 0, count: template.views.count * 4 + 1)
    func add(_ anchor: Anchor, _ factor: Double) throws {
      let base = anchor.item * 4
      switch anchor.attribute {
      case .leading: row[base] += factor
      case .top: row[base + 1] += factor
      case .width: row[base + 2] += factor
      case .height: row[base + 3] += factor
      case .trailing:
        row[base] += factor
        row[base + 2] += factor
      case .bottom:
        row[base + 1] += factor
        row[base + 3] += factor
      default: Issue.record("the post template uses \(anchor.attribute)")
      }
    }
    try add(constraint.first, 1)
    if let second = constraint.second { try add(second, -constraint.multiplier) }
    row[row.count - 1] = -constraint.constant
    return row
  }

  /// Rank by elimination with the largest pivot.
  private func rank(_ rows: [[Double]]) -> Int {
    var rows = rows
    var rank = 0
    for column in rows[0].indices {
      guard rank < rows.count,
        let pivot = (rank..<rows.count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-9
      else { continue }
      rows.swapAt(rank, pivot)
      for other in (rank + 1)..<max(rank + 1, rows.count) {
        let factor = rows[other][column] / rows[rank][column]
        for place in rows[other].indices { rows[other][place] -= factor * rows[rank][place] }
      }
      rank += 1
    }
    return rank
  }
}
