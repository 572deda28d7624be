/// The record of each cell number: an array, as numbers have few gaps, and a table for the others.
struct CellNumbers: Sendable {
  private var dense: [UInt32] = []
  private var sparse: [Int64: UInt32] = [:]
  private var count = 0

  mutating func set(_ number: Int64, to record: UInt32) {
    count += 1
    // Numbers come in ascending order; at most three in four places stay empty.
    guard number >= 0, number < Int64(count) * 4 + 4096 else {
      sparse[number] = record
      return
    }
    while dense.count <= Int(number) { dense.append(.max) }
    dense[Int(number)] = record
  }

  subscript(number: Int64) -> UInt32? {
    if number >= 0, number < Int64(dense.count), dense[Int(number)] != .max {
      return dense[Int(number)]
    }
    return sparse[number]
  }
}
