import Foundation
import HTTPTypes
import Hummingbird
import VisionCore
import VisionHTTP
import VisionResults

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
    router.get("/api/visits/:visit/jobs/:job/outputs/:output") { request, context in
      let job = try await job(context)
      return try await output(context.parameters.require("output"), of: job, to: request, context)
    }
    router.get("/api/visits/:visit/jobs/:job/all.zip") { _, context in
      let (visit, job) = (try await visits.visit(of: context), try await job(context))
      let archive = try await visit.shared.inspections.run(for: visit.id, bytes: 0) {
        try ZipArchive(job.files.members(try finished(job), of: job.file.name))
      }
      return archive.response(name: job.file.name.withoutFileExtension + ".zip")
    }
    // The results of all files, each in a folder that begins with its number, since names may be equal.
    router.get("/api/visits/:visit/all.zip") { _, context in
      let visit = try await visits.visit(of: context)
      let jobs = await visit.finishedJobs()
      let archive = try await visit.shared.inspections.run(for: visit.id, bytes: 0) {
        try ZipArchive(
          jobs.enumerated().flatMap { number, job in
            try job.files.members(job.progress.outputs, of: job.file.name).map { member in
              ZipArchive.Member(name: "\(number + 1) \(job.file.name)/\(member.name)", file: member.file)
            }
          })
      }
      return archive.response(name: "results.zip")
    }
  }

  private func job(_ context: BasicRequestContext) async throws -> any LibraryJob {
    try await visits.visit(of: context).job(context.parameters.require("job"))
  }

  /// The kinds of files of a job that is over.
  private func finished(_ job: any LibraryJob) throws -> [OutputFileKind] {
    guard job.progress.isOver else {
      throw TasksError(.failedPreconditionError, "The run is not finished; its files are available at the end.")
    }
    return job.progress.outputs
  }

  /// A result file; masks are an archive. Lines and tables can be read while they grow.
  private func output(
    _ name: String, of job: any LibraryJob, to request: Request, _ context: BasicRequestContext
  ) async throws -> Response {
    guard let kind = OutputFileKind(rawValue: name) else {
      throw TasksError.notFound(
        "There is no output \"\(name.prefix(40))\"; there are \(OutputFileKind.allCases.map(\.rawValue).joined(separator: ", "))."
      )
    }
    guard try job.progress.outputs.contains(kind) || finished(job).contains(kind) else {
      throw TasksError.notFound("This run has no \(kind.title.lowercased()) file.")
    }
    let base = job.file.name.withoutFileExtension + "."
    let type =
      switch kind {
      case .annotated: job.file.isVideo ? "video/mp4" : "image/jpeg"
      case .json: "application/jsonl; charset=utf-8"
      case .csv: "text/csv; charset=utf-8"
      case .coco: "application/json"
      case .masks: "application/zip"
      }
    guard kind == .masks else {
      return try await FileResponse(
        url: job.files.url(kind), type: type, name: base + kind.ending(isVideo: job.file.isVideo)
      ).response(to: request, context: context)
    }
    let visit = try await visits.visit(of: context)
    let archive = try await visit.shared.inspections.run(for: visit.id, bytes: 0) {
      try ZipArchive(job.files.members([.masks], of: job.file.name))
    }
    return archive.response(name: base + "masks.zip")
  }

  /// Complete lines from a byte offset on.
  private func lines(of job: any LibraryJob, from start: Int) throws -> Response {
    let end = job.progress.resultBytes
    var bytes = Data()
    if start >= 0, start < end {
      let handle = try FileHandle(forReadingFrom: job.files.url(.json))
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
