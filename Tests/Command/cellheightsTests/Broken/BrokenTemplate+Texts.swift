extension BrokenTemplate {
  static let texts: [BrokenTemplate] = [
    BrokenTemplate(
      slip: "position with a number",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "constraints: [\"a.top == 8\"]",
      ],
      isLaidOut: false, location: "4:16", severity: "error", code: "CH0458",
      message: "the position top against a bare number at character 1 of 'a.top == 8'",
      help: "expected a position of another item, as in top == cell.top + 8"),
    BrokenTemplate(
      slip: "factor behind",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "constraints: [\"a.width == cell.width * 2\"]",
      ],
      isLaidOut: false, location: "4:38", severity: "error", code: "CH0457",
      message: "'*' at character 23 of 'a.width == cell.width * 2'",
      help: "expected the factor in front, as in 0.5 * photo.width (linear form)"),
    BrokenTemplate(
      slip: "visual format without bracket",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "constraints: [\"H:|-16-a-16-|\"]",
      ],
      isLaidOut: false, location: "4:23", severity: "error", code: "CH0457",
      message: "'a' at character 8 of 'H:|-16-a-16-|'",
      help: "expected a view in brackets, as in [title] (visual format)"),
    BrokenTemplate(
      slip: "unclosed binding",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: label, text: \"{title\"}]",
      ],
      isLaidOut: false, location: "3:37", severity: "error", code: "CH0459",
      message: "a '{' that is never closed at character 1 of '{title'",
      help: "expected a closing '}'"),
    BrokenTemplate(
      slip: "binding that begins with text",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: label, text: \"{'none'|title}\"}]",
      ],
      isLaidOut: false, location: "3:38", severity: "error", code: "CH0459",
      message: "quoted text at the head of a binding at character 2 of '{'none'|title}'",
      help: "expected a path of the record first, as in {title|'untitled'}"),
    BrokenTemplate(
      slip: "unknown constant",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "constants: {gutter: 8}",
        "views: [{id: a, kind: view}]",
        "constraints: [\"a.width == guter\"]",
      ],
      isLaidOut: false, location: "5:27", severity: "error", code: "CH0456",
      message: "the unknown constant 'guter' in 'a.width == guter'",
      help: "expected a number, ITEM.ATTRIBUTE or a name from 'constants'; did you mean 'gutter'?"),
    BrokenTemplate(
      slip: "constant without default",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "constants: {gutter: {\"width > 400\": 8}}",
        "views: []",
      ],
      isLaidOut: false, location: "3:13", severity: "error", code: "CH0453",
      message: "no 'default' in the constant 'gutter'",
      help: "expected the number where no condition is true"),
    BrokenTemplate(
      slip: "condition without comparison",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "groups:",
        "  - {when: \"width\", constraints: [\"a.width == 5\"]}",
      ],
      isLaidOut: false, location: "5:18", severity: "error", code: "CH0460",
      message: "the end at character 6 of 'width'",
      help: "expected a comparison (==, !=, <, <=, > or >=) after 'width'"),
    BrokenTemplate(
      slip: "undeclared state",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "states: [open]",
        "views: [{id: a, kind: view}]",
        "groups:",
        "  - {when: \"state == opne\", constraints: [\"a.width == 5\"]}",
      ],
      isLaidOut: false, location: "6:22", severity: "error", code: "CH0456",
      message: "the undeclared state 'opne' at character 10 of 'state == opne'",
      help: "expected one of open; did you mean 'open'?"),
    BrokenTemplate(
      slip: "question to no label",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "groups:",
        "  - {when: \"a.truncated\", constraints: [\"a.width == 5\"]}",
      ],
      isLaidOut: false, location: "5:13", severity: "error", code: "CH0456",
      message: "'a', which is no label at character 1 of 'a.truncated'",
      help: "expected a label's id"),
    BrokenTemplate(
      slip: "unknown size category",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "groups:",
        "  - {when: \"sizeCategory >= XLL\", constraints: [\"a.width == 5\"]}",
      ],
      isLaidOut: false, location: "5:29", severity: "error", code: "CH0460",
      message: "the size category 'XLL' at character 17 of 'sizeCategory >= XLL'",
      help:
        "expected one of XS, S, M, L, XL, XXL, XXXL, AX1, AX2, AX3, AX4, AX5; did you mean 'XL'?"),
    BrokenTemplate(
      slip: "alignment across the wrong axis",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: s, kind: stack, alignment: leading}]",
      ],
      isLaidOut: false, location: "3:41", severity: "error", code: "CH0454",
      message: "the alignment 'leading' in a horizontal stack",
      help: "expected one of fill, top, center, bottom, firstBaseline, lastBaseline"),
    BrokenTemplate(
      slip: "frame in a stack",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views:",
        "  - {id: s, kind: stack, subviews: [{id: a, kind: view, frame: [0, 0, 5, 5]}]}",
      ],
      isLaidOut: false, location: "4:57", severity: "error", code: "CH0454",
      message: "'frame' on an arranged view",
      help: "expected 'arranged: false' beside it: a stack places the views it arranges"),
  ]
}
