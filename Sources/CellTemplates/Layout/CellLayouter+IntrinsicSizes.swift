import AutoLayout
import LayoutPrimitives

/// A view whose intrinsic size a record does not give, or not all of it.
struct UnknownSize {
  /// The view's index in the template's `views`.
  var item: Int
  /// What is known of the size.
  var value: DeclaredSize.Value
}

/// Sets intrinsic sizes that are declared, and those of images.
extension CellLayouter {
  /// Sets the intrinsic sizes of content other than text.
  ///
  /// - Returns: Views whose size the record does not give.
  mutating func bindIntrinsicSizes(
    _ engine: inout LayoutEngine
  ) throws(CellError) -> [UnknownSize] {
    var unknown: [UnknownSize] = []
    for (item, content) in plan.intrinsicItems {
      let size = try self.size(of: item, content)
      engine.setIntrinsic(item, width: size.known.width, height: size.known.height)
      if size.lacksSide { unknown.append(UnknownSize(item: item, value: size)) }
    }
    return unknown
  }

  /// The intrinsic size of content other than text: the declared one, else that of the picture.
  mutating func size(
    of item: Int, _ content: TemplatePlan.IntrinsicContent
  ) throws(CellError) -> DeclaredSize.Value {
    let declared = try content.declared?.value(in: record, of: plan.template.views[item].id)
    if let declared, !declared.lacksSide { return declared }
    guard let image = content.image else { return declared ?? Self.noSize }
    guard !image.source.text(in: record).isEmpty else { return Self.noSize }
    guard let width = image.pixelWidth?.value(in: record), width > 0,
      let height = image.pixelHeight?.value(in: record), height > 0
    else { return declared ?? Self.unknownSize }
    let (across, down) = (width / image.scale, height / image.scale)
    guard Self.isSane(across, .constant), Self.isSane(down, .constant) else {
      throw .absurdNumber(
        Self.isSane(across, .constant) ? down : across,
        constraint: "size of \(plan.template.views[item].id)")
    }
    return DeclaredSize.Value(known: IntrinsicSize(width: across, height: down))
  }

  private static var noSize: DeclaredSize.Value {
    DeclaredSize.Value(known: IntrinsicSize(width: nil, height: nil))
  }

  /// The size of which a record gives no side.
  private static var unknownSize: DeclaredSize.Value {
    DeclaredSize.Value(
      known: IntrinsicSize(width: nil, height: nil), lacksWidth: true, lacksHeight: true)
  }

  /// The declared size of a label, in points; `nil` when its text is measured.
  ///
  /// A label with text whose size the record lacks is added to `unknown`.
  mutating func declaredSize(
    of item: Int, _ label: TemplatePlan.LabelPlan, _ unknown: inout [UnknownSize]
  ) throws(CellError) -> Size? {
    let value = try label.size?.value(in: record, of: plan.template.views[item].id)
    guard let value else { return nil }
    if let width = value.known.width, let height = value.known.height {
      return Size(width: width, height: height)
    }
    if !label.text.text(in: record).isEmpty {
      unknown.append(UnknownSize(item: item, value: value))
    }
    return nil
  }

  /// The intrinsic size of a view without text, in points, or `nil` when it is unknown.
  func intrinsicSize(of view: Int) -> IntrinsicSize? {
    let known = plan.template.views[view]
    // A size that is no size has been refused before.
    let declared = try? DeclaredSize(of: known)?.value(in: record, of: known.id)
    if let declared, !declared.lacksSide { return declared.known }
    guard let image = known.image, !image.source.text(in: record).isEmpty,
      let width = image.pixelWidth?.value(in: record),
      let height = image.pixelHeight?.value(in: record), width > 0, height > 0
    else { return declared?.known }
    return IntrinsicSize(width: width / image.scale, height: height / image.scale)
  }

  /// Whether the layout depends on sizes that are unknown.
  ///
  /// It is laid out with sides of 0 and of 16,384 points, and compared.
  mutating func dependsOnIntrinsicSize(
    of views: [UnknownSize], _ engine: inout LayoutEngine, _ environment: PreparedEnvironment,
    _ height: Double?
  ) -> Bool {
    let known = solved
    defer { keep(known, labelHistory: labelHistory) }
    for extent in [0.0, 16_384] {
      for view in views {
        if plan.labelsByItem[view.item] == nil {
          let size = view.value.filled(with: extent)
          engine.setIntrinsic(view.item, width: size.width, height: size.height)
        } else {
          setSize(ofLabel: view.item, Size(width: extent, height: extent))
        }
      }
      var history: [[LabelLines]] = []
      switchGroups(of: &engine, environment)
      do throws(CellError) {
        try solveWithMargins(&engine, environment, height, &history)
        if solved.frames != known.frames { return true }
      } catch {
        // There is no layout with that size.
        return true
      }
    }
    return false
  }
}
