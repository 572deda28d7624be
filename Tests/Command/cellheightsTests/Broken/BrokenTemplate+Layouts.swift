extension BrokenTemplate {
  static let layouts: [BrokenTemplate] = [
    BrokenTemplate(
      slip: "contradiction",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view, size: [40, 10]}]",
        "constraints:",
        "  - \"H:|-16-[a]\"",
        "  - \"V:|-4-[a]-4-|\"",
        "  - \"a.trailing == cell.trailing - 60\"",
      ],
      isLaidOut: true, location: "7:6", severity: "error", code: "CH0101",
      message:
        "'a.trailing == cell.trailing - 60' contradicts 3 other required constraints and had to give",
      help:
        "change one of the numbers by 274 pt, or let one of the constraints give way on purpose: a priority below 1000, such as @999"
    ),
    BrokenTemplate(
      slip: "nothing decides",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "constraints: [\"V:|-4-[a(10)]-4-|\", \"a.leading == cell.leading\"]",
      ],
      isLaidOut: true, location: "3:14", severity: "warning", code: "CH0201",
      message: "nothing decides a.width",
      help: "give it a size, an intrinsic size, or constrain both of its edges"),
    BrokenTemplate(
      slip: "open ratio",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view}]",
        "constraints:",
        "  - \"a.height == 0.5 * a.width\"",
        "  - \"H:|-8-[a]-8-|\"",
        "  - \"V:|[a]|\"",
      ],
      isLaidOut: true, location: "5:6", severity: "note", code: "CH0601",
      message: "'a.height == 0.5 * a.width' joins the axes: heights cannot be solved after widths",
      help: "where it is meant so, decide a.width by required constraints that stand before it"),
    BrokenTemplate(
      slip: "tie",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view, intrinsic: [100, 10]}, {id: b, kind: view, intrinsic: [200, 10]}]",
        "constraints: [\"H:|[a][b]|\", \"V:|[a]|\", \"V:|[b]|\"]",
      ],
      isLaidOut: true, location: "3:14", severity: "note", code: "CH0202",
      message:
        "a tie at priority 250: 'a.width <= 100 @250' comes first in the document and is kept",
      help: "give them different priorities where the other one should win"),
  ]
}
