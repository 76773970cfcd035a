import HTTPTypes
import Hummingbird
import VisionHTTP

/// Upload and deletion of models.
struct ModelRoutes {
  let visits: SessionStore

  func add(to router: Router<BasicRequestContext>) {
    router.post("/api/visits/:visit/models") { request, context in
      let visit = try await visits.visit(of: context)
      try await visit.checkModelCount()
      let model = try await Upload(request, limit: visit.limits.modelBytes, visit: visit, ending: "model").store(
        on: visit.shared.ownModels
      ) { _ in
        // Inspected in other processes.
        0
      } inspect: {
        try OwnModel(inspecting: $0.url, name: $0.name, byteCount: $0.byteCount, workers: visit.shared.workers)
      } add: {
        try await visit.add($0)
      }
      return try JSONResponse.make(model, status: .created)
    }
    router.delete("/api/visits/:visit/models/:model") { _, context in
      await (try visits.visit(of: context)).removeModel(try context.parameters.require("model"))
      return Response(status: .noContent)
    }
  }
}
