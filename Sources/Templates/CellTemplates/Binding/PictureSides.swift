public import FeedRecords

/// The widths and heights of pictures that a template uses, each listed once, in document order.
public struct PictureSides: Hashable, Sendable {
  /// The sides for which a cell may have the caveat `sizeUnknown` if they are missing.
  private var needed: [BoundPath] = []
  /// The sides whose absence changes the layout, because a condition or an alternative depends on
  /// it.
  private var replaced: [BoundPath] = []

  /// Finds the sides that a template uses.
  public init(_ template: CellTemplate) {
    let sizes = template.views.flatMap { $0.boundIntrinsic?.bindings ?? [] }
    for view in template.views {
      for side in [view.image?.pixelWidth, view.image?.pixelHeight] {
        Self.add(side?.bindings, to: &needed)
      }
      Self.add(view.hiddenWhen?.bindings, to: &replaced)
    }
    for binding in template.boundQuantities.flatMap(\.number.bindings) + sizes {
      if binding.alternatives.count > 1 {
        Self.add([binding], to: &replaced)
      } else {
        Self.add([binding], to: &needed)
      }
    }
    if let boxes = template.boxes {
      for number in boxes.numbers {
        let hasOther =
          number.role == .aspect && boxes.number(.aspectOtherwise, of: number.box) != nil
        for binding in number.bindings {
          if hasOther || binding.alternatives.count > 1 {
            Self.add([binding], to: &replaced)
          } else {
            Self.add([binding], to: &needed)
          }
        }
      }
      for condition in boxes.conditions { Self.add(condition.bindings, to: &replaced) }
    }
    Self.add(template.card?.styleBindings.map(\.binding), to: &needed)
    for condition in template.card?.conditions ?? [] {
      Self.add(condition.bindings, to: &replaced)
    }
    for group in template.groups { Self.add(group.condition.bindings, to: &replaced) }
  }

  /// Whether the template uses no sides.
  public var isEmpty: Bool { needed.isEmpty && replaced.isEmpty }

  /// The URLs of a record's pictures that lack a side, each listed once.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - isUnknown: Whether a cell of the record has the caveat `sizeUnknown`. Otherwise a side is
  ///     included only if its absence changes the layout.
  public func unsizedPictures(of record: FeedRecord, isUnknown: Bool) -> [String] {
    var addresses: [String] = []
    for side in (isUnknown ? needed : []) + replaced {
      guard let path = side.recordPath, let address = record.unsizedPicture(at: path) else {
        continue
      }
      // Comparing strings would take time quadratic in combining marks.
      if !addresses.contains(where: { $0.utf8.elementsEqual(address.utf8) }) {
        addresses.append(address)
      }
    }
    return addresses
  }

  private static func add(_ bindings: [Binding]?, to sides: inout [BoundPath]) {
    for path in (bindings ?? []).flatMap(\.paths)
    where path.recordPath?.isPictureSide == true && !sides.contains(path) {
      sides.append(path)
    }
  }
}
