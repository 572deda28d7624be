import Foundation
import TestSupport
import Testing

@testable import PublishedHeights

/// The vectors are those of FIPS 180-4 as NIST publishes them.
@Suite struct FileHashTests {
  private static let vectors: [(text: String, digits: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test func vectorsHaveTheirHashes() {
    for (text, digits) in Self.vectors {
      #expect(FileAddress(of: Array(text.utf8)).description == digits)
    }
  }

  @Test func piecesHashAsTheWhole() {
    for (text, digits) in Self.vectors {
      let bytes = Array(text.utf8)
      for size in [1, 63, 64, 65, 4_096] where size > 1 || bytes.count < 1_000 {
        var hash = FileHash()
        for start in stride(from: 0, to: bytes.count, by: size) {
          hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
          hash.update([])
        }
        #expect(FileAddress(hash).description == digits, "\(size)")
        // Reading the hash changes nothing, so that more bytes may follow.
        #expect(FileAddress(hash).description == digits)
      }
    }
    var hash = FileHash()
    hash.update(Array("ab".utf8))
    #expect(FileAddress(hash) == FileAddress(of: Array("ab".utf8)))
    hash.update(Array("c".utf8))
    #expect(FileAddress(hash).description == Self.vectors[1].digits)
  }

  @Test func filesHashAsTheSystemsProgramHasIt() throws {
    var random = TestRandom(seed: 41)
    let folder = try TemporaryFolder()
    for size in [0, 1, 55, 56, 64, 119, 1_000, 300_000] {
      let bytes = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let path = try folder.write(bytes, to: "file-\(size)")
      let process = try FinishedProcess("/usr/bin/sha256sum", ["--binary", path])
      #expect(process.text.hasPrefix("\(FileAddress(of: bytes)) "), "\(size) bytes")
    }
  }
}
