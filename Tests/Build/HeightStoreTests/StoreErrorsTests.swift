import SQLiteDatabase
import Testing

@testable import HeightStore

@Suite struct StoreErrorsTests {
  private static let message = "SQLite's message"

  /// Extended codes: the primary one is in the low byte.
  @Test(
    arguments: [
      (26, .notAStore(path: "staging", reason: message)),  // SQLITE_NOTADB
      (11, .corrupt(path: "store", detail: message)),  // SQLITE_CORRUPT
      (779, .corrupt(path: "store", detail: message)),  // SQLITE_CORRUPT_INDEX
      (9, .corrupt(path: "store", detail: "reading it takes too long")),  // SQLITE_INTERRUPT
      (18, .writeFailed(path: "staging", reason: message)),  // SQLITE_TOOBIG
      (14, .cannotCreate(path: "staging", reason: message)),  // SQLITE_CANTOPEN
      (526, .cannotCreate(path: "staging", reason: message)),  // SQLITE_CANTOPEN_ISDIR
      (13, .writeFailed(path: "staging", reason: message)),  // SQLITE_FULL
      (8, .writeFailed(path: "staging", reason: message)),  // SQLITE_READONLY
      (5, .writeFailed(path: "staging", reason: message)),  // SQLITE_BUSY
      (778, .writeFailed(path: "staging", reason: message)),  // SQLITE_IOERR_WRITE
      (2_067, .writeFailed(path: "staging", reason: message)),  // SQLITE_CONSTRAINT_UNIQUE
    ] as [(Int32, StoreError)])
  func anErrorOfAWrittenFileHasAMeaning(code: Int32, expected: StoreError) {
    let errors = StoreErrors(path: "staging", store: "store", writing: true)
    let error = SQLiteError(extendedCode: code, message: Self.message, statement: "SELECT 1")
    #expect(errors.error(error) as? StoreError == expected)
  }

  @Test(
    arguments: [
      (26, .notAStore(path: "store", reason: message)),
      (11, .corrupt(path: "store", detail: message)),
      (9, .corrupt(path: "store", detail: "reading it takes too long")),
      (18, .corrupt(path: "store", detail: message)),
      (14, .unreadable(path: "store", reason: message)),
      (8, .unreadable(path: "store", reason: message)),
      (266, .unreadable(path: "store", reason: message)),  // SQLITE_IOERR_READ
    ] as [(Int32, StoreError)])
  func anErrorOfAReadFileHasAMeaning(code: Int32, expected: StoreError) {
    let errors = StoreErrors(path: "store", writing: false)
    let error = SQLiteError(extendedCode: code, message: Self.message)
    #expect(errors.error(error) as? StoreError == expected)
  }

  @Test func otherErrorsStayAsTheyAre() {
    struct Other: Error {}
    let errors = StoreErrors(path: "store", writing: true)
    #expect(throws: Other.self) { try errors.translating { throw Other() } }
    #expect(throws: StoreError.self) {
      try errors.translating { _ = try Connection(path: "/nowhere/at/all") }
    }
  }
}
