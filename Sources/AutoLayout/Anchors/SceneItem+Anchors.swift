// The anchors of an item, by attribute.
extension SceneItem {
  /// Leading edge.
  public var leading: XAxisAnchor { XAxisAnchor(anchor(.leading)) }

  /// Trailing edge.
  public var trailing: XAxisAnchor { XAxisAnchor(anchor(.trailing)) }

  /// Leading edge inside the layout margins.
  public var leadingMargin: XAxisAnchor { XAxisAnchor(anchor(.leadingMargin)) }

  /// Trailing edge inside the layout margins.
  public var trailingMargin: XAxisAnchor { XAxisAnchor(anchor(.trailingMargin)) }

  /// Left edge.
  public var left: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.left)) }

  /// Right edge.
  public var right: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.right)) }

  /// Left edge inside the layout margins.
  public var leftMargin: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.leftMargin)) }

  /// Right edge inside the layout margins.
  public var rightMargin: PhysicalXAxisAnchor { PhysicalXAxisAnchor(anchor(.rightMargin)) }

  /// Center along x.
  public var centerX: CenterXAnchor { CenterXAnchor(anchor(.centerX)) }

  /// Center along x of what the layout margins leave.
  public var centerXWithinMargins: CenterXAnchor { CenterXAnchor(anchor(.centerXWithinMargins)) }

  /// Top edge.
  public var top: YAxisAnchor { YAxisAnchor(anchor(.top)) }

  /// Bottom edge.
  public var bottom: YAxisAnchor { YAxisAnchor(anchor(.bottom)) }

  /// Center along y.
  public var centerY: YAxisAnchor { YAxisAnchor(anchor(.centerY)) }

  /// First baseline; the bottom edge of an item without text.
  public var firstBaseline: YAxisAnchor { YAxisAnchor(anchor(.firstBaseline)) }

  /// Last baseline; the bottom edge of an item without text.
  public var lastBaseline: YAxisAnchor { YAxisAnchor(anchor(.lastBaseline)) }

  /// Top edge inside the layout margins.
  public var topMargin: YAxisAnchor { YAxisAnchor(anchor(.topMargin)) }

  /// Bottom edge inside the layout margins.
  public var bottomMargin: YAxisAnchor { YAxisAnchor(anchor(.bottomMargin)) }

  /// Center along y of what the layout margins leave.
  public var centerYWithinMargins: YAxisAnchor { YAxisAnchor(anchor(.centerYWithinMargins)) }

  /// Width.
  public var width: DimensionAnchor { DimensionAnchor(anchor(.width)) }

  /// Height.
  public var height: DimensionAnchor { DimensionAnchor(anchor(.height)) }
}
