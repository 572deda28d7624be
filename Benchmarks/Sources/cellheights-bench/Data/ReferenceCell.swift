import Cassowary

/// The feed cell that solvers are compared with: 8 views, 32 variables, 43 constraints.
///
/// Views: content, avatar, title, date, body, image, actions, separator; each has x, y, width and
/// height, relative to the cell. Its inputs are the sizes of three labels, the height of an image
/// and the cell's width.
enum ReferenceCell {
  /// Views, in the order of their variables.
  enum View: Int, CaseIterable {
    case content, avatar, title, date, body, image, actions, separator

    /// Number of the view's x among the variables; y, width and height follow.
    var x: Int { rawValue * 4 }
    var y: Int { x + 1 }
    var width: Int { x + 2 }
    var height: Int { x + 3 }
  }

  /// The properties that differ between cells.
  enum Input: Int, CaseIterable {
    case titleWidth, titleHeight, dateWidth, dateHeight, bodyWidth, bodyHeight, imageHeight
    case cellWidth
  }

  /// Numbers that a cell has: x, y, width and height of each view.
  static let variables = View.allCases.count * 4

  /// Widths and heights are not negative, positions are free.
  static let domains: [VariableDomain] = View.allCases.flatMap { _ in
    [.free, .free, .nonNegative, .nonNegative]
  }

  /// The constraints, and for each input the ones whose constant it is.
  static func constraints() -> (constraints: [LinearConstraint], ofInput: [[Int]]) {
    var list: [LinearConstraint] = []
    var ofInput = [[Int]](repeating: [], count: Input.allCases.count)
    func add(
      _ terms: [(Int, Double)], _ relation: LinearRelation, _ constant: Double,
      _ strength: Strength = .required
    ) {
      list.append(
        LinearConstraint(terms.map { Term($0.0, $0.1) }, relation, constant, strength: strength))
    }
    func fix(_ variable: Int, _ value: Double) { add([(variable, 1)], .equal, value) }
    /// `variable RELATION other + constant`.
    func tie(_ variable: Int, _ relation: LinearRelation, _ other: Int, _ constant: Double) {
      add([(variable, 1), (other, -1)], relation, constant)
    }
    /// `variable RELATION start + extent + constant`.
    func follow(
      _ variable: Int, _ relation: LinearRelation, _ start: Int, _ extent: Int, _ constant: Double
    ) {
      add([(variable, 1), (start, -1), (extent, -1)], relation, constant)
    }
    /// `x + width RELATION other x + other width + constant`.
    func end(
      _ view: View, _ relation: LinearRelation, _ constant: Double
    ) {
      add(
        [(view.x, 1), (view.width, 1), (View.content.x, -1), (View.content.width, -1)], relation,
        constant)
    }
    let (content, avatar, title, date) = (View.content, View.avatar, View.title, View.date)
    let (body, image, actions, separator) = (View.body, View.image, View.actions, View.separator)
    fix(content.x, 0)
    fix(content.y, 0)
    ofInput[Input.cellWidth.rawValue].append(list.count)
    fix(content.width, 390)
    add([(content.height, 1)], .equal, 0, .preferred(50))
    tie(avatar.x, .equal, content.x, 16)
    tie(avatar.y, .equal, content.y, 12)
    fix(avatar.width, 40)
    fix(avatar.height, 40)
    follow(title.x, .equal, avatar.x, avatar.width, 12)
    tie(title.y, .equal, avatar.y, 0)
    end(title, .lessOrEqual, -16)
    tie(date.x, .equal, title.x, 0)
    follow(date.y, .equal, title.y, title.height, 4)
    end(date, .lessOrEqual, -16)
    tie(body.x, .equal, avatar.x, 0)
    end(body, .equal, -16)
    follow(body.y, .greaterOrEqual, avatar.y, avatar.height, 8)
    follow(body.y, .greaterOrEqual, date.y, date.height, 8)
    for (view, above) in [(image, body), (actions, image)] {
      tie(view.x, .equal, body.x, 0)
      add(
        [(view.x, 1), (view.width, 1), (body.x, -1), (body.width, -1)], .equal, 0)
      follow(view.y, .equal, above.y, above.height, 8)
    }
    fix(actions.height, 32)
    tie(separator.x, .equal, avatar.x, 0)
    end(separator, .equal, 0)
    fix(separator.height, 1)
    follow(separator.y, .equal, actions.y, actions.height, 8)
    add(
      [
        (separator.y, 1), (separator.height, 1), (content.y, -1), (content.height, -1),
      ], .equal, 0)
    let labels: [(View, Input, Input)] = [
      (title, .titleWidth, .titleHeight), (date, .dateWidth, .dateHeight),
      (body, .bodyWidth, .bodyHeight),
    ]
    for (view, width, height) in labels {
      for (variable, input) in [(view.width, width), (view.height, height)] {
        ofInput[input.rawValue] = [list.count, list.count + 1]
        add([(variable, 1)], .lessOrEqual, 0, .preferred(250))
        add([(variable, 1)], .greaterOrEqual, 0, .preferred(750))
      }
    }
    ofInput[Input.imageHeight.rawValue] = [list.count]
    fix(image.height, 0)
    return (list, ofInput)
  }

  /// A solver that has the constraints and was not solved yet.
  static func solver(usesPrograms: Bool) -> (SimplexSolver, ofInput: [[Int]]) {
    let (constraints, ofInput) = constraints()
    var solver = SimplexSolver(domains: domains)
    solver.usesPrograms = usesPrograms
    for constraint in constraints { solver.add(constraint) }
    return (solver, ofInput)
  }
}
