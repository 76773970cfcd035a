import Foundation
import HTTPTypes
import Hummingbird
import VisionErrors
import VisionHTTP

/// Jobs on images and videos, and their results.
struct JobRoutes {
  let visits: SessionStore

  /// The maximum bytes of JSON Lines per response; the page requests the rest.
  private static let maxBytes = 4_000_000

  private struct Created: Encodable {
    let job: String
  }

  func add(to router: Router<BasicRequestContext>) {
    router.post("/api/visits/:visit/files/:file/jobs") { request, context in
      let visit = try await visits.visit(of: context)
      let file = try context.parameters.require("file")
      let job = try await visit.startJob(on: file, settings: request.json(StudioSettings.self))
      return try JSONResponse.make(Created(job: job.id), status: .created)
    }
    router.get("/api/visits/:visit/jobs/:job") { _, context in try JSONResponse.make(await job(context).progress) }
    router.delete("/api/visits/:visit/jobs/:job") { _, context in
      await (try visits.visit(of: context)).removeJob(try context.parameters.require("job"))
      return Response(status: .noContent)
    }
    router.get("/api/visits/:visit/jobs/:job/lines") { request, context in
      try lines(of: await job(context), from: request.uri.queryParameters.get("from").flatMap { Int($0) } ?? 0)
    }
    router.get("/api/visits/:visit/jobs/:job/results.jsonl") { request, context in
      let job = try await job(context)
      return try await FileResponse(
        url: job.files.lines, type: "application/jsonl; charset=utf-8", name: name(job, "jsonl")
      )
      .response(to: request, context: context)
    }
    router.get("/api/visits/:visit/jobs/:job/annotated") { request, context in
      let job = try await job(context)
      guard job.progress.state == .done else {
        throw TasksError(
          .failedPreconditionError, "The run is not finished; its annotated file is available at the end.")
      }
      let (type, ending) = job.file.isVideo ? ("video/mp4", "mp4") : ("image/jpeg", "jpg")
      return try await FileResponse(url: job.files.annotated, type: type, name: name(job, "annotated." + ending))
        .response(to: request, context: context)
    }
  }

  private func job(_ context: BasicRequestContext) async throws -> any LibraryJob {
    try await visits.visit(of: context).job(context.parameters.require("job"))
  }

  private func name(_ job: any LibraryJob, _ ending: String) -> String {
    job.file.name.withoutFileExtension + "." + ending
  }

  /// Complete lines from a byte offset on.
  private func lines(of job: any LibraryJob, from start: Int) throws -> Response {
    let end = job.progress.resultBytes
    var bytes = Data()
    if start >= 0, start < end {
      let handle = try FileHandle(forReadingFrom: job.files.lines)
      defer { try? handle.close() }
      try handle.seek(toOffset: UInt64(start))
      bytes = try handle.read(upToCount: min(end - start, Self.maxBytes)) ?? Data()
      if let last = bytes.lastIndex(of: UInt8(ascii: "\n")) { bytes = bytes[...last] }
    }
    return Response(
      status: .ok, headers: [.contentType: "application/jsonl; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
