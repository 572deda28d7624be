extension BrokenTemplate {
  static let views: [BrokenTemplate] = [
    BrokenTemplate(
      slip: "misspelt key",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: label, text: x, lnies: 2}]",
      ],
      isLaidOut: false, location: "3:39", severity: "error", code: "CH0452",
      message: "the unknown key 'lnies' in a view",
      help: "did you mean 'lines'?"),
    BrokenTemplate(
      slip: "unknown kind",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: lable, text: x}]",
      ],
      isLaidOut: false, location: "3:23", severity: "error", code: "CH0454",
      message: "the text 'lable' as 'kind' of the view 'a'",
      help:
        "expected one of view, label, image, button, stack, grid, switch, guide, spacer; did you mean 'label'?"
    ),
    BrokenTemplate(
      slip: "label without text",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: label}]",
      ],
      isLaidOut: false, location: "3:14", severity: "error", code: "CH0453",
      message: "no 'text' in the view 'a'",
      help: "expected what the label shows"),
    BrokenTemplate(
      slip: "key of another kind",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: image, lines: 2}]",
      ],
      isLaidOut: false, location: "3:30", severity: "error", code: "CH0452",
      message: "'lines' on an image",
      help: "expected only on a label or a button"),
    BrokenTemplate(
      slip: "size with one number",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view, size: [40]}]",
      ],
      isLaidOut: false, location: "3:29", severity: "error", code: "CH0454",
      message: "a list as 'size' of the view 'a'",
      help: "expected [width, height] in points, each null or a number from 0 to a million"),
    BrokenTemplate(
      slip: "priority out of range",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view, hugging: 1001}]",
      ],
      isLaidOut: false, location: "3:29", severity: "error", code: "CH0454",
      message: "the number 1001 as 'hugging' of the view 'a'",
      help: "expected a whole number from 1 to 1000, or {horizontal, vertical}"),
    BrokenTemplate(
      slip: "id twice",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views:",
        "  - {id: a, kind: view}",
        "  - {id: a, kind: view}",
      ],
      isLaidOut: false, location: "5:10", severity: "error", code: "CH0455",
      message: "a second view named 'a', first on line 4",
      help: "expected each id once"),
    BrokenTemplate(
      slip: "id cell",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: cell, kind: view}]",
      ],
      isLaidOut: false, location: "3:14", severity: "error", code: "CH0455",
      message: "a view named 'cell'",
      help: "expected another id; cell is the cell itself"),
    BrokenTemplate(
      slip: "unknown view in linear form",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: title, kind: view}]",
        "constraints: [\"tilte.top == cell.top\"]",
      ],
      isLaidOut: false, location: "4:16", severity: "error", code: "CH0456",
      message: "the unknown view 'tilte' in 'tilte.top == cell.top'",
      help: "expected the id of a view; did you mean 'title'?"),
    BrokenTemplate(
      slip: "unknown view in visual format",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: title, kind: view}]",
        "constraints: [\"H:|-16-[titel]-16-|\"]",
      ],
      isLaidOut: false, location: "4:24", severity: "error", code: "CH0456",
      message: "the unknown view 'titel' in 'H:|-16-[titel]-16-|'",
      help: "expected the id of a view; did you mean 'title'?"),
    BrokenTemplate(
      slip: "unknown attribute",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "constraints: [\"a.tpo == cell.top\"]",
      ],
      isLaidOut: false, location: "4:18", severity: "error", code: "CH0457",
      message: "the attribute 'tpo' at character 3 of 'a.tpo == cell.top'",
      help: "expected an attribute; did you mean 'top'? (linear form)"),
    BrokenTemplate(
      slip: "one equals sign",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "constraints: [\"a.top = cell.top\"]",
      ],
      isLaidOut: false, location: "4:22", severity: "error", code: "CH0457",
      message: "'=' at character 7 of 'a.top = cell.top'",
      help: "expected a relation: ==, >= or <= (linear form)"),
    BrokenTemplate(
      slip: "leading with left",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "constraints: [\"a.leading == cell.left\"]",
      ],
      isLaidOut: false, location: "4:29", severity: "error", code: "CH0458",
      message: "leading with left at character 14 of 'a.leading == cell.left'",
      help: "expected both to follow the direction or neither: write leading instead of left"),
  ]
}
