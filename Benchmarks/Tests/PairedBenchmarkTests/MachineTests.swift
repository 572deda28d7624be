import Testing

@testable import PairedBenchmark

struct MachineTests {
  @Test(arguments: [("0", 1), ("0-3", 4), ("0-1,4,8-9", 5), ("", 0), ("x", 0), ("3-1", 0)])
  func processorsOfAListAreCounted(list: String, count: Int) {
    #expect(Machine.count(ofList: list) == count)
  }

  @Test func thisMachineHasAProcessor() {
    #expect(Machine.current().cores >= 1)
  }

  @Test func aPowerSavingGovernorAndOtherProgramsAreWarnedOf() {
    var machine = Machine(
      processor: "p", cores: 4, usableCores: 1, governor: "performance", system: "s", load: 0.1)
    #expect(machine.warnings.isEmpty)
    machine.governor = "powersave"
    #expect(machine.warnings.count == 1)
    machine.governor = nil
    machine.load = 3
    machine.usableCores = 4
    #expect(machine.warnings.count == 3)
  }
}
