import HTTPTypes
import Hummingbird
import VisionHTTP

/// Opening, keeping alive and closing of sessions.
struct SessionRoutes {
  let visits: SessionStore

  private struct Opened: Encodable {
    let visit: String
  }

  func add(to router: Router<BasicRequestContext>) {
    router.post("/api/visits") { _, _ in
      try JSONResponse.make(Opened(visit: await visits.open().id), status: .created)
    }
    // Keep-alive.
    router.get("/api/visits/:visit") { _, context in
      _ = try await visits.visit(of: context)
      return Response(status: .noContent)
    }
    // For a page that is loaded again.
    router.get("/api/visits/:visit/contents") { _, context in
      try JSONResponse.make(await visits.visit(of: context).contents())
    }
    router.delete("/api/visits/:visit") { _, context in try await close(context) }
    // `navigator.sendBeacon`, which a closing page uses, can only POST.
    router.post("/api/visits/:visit/leave") { _, context in
      await visits.leave(try context.parameters.require("visit"))
      return Response(status: .noContent)
    }
    router.post("/api/visits/:visit/close") { _, context in try await close(context) }
  }

  private func close(_ context: BasicRequestContext) async throws -> Response {
    await visits.close(try context.parameters.require("visit"))
    return Response(status: .noContent)
  }
}

extension SessionStore {
  /// The session in a request's path.
  func visit(of context: BasicRequestContext) async throws -> StudioSession {
    try await visit(context.parameters.require("visit"))
  }
}
