extension SimulationReport {
  /// The name of the document's form.
  public static let schema = "cellheights.sim/1"

  /// The report as `cellheights.sim/1`.
  ///
  /// - Parameter thresholds: What came of the thresholds that were asked; left out when empty.
  public func document(thresholds: [ThresholdResult] = []) -> ReportValue {
    typealias Entry = ReportValue.Entry
    var entries = [
      Entry("schema", .text(Self.schema)),
      Entry("refresh_hz", .number(configuration.refreshHz)),
      Entry("frame_period_ms", .number(Self.thousandths(1000 / configuration.refreshHz))),
      Entry("profile", .text(configuration.profile.name)),
      Entry("strategy", .text(strategy)),
      // Costs are this machine's own, at whatever clock it ran; no frequency is modelled.
      Entry("device_model", .text("host")),
      Entry("viewport_height_pt", .number(configuration.viewportHeight)),
      Entry("scale", .number(configuration.scale)),
      Entry("base_cost_ms", .number(configuration.baseCostMs)),
      Entry("prefetch", .text(configuration.prefetch.rawValue)),
      Entry("pipeline_depth", .number(Double(configuration.pipelineDepth))),
    ]
    entries += Self.tree(figures.map { ($0.path, $0.value.map { .number($0) } ?? .missing) })
    if let hitch = entries.firstIndex(where: { $0.name == "hitch" }),
      case .object(let figures) = entries[hitch].value
    {
      entries[hitch].value = .object(
        figures + [
          Entry("scale", .text(configuration.hitchScale.rawValue)),
          Entry("grade", .text(grade.rawValue)),
        ])
    }
    entries += [
      Entry("list_ended", .truth(listEnded)),
      Entry("percentile_method", .text(Percentile.method)),
      Entry("iterations", .number(Double(configuration.iterations))),
      Entry("spread", .object(spreads)),
      Entry("notes", .list(notes.map { .text($0) })),
    ]
    if !thresholds.isEmpty { entries.append(Entry("thresholds", .list(thresholds.map(\.entry)))) }
    return .object(entries)
  }

  /// Least and greatest values of the figures that vary, by path.
  private var spreads: [ReportValue.Entry] {
    figures.filter(\.showsSpread).map { figure in
      ReportValue.Entry(
        figure.path,
        figure.spread.map { .list([.number($0.lowerBound), .number($0.upperBound)]) } ?? .missing)
    }
  }

  /// Groups `group.name` paths; those of one group follow each other.
  private static func tree(_ values: [(path: String, value: ReportValue)]) -> [ReportValue.Entry] {
    var groups: [(name: String, entries: [ReportValue.Entry])] = []
    for (path, value) in values {
      let parts = path.split(separator: ".", maxSplits: 1).map { String($0) }
      let entry = ReportValue.Entry(parts[parts.count - 1], value)
      if let last = groups.indices.last, groups[last].name == parts[0] {
        groups[last].entries.append(entry)
      } else {
        groups.append((parts[0], [entry]))
      }
    }
    return groups.map { ReportValue.Entry($0.name, .object($0.entries)) }
  }

  private static func thousandths(_ value: Double) -> Double {
    (value * 1000).rounded() / 1000
  }
}
