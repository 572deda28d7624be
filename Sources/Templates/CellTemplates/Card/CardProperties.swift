import CSSBoxes

/// The CSS properties that have no effect on a layout, and those that are not supported.
enum CardProperties {
  /// Properties that cannot change a size; a template may have them.
  static let painted: Set<String> = [
    "accent-color", "animation", "backdrop-filter", "backface-visibility", "background",
    "background-attachment", "background-clip", "background-color", "background-image",
    "background-origin", "background-position", "background-repeat", "background-size",
    "border-bottom-color", "border-bottom-left-radius", "border-bottom-right-radius",
    "border-color", "border-left-color", "border-radius", "border-right-color", "border-top-color",
    "border-top-left-radius", "border-top-right-radius", "box-shadow", "caret-color", "clip-path",
    "color", "color-scheme", "cursor", "filter", "font-palette", "font-smooth",
    "forced-color-adjust",
    "image-rendering", "isolation", "mask", "mix-blend-mode", "object-fit", "object-position",
    "opacity", "outline", "outline-color", "outline-offset", "outline-style", "outline-width",
    "overscroll-behavior", "perspective", "pointer-events", "resize", "rotate", "scale",
    "scroll-behavior", "scrollbar-color", "text-decoration", "text-decoration-color",
    "text-decoration-line", "text-decoration-style", "text-decoration-thickness",
    "text-shadow", "text-underline-offset", "touch-action", "transform",
    "transform-origin", "transform-style", "transition", "translate", "user-select", "visibility",
    "will-change", "z-index", "-webkit-font-smoothing", "-webkit-tap-highlight-color",
    "-webkit-user-select", "-moz-osx-font-smoothing",
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
