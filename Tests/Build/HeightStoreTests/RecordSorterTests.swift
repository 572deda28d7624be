import Testing

@testable import HeightStore

@Suite struct RecordSorterTests {
  /// SQLite's own texts end at U+0000.
  @Test func idsAndKeysMayContainNUL() throws {
    let sorter = try RecordSorter()
    let records = [("a", "x\0c"), ("a\0b", "x\0a"), ("a\0c", "x"), ("", "x\0b")]
    for (number, (id, key)) in records.enumerated() {
      try sorter.add(
        id: id, cells: [CellReference(recordID: id, cellID: Int64(number), height: 1)],
        values: [(0, ListValues(key: .text(key)))])
    }
    func ids(_ list: Int, _ order: SortOrder) throws -> [String] {
      var ids: [String] = []
      try sorter.forEach(list: list, order: order) { ids.append($1.recordID) }
      return ids
    }
    #expect(try ids(0, .key(isDescending: false)) == ["a\0c", "a\0b", "", "a"])
    for id in ["a\0c", "a", "a\0", "a\0c", "a\0b"] { try sorter.add(id: id, list: 1) }
    #expect(try ids(1, .ids) == ["a\0c", "a", "a\0b"])
    let faults = try sorter.faults(list: 1)
    #expect((faults.unknown, faults.repeated, faults.example) == (1, 1, "a\0"))
    #expect(try sorter.hasKeys(list: 0) && !sorter.hasKeys(list: 1))
  }
}
