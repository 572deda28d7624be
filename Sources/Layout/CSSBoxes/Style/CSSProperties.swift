/// The CSS properties that have no effect on a layout, and those that are not supported.
package enum CSSProperties {
  /// Properties that cannot change a size; a document may have them.
  package static let painted: Set<String> = [
    "accent-color", "animation", "animation-delay", "animation-direction", "animation-duration",
    "animation-fill-mode", "animation-iteration-count", "animation-name",
    "animation-timing-function", "appearance", "backdrop-filter", "backface-visibility",
    "background", "background-attachment", "background-blend-mode", "background-clip",
    "background-color", "background-image", "background-origin", "background-position",
    "background-repeat", "background-size", "border-block-color", "border-bottom-color",
    "border-bottom-left-radius", "border-bottom-right-radius", "border-color",
    "border-inline-color", "border-left-color", "border-radius", "border-right-color",
    "border-top-color", "border-top-left-radius", "border-top-right-radius", "box-shadow",
    "caret-color", "clip-path", "color", "color-scheme", "cursor", "empty-cells", "fill",
    "filter", "font-palette", "font-smooth", "font-synthesis", "forced-color-adjust",
    "hanging-punctuation", "image-rendering", "isolation", "line-clamp", "mask", "mask-image",
    "mix-blend-mode",
    "-moz-osx-font-smoothing", "object-fit", "object-position", "opacity", "orphans", "outline",
    "outline-color", "outline-offset", "outline-style", "outline-width", "overscroll-behavior",
    "perspective", "pointer-events", "resize", "rotate", "scale", "scroll-behavior",
    "scroll-margin", "scroll-padding", "scroll-snap-align", "scroll-snap-type", "scrollbar-color",
    "stroke", "stroke-width", "text-decoration", "text-decoration-color", "text-decoration-line",
    "text-decoration-skip-ink", "text-decoration-style", "text-decoration-thickness", "text-shadow",
    "text-size-adjust", "text-underline-offset", "text-underline-position", "touch-action",
    "transform", "transform-origin", "transform-style", "transition", "transition-delay",
    "transition-duration", "transition-property", "transition-timing-function", "translate",
    "user-select", "visibility", "-webkit-appearance", "-webkit-font-smoothing",
    "-webkit-tap-highlight-color", "-webkit-text-size-adjust", "-webkit-user-select", "widows",
    "will-change", "z-index",
  ]

  /// Properties that change sizes and are not supported.
  package static let refused: [String: String] = [
    "columns": columns, "column-count": columns, "column-width": columns,
    "grid": grids, "grid-template": grids, "grid-template-areas": grids,
    "grid-template-columns": grids, "grid-template-rows": grids, "grid-auto-columns": grids,
    "grid-auto-rows": grids, "grid-auto-flow": grids, "grid-column": grids, "grid-row": grids,
    "grid-area": grids, "grid-gap": "gap", "grid-column-gap": "column-gap",
    "grid-row-gap": "row-gap",
    "shape-outside": "floats, around whose margin boxes lines flow",
    "writing-mode": "horizontal lines", "zoom": "sizes without zoom",
    "contain": "container-type: inline-size",
    "content": "a text in 'children'", "quotes": "a text in 'children'",
  ]

  /// What to write instead of values of `display` that are not supported.
  package static let displays: [String: String] = [
    "grid": grids, "inline-grid": grids, "-webkit-flex": "flex",
    "-webkit-inline-box": "inline-flex",
  ]

  private static let grids =
    "a flex container: columns of equal width are items with 'flex: 1 1 0; min-width: 0' in a row, "
    + "and rows that wrap have 'flex-wrap: wrap' with items of 'flex: 0 0 calc((100% - GAP) / 2)'"
  private static let columns = "a row, {display: flex}, with an element for each column"
}
