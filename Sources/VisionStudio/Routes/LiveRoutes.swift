import Foundation
import HTTPTypes
import Hummingbird

/// The camera: a task is loaded, then frames come one at a time and each answer is what was found.
struct LiveRoutes {
  let visits: SessionStore

  func add(to router: Router<BasicRequestContext>) {
    router.put("/api/visits/:visit/live") { request, context in
      let visit = try await visits.visit(of: context)
      _ = try await visit.startLive(request.json(StudioSettings.self))
      return Response(status: .noContent)
    }
    router.post("/api/visits/:visit/live/frames") { request, context in
      let visit = try await visits.visit(of: context)
      let session = try await visit.liveSession()
      return JSONAnswer.make(json: try await session.answer { try await LiveFrame(request, limits: visit.limits) })
    }
    router.delete("/api/visits/:visit/live") { _, context in
      await (try visits.visit(of: context)).stopLive()
      return Response(status: .noContent)
    }
  }
}
