import AutoLayout

extension CellTemplate {
  /// Returns the template with content sizes from a table instead of measured texts and images.
  ///
  /// Labels without an entry have no size. Other views without an entry keep a declared intrinsic
  /// size.
  ///
  /// - Parameters:
  ///   - sizes: Sizes in points by view id.
  ///   - baselines: The rule for baselines of labels without measured text.
  /// - Throws: `TemplateError.unknownView` for an unknown id.
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
        views[index].boundIntrinsic = nil
      } else if views[index].label != nil {
        views[index].intrinsic = nil
        views[index].boundIntrinsic = nil
      }
      views[index].label = nil
      views[index].image = nil
      system.items[index].content = views[index].intrinsic == nil ? .none : .intrinsic
    }
    return CellTemplate(
      name: name, views: views, system: system, boundQuantities: boundQuantities,
      namedQuantities: namedQuantities, constants: constants, groups: groups, stacks: stacks,
      grids: grids, states: states, places: places, canonicalText: canonicalText,
      warnings: warnings, documents: documents, boxes: boxes)
  }
}
