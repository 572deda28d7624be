import Testing

extension CommandLineTests {
  /// The commands with a template of boxes, which needs no solver.
  @Suite struct BoxTemplateTests {
    private let boxes = Workshop.demo("templates/post-boxes.yaml")

    @Test func checkCountsBoxes() async throws {
      let shop = try Workshop()
      let run = try await shop.run(
        "template", "check", boxes, "--input", Workshop.demo("demo.json"))
      #expect(run.code == 0)
      #expect(
        run.output.contains("template post-boxes, 7 views, 19 boxes, 201 cells tried"),
        "\(run.output)")
      #expect(run.output.contains("label    body: sized 201 times, 0 of them unwrapped"))
      #expect(!run.output.contains("solver") && !run.output.contains("churn"))
      let json = try JSONLine(
        try await shop.run("template", "check", boxes, "--format", "json").output)
      #expect(json.string("program") == "boxes" && json.number("boxes") == 19)
    }

    @Test func noCellDiffersFromThoseOfConstraints() async throws {
      let shop = try Workshop()
      let run = try await shop.run(
        "template", "diff", "post", boxes, "--input", Workshop.demo("demo.json"),
        "--environment", "{320,430}@3x/{S,AX3}")
      #expect(run.code == 0 && run.output.contains("804 the same"), "\(run.output)")
    }

    @Test func thereAreNoConstraintsToDraw() async throws {
      let shop = try Workshop()
      let words = ["inspect", "--template", boxes, "--input", Workshop.demo("demo.json")]
      let run = try await shop.start(words + ["--constraints", "title"]).outcome()
      #expect(run.code == 64 && run.errors.contains("is made of boxes"), "\(run.errors)")
      let table = try await shop.start(words).outcome()
      #expect(table.code == 0 && table.output.contains("separator  view"), "\(table.output)")
    }
  }
}
