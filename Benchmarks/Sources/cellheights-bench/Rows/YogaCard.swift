import CYoga
import CellTemplates
import FeedRecords
import LayoutPrimitives
import PairedBenchmark
import TemplateDocuments
import TextMeasurement

extension Benchmark {
  /// `card.layout.vs-yoga`: a card of twelve boxes without text, at sixteen widths in turn.
  static let yogaCard = Benchmark(
    name: "card.layout.vs-yoga", sense: .timesAsLong, operation: "cell", needsYoga: true
  ) { input in
    let yoga = try YogaCard(library: input.yoga ?? "")
    let cards = try BoxCards(input)
    let count = 20_000
    var layouter = cards.layouter
    for index in 0..<count { try cards.agree(&layouter, yoga, on: index) }
    let sink = input.sink
    return Contest(
      operations: count,
      subject: {
        try CPUClock.thread.measure {
          for index in 0..<count {
            let (record, environment) = cards.card(index)
            sink.take(try layouter.cellLayout(record, in: environment).height)
          }
        }
      },
      reference: {
        CPUClock.thread.measure {
          for index in 0..<count { sink.take(Int(yoga.layout(cards.sizes(index)))) }
        }
      })
  }
}

/// The card as a template and records: each cell has another width and picture than the one before.
private struct BoxCards {
  let layouter: CellLayouter
  private let environments: [Environment]
  private let records: [FeedRecord]

  init(_ input: BenchmarkInput) throws {
    let template = try TemplateCatalog().template("\(input.root)/Benchmarks/peers/boxes.yaml")
    layouter = CellLayouter(
      plan: TemplatePlan(template),
      measurer: try TextMeasurer(library: try FontLibrary(FontConfiguration())))
    // Even widths, at which all edges are whole points, for both sides.
    environments = try (0..<16).map { try Environment(parsing: "\(320 + 6 * $0)@1x") }
    records = (0..<17).map { index in
      var record = FeedRecord(id: "\(index)", version: "1")
      record.image = FeedImage(
        url: "picture", width: Double(120 + 10 * index), height: Double(100 + 7 * index))
      return record
    }
  }

  /// A record and the environment in which it is laid out.
  func card(_ index: Int) -> (FeedRecord, Environment) {
    (records[index % records.count], environments[index % environments.count])
  }

  /// What Yoga is told of the same card.
  func sizes(_ index: Int) -> YogaCard.Sizes {
    let (record, environment) = card(index)
    return YogaCard.Sizes(
      width: Float(environment.width), pictureWidth: Float(record.image?.width ?? 0),
      pictureHeight: Float(record.image?.height ?? 0))
  }

  /// Throws if both sides do not find the same frames.
  func agree(_ layouter: inout CellLayouter, _ yoga: YogaCard, on index: Int) throws {
    let (record, environment) = card(index)
    let ours = try layouter.cellLayout(record, in: environment)
    let height = yoga.layout(sizes(index))
    let frames = ours.frames.flatMap { [$0.x, $0.y, $0.width, $0.height] }.map { Float($0) }
    guard frames == yoga.frames, Float(ours.height) == height else {
      throw BenchmarkError("card \(index): \(frames) here, \(yoga.frames) by Yoga")
    }
  }
}

/// The card as a tree of Yoga that is kept.
private final class YogaCard {
  /// What differs from card to card, in points.
  struct Sizes {
    var width: Float
    var pictureWidth: Float
    var pictureHeight: Float
  }

  private let card: OpaquePointer
  /// The x, y, width and height of each box of the last card but its root.
  private(set) var frames = [Float](repeating: 0, count: 4 * yoga_card_frames)

  init(library: String) throws {
    var problem: UnsafePointer<CChar>?
    guard let card = yoga_card_open(library, &problem) else {
      throw BenchmarkError(
        "Yoga cannot be loaded: \(problem.map { String(cString: $0) } ?? "unknown")")
    }
    self.card = card
  }

  deinit { yoga_card_close(card) }

  /// Lays out a card, and returns its height.
  func layout(_ sizes: Sizes) -> Float {
    yoga_card_layout(card, sizes.width, sizes.pictureWidth, sizes.pictureHeight, &frames)
  }
}
