/// Which variables the required equalities alone decide, whatever the record.
///
/// Only rows that every record has, in every state, are counted: so a variable in the result never
/// depends on a preference, a switched group or a measured text, and neither pass 1 of a label nor a
/// joint solution of both axes is needed for it.
struct Determination {
  /// Reduced rows, each solved for its pivot; shape `[rank × variables]`.
  private var rows: [[Double]] = []
  private var pivots: [Int] = []
  private let variables: Int

  init(variables: Int) {
    self.variables = variables
  }

  /// Takes one more equation into account.
  mutating func insert(_ coefficients: [Double]) {
    var row = reduced(coefficients)
    guard let pivot = row.indices.max(by: { abs(row[$0]) < abs(row[$1]) }), abs(row[pivot]) > 1e-9
    else { return }
    let inverse = 1 / row[pivot]
    for index in row.indices { row[index] *= inverse }
    for index in rows.indices where rows[index][pivot] != 0 {
      let factor = rows[index][pivot]
      for column in row.indices { rows[index][column] -= factor * row[column] }
    }
    rows.append(row)
    pivots.append(pivot)
  }

  /// Whether the equations leave a variable a single value.
  func determines(_ variable: Int) -> Bool {
    var unit = [Double](repeating: 0, count: variables)
    unit[variable] = 1
    return reduced(unit).allSatisfy { abs($0) < 1e-9 }
  }

  private func reduced(_ coefficients: [Double]) -> [Double] {
    var row = coefficients
    for (known, pivot) in zip(rows, pivots) where row[pivot] != 0 {
      let factor = row[pivot]
      for column in row.indices { row[column] -= factor * known[column] }
      row[pivot] = 0
    }
    return row
  }
}
