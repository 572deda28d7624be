package import LayoutPrimitives

extension LineCodec {
  /// Creates the codec of a stored template.
  package init(template: StoredTemplate) {
    self.init(labels: template.views.indices.filter { template.views[$0].isLabel })
  }

  /// Encodes the lines of a layout that a store keeps.
  ///
  /// - Throws: `StoreError.invalid` with the reason of `encode(_:into:)`.
  func store(_ layout: CellLayout, into bytes: inout [UInt8]) throws(StoreError) {
    do throws(LineCodingError) {
      try encode(layout, into: &bytes)
    } catch {
      throw .invalid("\(error)")
    }
  }
}
