/// Where the cost of cells comes from.
public enum FrameCosts {
  /// A table of a device's costs. Runs are then the same everywhere.
  case table(CostTable)
  /// A clock on this machine, around the list's `layout(at:)`.
  case measured(any CostClock)

  /// The name of measured costs.
  public static let measuredName = "measured"

  /// The name in reports: the table's, or `measured`.
  public var name: String {
    switch self {
    case .table(let table): table.name
    case .measured: Self.measuredName
    }
  }
}
