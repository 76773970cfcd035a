import Foundation
import HTTPTypes
import Hummingbird
import VisionCore
import VisionHTTP
import VisionMedia

/// Upload, deletion and preview of images and videos.
struct FileRoutes {
  let visits: SessionStore

  func add(to router: Router<BasicRequestContext>) {
    router.post("/api/visits/:visit/files") { request, context in
      let visit = try await visits.visit(of: context)
      try await visit.checkFileCount()
      let file = try await Upload(request, limit: visit.limits.videoBytes, visit: visit, ending: "upload").store {
        try DecodingCost(inspecting: $0.url, byteCount: $0.byteCount, limits: visit.limits).bytes
      } inspect: {
        try StoredFile(inspecting: $0.url, name: $0.name, byteCount: $0.byteCount, limits: visit.limits)
      } add: {
        try await visit.add($0)
      }
      return try JSONResponse.make(file, status: .created)
    }
    router.delete("/api/visits/:visit/files/:file") { _, context in
      await (try visits.visit(of: context)).removeFile(try context.parameters.require("file"))
      return Response(status: .noContent)
    }
    // For a page that is loaded again. Of no type that a browser would run.
    router.get("/api/visits/:visit/files/:file/content") { request, context in
      let file = try await visits.visit(of: context).file(context.parameters.require("file"))
      return try await FileResponse(url: file.url, type: "application/octet-stream", name: file.name)
        .response(to: request, context: context)
    }
    // For image formats that the browser cannot display.
    router.get("/api/visits/:visit/files/:file/image.jpg") { _, context in
      let visit = try await visits.visit(of: context)
      let file = try await visit.file(context.parameters.require("file"))
      guard !file.isVideo else { throw TasksError.invalidArgument("This file is a video, not an image.") }
      let bytes = try await visit.shared.inspections.run(for: visit.id, bytes: file.cost.bytes) {
        try ImageFile.encode(file.image(onWarning: { _ in }), as: .jpeg())
      }
      return Response(
        status: .ok, headers: [.contentType: "image/jpeg"], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
  }
}
