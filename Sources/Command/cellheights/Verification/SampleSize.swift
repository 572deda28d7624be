import ArgumentParser

/// How many cells `verify` lays out again.
enum SampleSize: ExpressibleByArgument {
  case all
  case cells(Int)

  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let number = Int(argument), number >= 0 {
      self = .cells(number)
    } else {
      return nil
    }
  }

  /// Whether a cell is in the sample, which is spread evenly.
  ///
  /// - Parameters:
  ///   - place: Place of the cell, from 0.
  ///   - total: Number of cells.
  func contains(_ place: Int, of total: Int) -> Bool {
    guard case .cells(let number) = self, number < total else { return true }
    // Whether the share of the cells up to this one reaches the next whole number.
    let (before, after) = (
      place.multipliedFullWidth(by: number), (place + 1).multipliedFullWidth(by: number)
    )
    return total.dividingFullWidth(before).quotient != total.dividingFullWidth(after).quotient
  }
}
