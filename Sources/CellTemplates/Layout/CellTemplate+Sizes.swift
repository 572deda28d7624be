import AutoLayout

extension CellTemplate {
  /// The template with content sizes from a table instead of measured ones.
  ///
  /// A view that the table leaves out keeps a declared intrinsic size, a switch its own; a label or
  /// an image is then without one.
  ///
  /// - Parameters:
  ///   - sizes: Sizes in points by view id; `nil` on an axis for none.
  ///   - baselines: Where the baselines of labels are whose text is not measured.
  /// - Throws: `TemplateError.unknownView` for an id that the template has not.
  public func replacingContent(
    with sizes: [String: IntrinsicSize], baselines: SizedBaselines.Rule = .bottom
  ) throws(TemplateError) -> CellTemplate {
    for id in sizes.keys.sorted() where !views.contains(where: { $0.id == id }) {
      throw .unknownView(id, template: name)
    }
    var views = views
    var system = system
    if baselines == .approximate { SizedBaselines.replace(in: &system, views: views) }
    for index in views.indices {
      if let size = sizes[views[index].id] {
        views[index].intrinsic = size
      } else if views[index].label != nil {
        views[index].intrinsic = nil
      }
      views[index].label = nil
      views[index].image = nil
      system.items[index].content = views[index].intrinsic == nil ? .none : .intrinsic
    }
    return CellTemplate(
      name: name, views: views, system: system, boundQuantities: boundQuantities,
      namedQuantities: namedQuantities, constants: constants, groups: groups, stacks: stacks,
      states: states, places: places, canonicalText: canonicalText, warnings: warnings)
  }
}
