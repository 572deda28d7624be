import BoxLayouts
import LayoutPrimitives
import Synchronization
import TestSupport

/// Counts how often boxes are measured.
final class MeasurementCounter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func add() { count.add(1, ordering: .relaxed) }
}

/// A custom box that counts its measurements and returns more than the available size.
struct CountedLayout: Layout {
  let view: ViewDescription?
  let alignment: Alignment
  let flexibility: Flexibility
  let size: Size
  let counter: MeasurementCounter

  func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size {
    counter.add()
    return size
  }
}

/// Random trees of boxes.
struct TestLayouts {
  var random: TestRandom
  /// Numbers among which sizes and the like are chosen.
  var numbers: [Double]
  let counter = MeasurementCounter()
  /// Number of leaves.
  private(set) var leaves = 0

  init(seed: UInt64, numbers: [Double]) {
    random = TestRandom(seed: seed)
    self.numbers = numbers
  }

  private mutating func number() -> Double { numbers[random.next(below: numbers.count)] }

  private mutating func maybe() -> Double? { random.next(below: 2) == 0 ? nil : number() }

  private mutating func alignment() -> Alignment {
    random.next(below: 9) == 0
      ? .aspectFit
      : .axes(
        vertical: Alignment.Vertical.allCases[random.next(below: 4)],
        horizontal: Alignment.Horizontal.allCases[random.next(below: 4)])
  }

  private mutating func flexibility() -> Flexibility {
    func one(_ random: inout TestRandom) -> Int? {
      [nil, 0, 1, -1, .min, .max][random.next(below: 6)]
    }
    return Flexibility(horizontal: one(&random), vertical: one(&random))
  }

  private mutating func insets() -> Insets {
    Insets(top: number(), leading: number(), bottom: number(), trailing: number())
  }

  /// A tree of boxes.
  mutating func tree(depth: Int) -> any Layout {
    let kind = random.next(below: depth == 0 ? 3 : 8)
    let view = ViewDescription(tag: kind)
    switch kind {
    case 0, 1:
      leaves += 1
      return CountedLayout(
        view: view, alignment: alignment(), flexibility: flexibility(),
        size: Size(width: number(), height: number()), counter: counter)
    case 2:
      return LabelLayout(
        text: BlockText(String(repeating: "x", count: random.next(below: 30))),
        alignment: alignment(), flexibility: flexibility())
    case 3:
      return InsetLayout(
        insets: insets(), alignment: alignment(), view: view, sublayout: tree(depth: depth - 1))
    case 4:
      return SizeLayout(
        width: maybe(), height: maybe(), minWidth: maybe(), maxWidth: maybe(), minHeight: maybe(),
        maxHeight: maybe(), aspect: maybe(), minAspect: maybe(), maxAspect: maybe(),
        alignment: alignment(), view: view, sublayout: tree(depth: depth - 1))
    case 5:
      return OverlayLayout(
        primary: tree(depth: depth - 1), background: [tree(depth: depth - 1)],
        overlay: trees(depth), alignment: alignment(), view: view)
    case 6:
      return FlowLayout(
        columns: random.next(below: 5), itemWidth: maybe(), itemHeight: maybe(),
        itemSpacing: maybe(), lineSpacing: number(), aspect: maybe(), insets: insets(),
        withMargin: random.next(below: 2) == 0, alignment: alignment(), view: view,
        sublayouts: trees(depth))
    default:
      return StackLayout(
        axis: Axis.allCases[random.next(below: 2)], spacing: number(),
        distribution: StackDistribution.allCases[random.next(below: 6)], alignment: alignment(),
        view: view, sublayouts: trees(depth))
    }
  }

  private mutating func trees(_ depth: Int) -> [any Layout] {
    (0..<random.next(below: 5)).map { _ in
      tree(depth: depth - 1).hidden(random.next(below: 6) == 0)
    }
  }
}
