import HTTPTypes
import HeightStore
package import Hummingbird
package import HummingbirdCore
import NIOCore
import ServeOptions

/// Answers requests: finds the route, enforces limits, counts and logs.
///
/// The router of Hummingbird does not report the methods that a path accepts. The service therefore
/// has its own table of routes, which is also compared with its OpenAPI document.
package struct ServiceResponder: HTTPResponder {
  package typealias Context = ServiceContext

  let core: ServiceCore
  let table: RouteTable

  package func respond(to request: Request, context: ServiceContext) async throws -> Response {
    let start = ContinuousClock.now
    var account = RequestAccount(request, id: core.requestIDs.id(of: request.headers))
    var answer: Answer
    do {
      answer = try await self.answer(request, &account)
    } catch let problem as Problem {
      if let cause = problem.cause { core.log("request \(account.id): \(cause)") }
      answer = account.answer(to: problem)
    } catch {
      core.log("request \(account.id): \(error)")
      answer = account.answer(to: .failed)
    }
    // Problems are not coded yet.
    answer = answer.coded(for: request.headers, request.method)
    var room: SentAnswer?
    if answer.body.count > SentAnswers.shortBytes {
      room = core.sent.begin(answer.body.count, on: context.channel)
      if room == nil {
        core.metrics.countBusy()
        answer = account.answer(to: .busySending(limit: core.limits.sentBytes))
          .coded(for: request.headers, request.method)
      }
    }
    let maker = ResponseMaker(request, account, origins: core.origins, room: room)
    let (response, bytes) = maker.response(of: answer, on: context.channel)
    account.finish(
      core, status: response.status, bytes: bytes, seconds: start.duration(to: .now) / .seconds(1))
    return response
  }

  private nonisolated(nonsending) func answer(
    _ request: Request, _ account: inout RequestAccount
  ) async throws -> Answer {
    let path = request.head.path ?? ""
    guard path.utf8.count <= core.limits.uriBytes else {
      throw Problem.limit(
        .uriTooLong, "long-uri", "The path and query are too long",
        "they have \(path.utf8.count) bytes, at most \(core.limits.uriBytes) are read; use POST",
        limit: core.limits.uriBytes)
    }
    guard core.hosts.admits(request.head.authority) else {
      throw Problem.foreignHost(request.head.authority ?? "")
    }
    guard let target = RequestTarget(path) else {
      throw Problem.malformed("the target is not a path that begins with /")
    }
    if let headers = core.origins.preflight(request.head) {
      account.route = "preflight"
      return Answer(status: .noContent, type: .json, body: [], caching: .never, headers: headers)
    }
    let (route, parameters) = try table.resolve(target, request.method)
    account.route = route.template
    _ = try Accepting.choose(request.headers, offered: route.offered)
    let deadline = Deadline(seconds: core.limits.requestSeconds)
    let query = try QueryValues(
      target.items(), encoded: target.encodedQuery, accepted: route.query,
      repeatable: route.repeatable)
    var body: [UInt8] = []
    defer { core.bodies.release(body.count) }
    if route.method == .post {
      let reader = BodyReader(limits: core.limits, deadline: deadline, budget: core.bodies)
      body = try await reader.json(of: request)
      account.bodyWasRead = true
    }
    let generation = try generation(parameters)
    account.generation = generation.number
    do {
      let answer = try await route.answer(
        ServiceRequest(
          method: request.method, headers: request.headers, parameters: parameters, query: query,
          body: body, generation: generation, isPinned: parameters[RouteTable.pin] != nil,
          deadline: deadline, limits: core.limits, long: core.long))
      guard answer.isLong(for: request.headers) else {
        return answer.coded(for: request.headers, request.method)
      }
      return try await core.long.run(deadline) {
        answer.coded(for: request.headers, request.method)
      }
    } catch let error as StoreError {
      throw Problem.unreadableStore("\(error)")
    }
  }

  /// The generation that the path names, or else the current one.
  ///
  /// - Throws: `Problem` if the path names a generation that is not served.
  private func generation(_ parameters: PathParameters) throws(Problem) -> ServedGeneration {
    guard let pin = parameters[RouteTable.pin] else { return core.follower.current }
    if let generation = core.follower.generation(pin: pin) { return generation }
    throw Problem(
      .notFound, "generation-gone", "The generation is not served",
      "generation '\(pin.prefix(80))' is not served, or no longer; /v1/generation names the "
        + "current one", members: [("have", .texts([core.follower.current.pin]))])
  }
}

/// The data that Hummingbird provides for a request besides its head and body.
package struct ServiceContext: InitializableFromSource {
  /// The connection.
  let channel: any Channel

  package init(source: ApplicationRequestContextSource) { channel = source.channel }
}
