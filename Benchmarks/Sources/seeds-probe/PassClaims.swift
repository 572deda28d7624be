import CellTemplates
import FeedRecords
import LayoutPrimitives
import PairedBenchmark
import TextMeasurement

/// The cost of the first, the second and the third pass over the same records.
struct PassTimes {
  /// Nanoseconds a record, by pass.
  let passes: [Double]
  /// Records with different ids.
  let count: Int

  /// Lays all records out three times, in one engine with caches that keep every text.
  ///
  /// Another record is laid out before, so that no pass has to make the engine. If ids are repeated
  /// only the first record is used, so that the first pass has no texts in its cache.
  init(_ records: [FeedRecord], _ plan: TemplatePlan, _ input: ProbeInput) throws {
    var ids: Set<String> = []
    let records = records.filter { ids.insert($0.id).inserted }
    guard let other = input.posts.last, !records.isEmpty else {
      throw ProbeError("a feed without records")
    }
    count = records.count
    var rounds: [[Double]] = [[], [], []]
    for _ in 0..<max(3, min(input.pairs, 11)) {
      // Room for all labels and all parts of all records.
      let measurer = try TextMeasurer(
        library: input.library,
        limits: TextLimits(
          wordCacheBytes: 32 << 20, paragraphCacheEntries: records.count * 64,
          paragraphCacheBytes: 1 << 30))
      var layouter = CellLayouter(plan: plan, measurer: measurer)
      _ = try layouter.layout(other, in: input.environment)
      for pass in rounds.indices {
        rounds[pass].append(
          try CPUClock.thread.measure {
            for record in records {
              input.sink.take(try layouter.cellLayout(record, in: input.environment).height)
            }
          }.cost / Double(records.count))
      }
    }
    passes = rounds.map(median)
  }

  /// `1 : 0.21 : 0.21`.
  var proportion: String {
    "1 : " + passes.dropFirst().map { Figure.text($0 / passes[0]) }.joined(separator: " : ")
  }

  var times: String { passes.map(Figure.time).joined(separator: ", ") + " a record" }

  /// How many times as long the first pass takes as the second.
  var firstToSecond: String { "\(Figure.text(passes[0] / passes[1]))×" }

  /// The share of the first pass that later passes do not need, in percent.
  var firstOnly: String { "\(Int(((1 - passes[1] / passes[0]) * 100).rounded())) %" }
}

/// The claims about records that are seen again.
struct PassClaims {
  let input: ProbeInput

  private static let missing = "not measured: needs the articles' demo documents, `--corpora`"

  func thrice() throws -> Claim {
    let records = try input.records(["fd_data.json"])
    let times = try PassTimes(records ?? input.posts, try input.plan("post"), input)
    return Claim(
      claim: "The same cell three times: text makes the first one expensive (C)",
      theirs:
        "231, 98, 87 ms = 1 : 0.42 : 0.38 (FDTemplateLayoutCell's demo, unknown device, "
        + "2018)",
      ours: "\(times.proportion); \(times.times)",
      how: (records == nil
        ? "the demo feed's English posts" : "the \(times.count) different records of that demo")
        + " in `post`, three passes, all texts kept. The source's later passes repeat the engine's "
        + "work in `systemLayoutSizeFitting`; here they only rebind")
  }

  func feeds() throws -> [Claim] {
    let weibo = try input.records((0..<4).map { "weibo_\($0).json" })
    let twitter = try input.records(["twitter_0.json"])
    return [
      try twoPasses(
        "A Weibo feed, first and second pass (C)",
        theirs: "5.94 and 1.44 ms = 4.1× (Panda, iPhone 6, iOS 12, 2018); 1.34 and 0.287 ms = 4.7× "
          + "(the same, iPhone X)", "weibo", weibo),
      try twoPasses(
        "The same of a Twitter feed (no claim; YYKit's other demo)", theirs: "–", "twitter", twitter
      ),
    ]
  }

  private func twoPasses(
    _ claim: String, theirs: String, _ name: String, _ records: [FeedRecord]?
  ) throws -> Claim {
    guard let records else {
      return Claim(claim: claim, theirs: theirs, ours: Self.missing, how: "–")
    }
    let times = try PassTimes(records, try input.plan(name), input)
    return Claim(
      claim: claim, theirs: theirs,
      ours:
        "\(Figure.time(times.passes[0])) and \(Figure.time(times.passes[1])) = "
        + "\(times.firstToSecond)",
      how: "`Feeds/templates/\(name).yaml`, \(times.count) records, all texts kept; "
        + "few records, so that compiling the solver's programs is a large part of the first pass")
  }

  func textShare() throws -> Claim {
    var parts: [String] = []
    for name in ["post", "linkedin", "wwdc-social"] {
      let times = try PassTimes(input.posts, try input.plan(name), input)
      parts.append("`\(name)` \(times.firstOnly)")
    }
    if let weibo = try input.records((0..<4).map { "weibo_\($0).json" }) {
      parts.append("`weibo` \(try PassTimes(weibo, try input.plan("weibo"), input).firstOnly)")
    }
    return Claim(
      claim: "Text is most of a first pass (C)", theirs: "70–80 % (iPhone 6, iOS 12, 2018)",
      ours: parts.joined(separator: ", "),
      how:
        "1 − second pass / first pass, as in the source; the demo feed's English posts. In "
        + "`weibo` a part is the solver's first bases and programs, not text")
  }

  /// The order effect, which has to be measured before anything else is.
  static func order(_ input: ProbeInput) throws -> Claim {
    let plan = try input.plan("post")
    let records = Array(input.posts.prefix(20))
    func once() throws -> Double {
      let library = try FontLibrary(FontConfiguration())
      let measurer = try TextMeasurer(library: library)
      var layouter = CellLayouter(plan: plan, measurer: measurer)
      return try CPUClock.thread.measure {
        for record in records {
          input.sink.take(try layouter.cellLayout(record, in: input.environment).height)
        }
      }.cost
    }
    let times = [try once(), try once(), try once(), try once(), try once()]
    let later = median(Array(times.dropFirst()))
    return Claim(
      claim: "The first measurement is the slowest (C)",
      theirs: "\u{201C}greatly increased\u{201D}, no figure (iPhone X, 2018)",
      ours:
        "\(Figure.text(times[0] / later))×: \(Figure.time(times[0])), then \(Figure.time(later))",
      how:
        "20 posts laid out by the process's first and by four later layouters, each with its own "
        + "fonts, caches and engine; one sample of the first. For this reason all other rows run "
        + "AB, BA and drop a round"
    )
  }
}
