extension Double {
  /// A length for arithmetic: 0 for negative numbers and NaN; infinity stays.
  var length: Double { self > 0 ? self : 0 }

  /// A length that is given by name: as `length`, and 0 for infinity.
  var finiteLength: Double { self > 0 && isFinite ? self : 0 }

  /// Whether a box has room along a side of this length.
  var isRoom: Bool { self >= MeasuringPass.leastRoom }
}
