import Foundation
import Testing

extension CommandLineTests {
  /// Stores that are damaged, missing or shared by feeds, in the use of a person.
  @Suite struct StoreFaultTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test("S5: in a deleted working directory every command ends")
    func aDeletedWorkingDirectory() async throws {
      try FileManager.default.createDirectory(
        at: shop.directory.appending(path: "gone"), withIntermediateDirectories: false)
      let demo = Workshop.demo("demo.json")
      for (command, code) in [
        ("build '\(demo)' --store a/heights.sqlite", 73), ("build '\(demo)' --store h.sqlite", 73),
        ("lookup x", 66), ("config dump", 0),
      ] {
        let run = try await shop.shell(
          "mkdir -p gone; cd gone && rmdir ../gone && timeout 60 $cellheights \(command)")
        #expect(run.code == code, "\(command): \(run.errors)")
      }
    }

    @Test("S9: the next command names the feed where several hold the id")
    func theNextCommandNamesTheFeed() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try shop.write(SampleFeed.text(SampleFeed.lines.prefix(2)), to: "away.ndjson")
      let first = try await shop.run("build", "home.ndjson")
      #expect(first.lines.last?.contains("--feed") == false)
      let second = try await shop.run("build", "away.ndjson")
      #expect(second.lines.last == "next     cellheights lookup a --feed away")
      let next = try #require(second.lines.last?.dropFirst("next     cellheights".count))
      #expect(try await shop.shell("$cellheights \(next)").code == 0)
    }

    @Test("S9: two files of one name are not to be built one after the other")
    func theAdviceLosesNoFeed() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try shop.write("[]", to: "home.json")
      let run = try await shop.run("build", "home.ndjson", "home.json")
      #expect(!run.errors.contains("one after the other"))
      #expect(run.errors.contains("with a --feed NAME of its own"))
    }

    @Test("S1: a damaged cell is an error of lookup and export, and one line of the next build")
    func aDamagedCell() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try await shop.run("build", "home.ndjson")
      let right = try await shop.run("export").output
      var bytes = try shop.bytes("Cache/heights.sqlite")
      // Its version is in its row before the fingerprint, and at no other position.
      let version = try #require(
        try JSONLine(await shop.run("lookup", "a", "--format", "json").output).string("version"))
      let stored = try #require(version.storedVersion)
      let place = try #require(bytes.range(of: stored)?.upperBound)
      bytes[place + 3] ^= 1
      try bytes.write(to: shop.directory.appending(path: "Cache/heights.sqlite"))
      let lookup = try await shop.run("lookup", "a")
      #expect(lookup.code == 65 && lookup.output == "")
      #expect(lookup.errors.contains("of record 'a'"))
      #expect(try await shop.run("export").code == 65)
      #expect(try await shop.run("lookup", "e").code == 0)
      let build = try await shop.run("build", "home.ndjson")
      #expect(build.code == 0)
      #expect(
        build.errorLines == ["warning: 1 stored cell was damaged, and was laid out again"])
      #expect(build.output.contains("1 computed, 5 reused"))
      let after = try await shop.run("export").output
      #expect(after == right.replacing("\"generation\":1}", with: "\"generation\":2}"))
    }

    @Test(
      "S6: a file that is a store of another version is refused in one sentence, and built anew")
    func anEarlierVersion() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try shop.write(SampleFeed.text, to: "away.ndjson")
      try await shop.run("build", "home.ndjson", "away.ndjson")
      var bytes = try shop.bytes("Cache/heights.sqlite")
      bytes[63] = 1  // user_version, big endian
      try bytes.write(to: shop.directory.appending(path: "Cache/heights.sqlite"))
      for command in [["lookup", "a"], ["export"]] {
        let run = try await shop.start(command).outcome()
        #expect(run.code == 65)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("has schema version 1"))
      }
      let build = try await shop.run("build", "home.ndjson", "--format", "json")
      #expect(build.code == 0)
      #expect(build.errors.contains("gone with it, build them again: feed 'away'"))
      #expect(try JSONLine(build.output).number("generation") == 2)
    }

    @Test("S5: a build through a link to its store")
    func aLinkedStore() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try await shop.run("build", "home.ndjson", "--store", "real.sqlite")
      try FileManager.default.createSymbolicLink(
        atPath: shop.directory.appending(path: "link.sqlite").path,
        withDestinationPath: "real.sqlite")
      let build = try await shop.run(
        "build", "home.ndjson", "--store", "link.sqlite", "--format", "json")
      #expect(try JSONLine(build.output).number("generation") == 2)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(
          atPath: shop.directory.appending(path: "link.sqlite").path) == "real.sqlite")
      #expect(!shop.has("link.sqlite.lock"))
    }
  }
}

extension String {
  /// The bytes of a version in a store: those of its digits, for a hash.
  fileprivate var storedVersion: Data? {
    guard hasPrefix("hash:") else { return Data(utf8) }
    let digits = Array(dropFirst("hash:".count))
    var bytes = Data()
    for place in stride(from: 0, to: digits.count - 1, by: 2) {
      guard let byte = UInt8(String(digits[place...place + 1]), radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
