import CommandSettings
import Foundation
@testable import Operations
import TestSupport
import Testing

@testable import cellheights

@Suite struct StreamedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }

  @Test func aFileHasItsNameWhenItIsWhole() throws {
    let path = folder.url.appending(path: "frames").path
    try Data("before".utf8).write(to: URL(filePath: path))
    do {
      let file = try StreamedFile(path, is: "file")
      try file.write(Array("half".utf8))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    }
    #expect(try names == ["frames"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    let file = try StreamedFile(path, is: "file")
    try file.write(Array("the ".utf8))
    try file.write(Array("whole".utf8))
    try file.finish()
    #expect(try names == ["frames"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "the whole")
  }

  @Test func placesThatCannotBeAreRefusedAtOnce() throws {
    #expect(throws: Failure.self) {
      try StreamedFile(folder.url.appending(path: "no/file").path, is: "file")
    }
    #expect(throws: Failure.self) { try StreamedFile(folder.url.path, is: "file") }
  }
}
