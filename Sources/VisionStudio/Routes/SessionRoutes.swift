import HTTPTypes
import Hummingbird

/// Pages that come and go.
struct SessionRoutes {
  let visits: SessionStore

  private struct Opened: Encodable {
    let visit: String
  }

  func add(to router: Router<BasicRequestContext>) {
    router.post("/api/visits") { _, _ in
      try JSONAnswer.make(Opened(visit: await visits.open().id), status: .created)
    }
    // A sign of life of a page that has nothing else to say.
    router.get("/api/visits/:visit") { _, context in
      _ = try await visits.visit(of: context)
      return Response(status: .noContent)
    }
    router.delete("/api/visits/:visit") { _, context in try await close(context) }
    // A page that is being closed can send nothing but POST.
    router.post("/api/visits/:visit/close") { _, context in try await close(context) }
  }

  private func close(_ context: BasicRequestContext) async throws -> Response {
    await visits.close(try context.parameters.require("visit"))
    return Response(status: .noContent)
  }
}

extension SessionStore {
  /// The visit that a request's path names.
  func visit(of context: BasicRequestContext) async throws -> StudioSession {
    try await visit(context.parameters.require("visit"))
  }
}
