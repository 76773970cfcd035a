import HTTPTypes
import Hummingbird

/// Models that visitors bring.
struct ModelRoutes {
  let visits: SessionStore

  func add(to router: Router<BasicRequestContext>) {
    router.post("/api/visits/:visit/models") { request, context in
      let visit = try await visits.visit(of: context)
      try await visit.checkRoomForModel()
      let model = try await Upload(request, limit: visit.limits.modelBytes, visit: visit, ending: "model").keep(
        on: visit.shared.ownModels
      ) { _ in
        // It is looked into in processes of its own.
        0
      } looking: {
        try OwnModel(lookingInto: $0.url, name: $0.name, byteCount: $0.byteCount, workers: visit.shared.workers)
      } adding: {
        try await visit.add($0)
      }
      return try JSONAnswer.make(model, status: .created)
    }
    router.delete("/api/visits/:visit/models/:model") { _, context in
      await (try visits.visit(of: context)).removeModel(try context.parameters.require("model"))
      return Response(status: .noContent)
    }
  }
}
