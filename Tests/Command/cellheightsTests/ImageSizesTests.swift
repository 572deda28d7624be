import Foundation
import Testing

/// `--image-sizes` and `--missing-sizes`, and `images probe` with a server on this machine.
@Suite struct ImageSizesTests {
  private static let feed = """
    {"id":"a","title":"A","content_text":"x","image":"http://a.example/1.png"}
    {"id":"b","title":"B","content_text":"x","image":{"url":"http://a.example/2.png","width":640,"height":480}}
    {"id":"c","title":"C","content_text":"x"}
    {"id":"d","title":"D","content_html":"<p>x<img src='http://a.example/1.png'></p>"}

    """

  @Test("a size that is given or changed recomputes the cells that use it, and no other")
  func rebuild() async throws {
    let shop = try Workshop()
    try shop.write(Self.feed, to: "f.ndjson")
    let first = try await shop.run("build", "f.ndjson", "--missing-sizes", "m.ndjson")
    #expect(first.code == 0)
    let missing =
      #"{"url":"http://a.example/1.png","records":2,"sample":"a"}"# + "\n"
    #expect(String(decoding: try shop.bytes("m.ndjson"), as: UTF8.self) == missing)
    // Reused cells lack it as well.
    let second = try await shop.run("build", "f.ndjson", "--missing-sizes", "m.ndjson")
    #expect(second.output.contains("0 computed, 4 reused"))
    #expect(String(decoding: try shop.bytes("m.ndjson"), as: UTF8.self) == missing)
    try shop.write(
      """
      {"url":"http://a.example/1.png","width":100,"height":100}
      {"url":"http://a.example/2.png","width":1,"height":9}
      nothing

      """, to: "s.ndjson")
    let third = try await shop.run(
      "build", "f.ndjson", "--image-sizes", "s.ndjson", "--missing-sizes", "m.ndjson")
    #expect(third.output.contains("2 computed, 2 reused"))
    #expect(third.errors.contains("s.ndjson:3") && third.errors.contains("CH0435"))
    #expect(try shop.bytes("m.ndjson").isEmpty)
    try shop.write(
      #"{"url":"http://a.example/1.png","width":100,"height":50}"# + "\n", to: "s.ndjson")
    try shop.write(
      "schema: cellheights.config/1\nimage_sizes: s.ndjson\n", to: "cellheights.yaml")
    let fourth = try await shop.run("build", "f.ndjson")
    #expect(fourth.output.contains("2 computed, 2 reused"))
    let inspected = try await shop.run("inspect", "a", "--format", "json")
    let stored = try await shop.run("lookup", "a", "--format", "json")
    #expect(inspected.code == 0)
    #expect(
      try JSONLine(inspected.output).number("height") == JSONLine(stored.output).number("height"))
    let record = String(Self.feed.prefix { $0 != "\n" }) + "\n"
    let laidOut = try await shop.run("layout", input: .text(record))
    #expect(
      try JSONLine(laidOut.lines[0]).layout == JSONLine(stored.output).layout)
  }

  @Test("a file of sizes that is missing, or without any, stops the build")
  func unusable() async throws {
    let shop = try Workshop()
    try shop.write(Self.feed, to: "f.ndjson")
    #expect(try await shop.run("build", "f.ndjson", "--image-sizes", "none").code == 66)
    try shop.write("1\n2\n", to: "bad.ndjson")
    #expect(try await shop.run("build", "f.ndjson", "--image-sizes", "bad.ndjson").code == 65)
    #expect(!shop.has("Cache/heights.sqlite"))
  }

  @Test("a line beyond line_bytes ends every command that reads lines")
  func aLineWithoutAnEnd() async throws {
    let shop = try Workshop()
    try shop.write(Self.feed, to: "f.ndjson")
    try shop.write("schema: cellheights.config/1\nlimits: {line_bytes: 200}\n", to: "c.yaml")
    #expect(try await shop.run("build", "f.ndjson").code == 0)
    try shop.write("\n" + String(repeating: "x", count: 300), to: "long.txt")
    for command in [
      ["build", "f.ndjson", "--image-sizes", "long.txt"], ["build", "--changes", "long.txt"],
      ["verify", "--against", "long.txt"], ["import", "long.txt", "--feed", "f"],
      ["images", "probe", "long.txt"],
    ] {
      let run = try await shop.start(command + ["--config", "c.yaml"]).outcome()
      #expect(run.code == 65, "\(command)")
      #expect(
        run.errors.contains("long.txt:2: the line has more than 200 bytes (limit line_bytes)"),
        "\(run.errors)")
    }
  }

  @Test("an address is no file, and the message says how to fetch it")
  func anAddress() async throws {
    let shop = try Workshop()
    let run = try await shop.run("build", "https://feeds.example/a.xml")
    #expect(run.code == 66)
    #expect(
      run.errors.contains("curl -fsSL 'https://feeds.example/a.xml' | cellheights build -"),
      "\(run.errors)")
  }

  @Test("a probe appends the sizes of pictures, tells failures by cause, and skips what it knows")
  func probe() async throws {
    let shop = try Workshop()
    try FileManager.default.createDirectory(
      at: shop.directory.appending(path: "web"), withIntermediateDirectories: false)
    let gif: [UInt8] = Array("GIF89a".utf8) + [0x2C, 0x01, 0x07, 0x00]
    // The server sends the whole file, whatever range is requested.
    let long = gif + [UInt8](repeating: 0, count: 300_000)
    try Data(gif).write(to: shop.directory.appending(path: "web/a.gif"))
    try Data(long).write(to: shop.directory.appending(path: "web/long.gif"))
    try shop.write("<html>", to: "web/page.gif")
    let outcome = try await shop.shell(
      """
      python3 -u -m http.server 0 --bind 127.0.0.1 --directory web > server.log 2>&1 &
      server=$!
      trap 'kill $server' EXIT
      for try in {1..100}; do grep -q 'port ' server.log && break; sleep 0.1; done
      web=http://127.0.0.1:$(grep -o 'port [0-9]*' server.log | grep -o '[0-9]*')
      {
        echo '{"url":"'$web'/a.gif","records":1,"sample":"x"}'
        echo "$web/long.gif"; echo "$web/a.gif"; echo "$web/page.gif"; echo "$web/none.gif"
        echo 'file:///etc/passwd'; echo 'http://user@127.0.0.1/a.gif'
      } > list
      $cellheights images probe list -o sizes.ndjson; echo "exit $?"
      sed "s|$web||" sizes.ndjson
      $cellheights images probe list -o sizes.ndjson; echo "exit $?"
      $cellheights images probe list -o sizes.ndjson --retry-failed; echo "exit $?"
      wc -l < sizes.ndjson
      """)
    #expect(
      outcome.lines == [
        "exit 1", #"{"url":"/a.gif","width":300,"height":7}"#,
        #"{"url":"/long.gif","width":300,"height":7}"#,
        #"{"url":"/page.gif","failed":"no picture of a known format"}"#,
        #"{"url":"/none.gif","failed":"HTTP 404"}"#, "exit 0", "exit 1", "6",
      ])
    #expect(outcome.errors.contains("list:6: no address of http or https"))
    #expect(outcome.errors.contains("probed   2 sizes found, 2 failed, 0 known before"))
    #expect(outcome.errors.contains("1× HTTP 404"))
  }

  @Test("a probe writes no size that a build refuses")
  func sizesOfProbesAreThoseOfBuilds() async throws {
    let shop = try Workshop()
    try FileManager.default.createDirectory(
      at: shop.directory.appending(path: "web"), withIntermediateDirectories: false)
    func png(_ side: UInt32) throws -> Data {
      let bytes = withUnsafeBytes(of: side.bigEndian) { [UInt8]($0) }
      return Data(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + bytes
          + bytes + [8, 2, 0, 0, 0])
    }
    try png(1_000_000_000).write(to: shop.directory.appending(path: "web/high.png"))
    try png(UInt32(Int32.max)).write(to: shop.directory.appending(path: "web/higher.png"))
    try shop.write(#"{"id":"a","title":"A"}"# + "\n", to: "f.ndjson")
    let outcome = try await shop.shell(
      """
      python3 -u -m http.server 0 --bind 127.0.0.1 --directory web > server.log 2>&1 &
      server=$!
      trap 'kill $server' EXIT
      for try in {1..100}; do grep -q 'port ' server.log && break; sleep 0.1; done
      web=http://127.0.0.1:$(grep -o 'port [0-9]*' server.log | grep -o '[0-9]*')
      printf '%s\n' "$web/high.png" "$web/higher.png" nothing '{"url":7}' > list
      $cellheights images probe list -o sizes.ndjson; echo "exit $?"
      sed "s|$web||" sizes.ndjson
      $cellheights build f.ndjson --image-sizes sizes.ndjson > log; echo "exit $?"
      """)
    #expect(
      outcome.lines == [
        "exit 1", #"{"url":"/high.png","width":1000000000,"height":1000000000}"#,
        #"{"url":"/higher.png","failed":"a side is not positive, or beyond 1,000,000,000 pixels"}"#,
        "exit 0",
      ])
    #expect(!outcome.errors.contains("CH0435"))
    #expect(outcome.errors.contains("1 size found, 1 failed, 0 known before, 2 lines left out"))
  }

  @Test("a probe of lines that are no addresses is refused, one of an empty list is not")
  func listsWithoutAddresses() async throws {
    let shop = try Workshop()
    let garbage = try await shop.run(
      "images", "probe", "-", input: .text("file:///etc/passwd\n{\n\nnothing\n"))
    #expect(garbage.code == 65)
    #expect(garbage.errors.contains("-:1: no address of http or https"))
    #expect(garbage.output.isEmpty)
    #expect(try await shop.run("images", "probe", "-", input: .text("\n")).code == 0)
  }
}
