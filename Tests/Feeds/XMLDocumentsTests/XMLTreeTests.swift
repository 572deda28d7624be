import Testing
import XMLDocuments

/// A document held as a whole.
struct XMLTreeTests {
  @Test("elements, attributes, text and lines are as the document has them")
  func readsTree() throws {
    let root = try XMLTree.read(
      Array("<?xml version=\"1.0\"?>\n<a x='1'>\n <b y='&lt;2'>t<c/>u</b>\n <b/>\n</a>".utf8))
    #expect(root.name == "a")
    #expect(root["x"] == "1")
    #expect(root["y"] == nil)
    #expect(root.line == 2)
    #expect(root.children("b").map(\.line) == [3, 4])
    #expect(root.child("b")?["y"] == "<2")
    #expect(root.child("b")?.text == "tu")
    #expect(root.child("b")?.children.map(\.name) == ["c"])
  }

  @Test(
    "broken documents are refused",
    arguments: ["", "<a>", "<a></b>", "<a/><b/>", "<a b=1/>", "plain", "<a/>tail"])
  func refusesBroken(_ text: String) {
    #expect(throws: XMLError.self) { try XMLTree.read(Array(text.utf8)) }
  }

  @Test("limits of bytes, depth and nodes hold")
  func holdsLimits() {
    let deep = Array(
      (String(repeating: "<a>", count: 241) + String(repeating: "</a>", count: 241)).utf8)
    #expect(throws: XMLError.tooDeep(line: 1, limit: 240)) { try XMLTree.read(deep) }
    #expect(throws: XMLError.tooLarge(limit: 10)) {
      try XMLTree.read(deep, limits: XMLTreeLimits(bytes: 10))
    }
    let wide = Array(("<a>" + String(repeating: "<b c='1'/>\n", count: 10) + "</a>").utf8)
    #expect(throws: XMLError.tooLong(line: 5, limit: 10)) {
      try XMLTree.read(wide, limits: XMLTreeLimits(nodes: 10))
    }
  }
}
