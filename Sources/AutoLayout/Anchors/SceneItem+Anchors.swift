// The anchors of an item, by attribute.
extension SceneItem {
  /// Anchor of the leading edge.
  public var leading: XAxisAnchor { XAxisAnchor(anchor(.leading)) }

  /// Anchor of the trailing edge.
  public var trailing: XAxisAnchor { XAxisAnchor(anchor(.trailing)) }

  /// Anchor of the leading edge inside the layout margins.
  public var leadingMargin: XAxisAnchor { XAxisAnchor(anchor(.leadingMargin)) }

  /// Anchor of the trailing edge inside the layout margins.
  public var trailingMargin: XAxisAnchor { XAxisAnchor(anchor(.trailingMargin)) }

  /// Anchor of the left edge.
  public var left: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.left)) }

  /// Anchor of the right edge.
  public var right: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.right)) }

  /// Anchor of the left edge inside the layout margins.
  public var leftMargin: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.leftMargin)) }

  /// Anchor of the right edge inside the layout margins.
  public var rightMargin: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.rightMargin)) }

  /// Anchor of the horizontal center.
  public var centerX: CenterXAnchor { CenterXAnchor(anchor(.centerX)) }

  /// Anchor of the horizontal center of the area inside the layout margins.
  public var centerXWithinMargins: CenterXAnchor { CenterXAnchor(anchor(.centerXWithinMargins)) }

  /// Anchor of the top edge.
  public var top: YAxisAnchor { YAxisAnchor(anchor(.top)) }

  /// Anchor of the bottom edge.
  public var bottom: YAxisAnchor { YAxisAnchor(anchor(.bottom)) }

  /// Anchor of the vertical center.
  public var centerY: YAxisAnchor { YAxisAnchor(anchor(.centerY)) }

  /// Anchor of the first baseline; of the bottom edge where the item has no text.
  public var firstBaseline: YAxisAnchor { YAxisAnchor(anchor(.firstBaseline)) }

  /// Anchor of the last baseline; of the bottom edge where the item has no text.
  public var lastBaseline: YAxisAnchor { YAxisAnchor(anchor(.lastBaseline)) }

  /// Anchor of the top edge inside the layout margins.
  public var topMargin: YAxisAnchor { YAxisAnchor(anchor(.topMargin)) }

  /// Anchor of the bottom edge inside the layout margins.
  public var bottomMargin: YAxisAnchor { YAxisAnchor(anchor(.bottomMargin)) }

  /// Anchor of the vertical center of the area inside the layout margins.
  public var centerYWithinMargins: YAxisAnchor { YAxisAnchor(anchor(.centerYWithinMargins)) }

  /// Anchor of the width.
  public var width: DimensionAnchor { DimensionAnchor(anchor(.width)) }

  /// Anchor of the height.
  public var height: DimensionAnchor { DimensionAnchor(anchor(.height)) }
}
