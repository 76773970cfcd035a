import Foundation
import HTTPTypes
import Hummingbird
import VisionErrors
import VisionMedia

/// Pictures and videos that visitors bring.
struct FileRoutes {
  let visits: SessionStore

  func add(to router: Router<BasicRequestContext>) {
    router.post("/api/visits/:visit/files") { request, context in
      let visit = try await visits.visit(of: context)
      try await visit.checkRoomForFile()
      let file = try await Upload(request, limit: visit.limits.videoBytes, visit: visit, ending: "upload").keep {
        try DecodingCost(lookingInto: $0.url, byteCount: $0.byteCount, limits: visit.limits).bytes
      } looking: {
        try StoredFile(lookingInto: $0.url, name: $0.name, byteCount: $0.byteCount, limits: visit.limits)
      } adding: {
        try await visit.add($0)
      }
      return try JSONAnswer.make(file, status: .created)
    }
    router.delete("/api/visits/:visit/files/:file") { _, context in
      await (try visits.visit(of: context)).removeFile(try context.parameters.require("file"))
      return Response(status: .noContent)
    }
    // For pictures of formats that the browser does not show.
    router.get("/api/visits/:visit/files/:file/picture.jpg") { _, context in
      let visit = try await visits.visit(of: context)
      let file = try await visit.file(context.parameters.require("file"))
      guard !file.isVideo else { throw TasksError.invalidArgument("This file is no picture.") }
      let bytes = try await visit.shared.intake.run(for: visit.id, bytes: file.cost.bytes) {
        try ImageFile.encode(file.picture(), as: .jpeg())
      }
      return Response(
        status: .ok, headers: [.contentType: "image/jpeg"], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }
}
