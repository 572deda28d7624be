import AutoLayout
import LayoutPrimitives
import Testing

@testable import CellTemplates

@Suite struct TemplateExaminationTests {
  /// A box whose bound height contradicts the 20 points before it, unless it is 20 itself.
  private func examination() throws -> TemplateExamination {
    let template = try CellTemplate(
      text: """
        schema: cellheights.template/1
        template: x
        views:
          - {id: box, kind: view, size: [10, null]}
          - {id: bar, kind: view, size: [10, 10]}
        constraints:
          - "H:|[box]"
          - "H:|[bar]"
          - "V:|[box][bar]|"
          - "box.height == 20"
          - "box.height == {tall}"
        groups:
          - when: "{odd}"
            constraints: ["bar.width == 11"]
        """, file: "x.yaml")
    return TemplateExamination(plan: TemplatePlan(template), measurer: nil, clock: { 0 })
  }

  private func environments(_ texts: String...) throws -> [Environment] {
    try texts.map { try Environment(parsing: $0) }
  }

  /// More records than are explained individually, and still every one is counted.
  @Test func recordsBeyondThoseExplainedAreCountedWithTheirCause() throws {
    var examination = try examination()
    let environments = try environments("320", "390")
    for number in 1...(CellInstrument.explanationLimit + 8) {
      examination.examine(
        Record(values: ["tall": number == 1 ? "20" : "30"]), id: "r\(number)", in: environments)
    }
    #expect(examination.records == 40 && examination.cells == 80)
    #expect(examination.findings.count == 1 && examination.unlistedCells == 0)
    let finding = try #require(examination.findings.first)
    #expect(finding.code == "CH0101" && finding.severity == .error)
    #expect(finding.records == 39 && finding.cells == 78)
    #expect(
      finding.environments == environments.map { Finding.InEnvironment(key: $0.key, cells: 39) })
    #expect(
      finding.sample
        == Finding.Sample(
          record: "r2", environment: environments[0].key,
          numbers: [.init(name: "{tall}", value: 30)]))
    guard case .unsatisfiable(let found) = examination.diagnoses.first else {
      Issue.record("not a contradiction: \(finding.message)")
      return
    }
    #expect(found.members.map(\.equation) == ["box.height == 20", "box.height == 30"])
    #expect(found.leastError == 10)
  }

  @Test func differentCausesAreFindingsOfTheirOwn() throws {
    var examination = try examination()
    let environments = try environments("390")
    examination.examine(Record(values: ["tall": "20", "odd": "1"]), id: "a", in: environments)
    examination.examine(Record(values: ["tall": "9", "odd": "1"]), id: "b", in: environments)
    examination.examine(Record(values: ["tall": "9"]), id: "c", in: environments)
    #expect(examination.findings.map(\.code) == ["CH0101", "CH0101"])
    #expect(examination.findings.map(\.records) == [2, 2])
    #expect(examination.findings.map { $0.sample?.record } == ["a", "b"])
    #expect(examination.enginesCreated == 1)
  }

  /// From one record to the next: one constraint switched, one constant changed, nothing removed.
  @Test func churnIsCountedFromRecordToRecord() throws {
    var examination = try examination()
    let environments = try environments("390")
    examination.examine(Record(values: ["tall": "20", "odd": "1"]), id: "a", in: environments)
    #expect(examination.churn.total.isEmpty)
    examination.examine(Record(values: ["tall": "30"]), id: "b", in: environments)
    let total = examination.churn.total
    #expect(total.changed == 1 && total.toggled == 1)
    #expect(total.added == 0 && total.removed == 0)
  }

  @Test func aNumberThatIsAbsurdIsAFindingOfItsRecordAlone() throws {
    var examination = try examination()
    let environments = try environments("390")
    examination.examine(Record(values: ["tall": "1e12"]), id: "huge", in: environments)
    examination.examine(Record(values: ["tall": "20"]), id: "fine", in: environments)
    #expect(examination.findings.map(\.code) == ["CH0110"])
    #expect(examination.findings.first?.records == 1)
  }
}
