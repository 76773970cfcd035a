import Foundation
import HTTPTypes
import Hummingbird
import VisionHTTP

/// The camera: loads a task, then answers frames one at a time.
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
      return JSONResponse.make(json: try await session.answer { try await LiveFrame(request, limits: visit.limits) })
    }
    router.delete("/api/visits/:visit/live") { _, context in
      await (try visits.visit(of: context)).stopLive()
      return Response(status: .noContent)
    }
  }
}
