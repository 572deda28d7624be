import LayoutPrimitives

/// A number of a box: written out, a constant's, or from the record.
struct BoxNumber: Hashable, Sendable {
  /// What the number decides, by the words of documents.
  enum Role: String, Hashable, Sendable, CaseIterable {
    case width, height, minWidth, maxWidth, minHeight, maxHeight
    case aspect, minAspect, maxAspect, aspectOtherwise
    case spacing, itemWidth, itemHeight, itemSpacing, lineSpacing

    /// Whether the number is a ratio, width ÷ height, and not a length.
    var isRatio: Bool {
      switch self {
      case .aspect, .minAspect, .maxAspect, .aspectOtherwise: true
      default: false
      }
    }

    /// The numbers that documents may write.
    var range: ClosedRange<Double> { isRatio ? 1e-4...1e4 : 0...Fields.longest }

    /// The numbers that records may bring.
    var saneRange: ClosedRange<Double> { isRatio ? 1e-7...1e7 : 0...1e9 }
  }

  enum Source: Hashable, Sendable {
    case literal(Double)
    /// Index in `CellTemplate.constants`.
    case constant(Int)
    case bound(BoundNumber)
  }

  var role: Role
  var source: Source
  /// Index in `BoxTree.boxes` of the number's box.
  var box: Int
  var line: Int

  /// The value for one record, or `nil` if it has none.
  ///
  /// A ratio that is 0 or negative counts as absent: no picture has it.
  func value(in record: ResolvedRecord, constants: [Double]) -> Double? {
    switch source {
    case .literal(let value): return value
    case .constant(let index): return constants[index]
    case .bound(let number):
      guard let value = number.value(in: record) else { return nil }
      return role.isRatio && value <= 0 ? nil : value
    }
  }

  var bindings: [Binding] {
    if case .bound(let number) = source { number.bindings } else { [] }
  }
}
