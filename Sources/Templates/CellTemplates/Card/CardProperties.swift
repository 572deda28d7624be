import CSSBoxes

/// The CSS properties that have no effect on a layout, and those that are not supported.
enum CardProperties {
  /// Properties that cannot change a size; a template may have them.
  static let painted: Set<String> = [
    "accent-color", "animation", "animation-delay", "animation-direction", "animation-duration",
    "animation-fill-mode", "animation-iteration-count", "animation-name",
    "animation-timing-function", "appearance", "backdrop-filter", "backface-visibility",
    "background", "background-attachment", "background-blend-mode", "background-clip",
    "background-color", "background-image", "background-origin", "background-position",
    "background-repeat", "background-size", "border-block-color", "border-bottom-color",
    "border-bottom-left-radius", "border-bottom-right-radius", "border-color",
    "border-inline-color", "border-left-color", "border-radius", "border-right-color",
    "border-top-color", "border-top-left-radius", "border-top-right-radius", "box-shadow",
    "caret-color", "clip-path", "color", "color-scheme", "container-name", "cursor", "fill",
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
  static let refused: [String: String] = [
    "float": "flex items or blocks", "clear": "flex items or blocks",
    "columns": "a flex container", "column-count": "a flex container",
    "grid": "a flex container", "grid-template": "a flex container",
    "grid-template-columns": "a flex container", "grid-template-rows": "a flex container",
    "writing-mode": "horizontal lines", "zoom": "sizes without zoom",
    "table-layout": "a flex container", "contain": "container-type: inline-size",
    "content": "a text in 'children'", "quotes": "a text in 'children'",
  ]
}
