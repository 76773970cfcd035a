import Hummingbird
import VisionHTTP
import VisionResults

extension VisitRoutes {
  /// The maximum bytes of JSON Lines per response; the page requests the rest.
  private static let maxBytes = 4_000_000

  func addJobs() {
    on(.post, "/files/:file/jobs") { visit, request, context in
      let file = try context.parameters.require("file")
      let job = try await visit.startJob(on: file, settings: request.json(StudioSettings.self))
      return try JSONResponse.make(["job": job.id], status: .created)
    }
    onJob("") { job, _, _, _ in try JSONResponse.make(job.progress) }
    onChange(.delete, "/jobs/:job") { visit, _, context in
      await visit.removeJob(try context.parameters.require("job"))
    }
    onJob("/lines") { job, _, request, _ in
      try Self.lines(of: job, from: request.uri.queryParameters.get("from").flatMap { Int($0) } ?? 0)
    }
    onJob("/outputs/:output") { job, visit, request, context in
      try await Self.output(context.parameters.require("output"), of: job, in: visit, to: request, context)
    }
    onJob("/all.zip") { job, visit, _, _ in
      try await Self.archive(job.file.name.withoutFileExtension + ".zip", in: visit) {
        try job.files.members(job.finishedOutputs(), of: job.file.name)
      }
    }
    // The results of all files, each in a folder that begins with its number, since names may be equal.
    on(.get, "/all.zip") { visit, _, _ in
      let jobs = await visit.finishedJobs()
      return try await Self.archive("results.zip", in: visit) {
        try jobs.enumerated().flatMap { number, job in
          try job.files.members(job.progress.outputs, of: job.file.name).map { member in
            ZipArchive.Member(name: "\(number + 1) \(job.file.name)/\(member.name)", file: member.file)
          }
        }
      }
    }
  }

  private func onJob(
    _ path: String,
    _ answer: @escaping @Sendable (LibraryJob, StudioSession, Request, BasicRequestContext) async throws -> Response
  ) {
    on(.get, "/jobs/:job" + path) { visit, request, context in
      try await answer(visit.job(context.parameters.require("job")), visit, request, context)
    }
  }

  private static func archive(
    _ name: String, in visit: StudioSession, _ members: @escaping @Sendable () throws -> [ZipArchive.Member]
  ) async throws -> Response {
    try await visit.shared.inspections.run(for: visit.id, bytes: 0) { try ZipArchive(members()) }.response(name: name)
  }

  /// A result file; masks are an archive. Lines and tables can be read while they grow.
  private static func output(
    _ name: String, of job: LibraryJob, in visit: StudioSession, to request: Request, _ context: BasicRequestContext
  ) async throws -> Response {
    guard let kind = OutputFileKind.all.first(where: { $0.name == name }) else {
      throw TasksError.notFound(
        "There is no output \"\(name.prefix(40))\"; there are \(OutputFileKind.all.map(\.name).joined(separator: ", "))."
      )
    }
    guard try job.progress.outputs.contains(kind) || job.finishedOutputs().contains(kind) else {
      throw TasksError.notFound("This run has no \(kind.title.lowercased()) file.")
    }
    let base = job.file.name.withoutFileExtension + "."
    let ending = kind.ending(isVideo: job.file.isVideo)
    guard !kind.isFolder else {
      return try await archive(base + ending + ".zip", in: visit) { try job.files.members([kind], of: job.file.name) }
    }
    if kind.labels != nil {
      // Made of the lines when they are wanted.
      _ = try await visit.shared.inspections.run(for: visit.id, bytes: 0) {
        try job.files.members([kind], of: job.file.name)
      }
    }
    let type = kind.mediaType(isVideo: job.file.isVideo)
    return try await FileResponse.make(job.files.url(kind), type: type, name: base + ending, to: request, context)
  }

  private static func lines(of job: LibraryJob, from start: Int) throws -> Response {
    let end = job.progress.resultBytes
    var bytes = Data()
    if start >= 0, start < end {
      let handle = try FileHandle(forReadingFrom: job.files.url(.json))
      defer { try? handle.close() }
      try handle.seek(toOffset: UInt64(start))
      bytes = try handle.read(upToCount: min(end - start, maxBytes)) ?? Data()
      if let last = bytes.lastIndex(of: UInt8(ascii: "\n")) { bytes = bytes[...last] }
    }
    return Response(ByteBuffer(bytes: bytes), type: OutputFileKind.json.mediaType(isVideo: false))
  }
}

enum FileResponse {
  /// A file, or the part of it that the request wants.
  static func make(
    _ url: URL, type: String, name: String, to request: Request, _ context: some RequestContext
  ) async throws -> Response {
    guard let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int else {
      throw TasksError.notFound("The result file no longer exists; start the run again.")
    }
    return try await part(of: size, type: type, to: request, [.contentDisposition: Self.disposition(name)]) { part in
      // A closed range cannot be empty.
      part.isEmpty
        ? ResponseBody()
        : try await FileIO().loadFile(path: url.path, range: part.lowerBound...part.upperBound - 1, context: context)
    }
  }

  /// All of `size` bytes, or the part that the request wants: Safari plays no video without parts.
  static func part(
    of size: Int, type: String, to request: Request, _ headers: HTTPFields = [:],
    _ body: (Range<Int>) async throws -> ResponseBody
  ) async throws -> Response {
    let range = request.headers[.range].flatMap { Self.range(in: $0, size: size) }
    let part = range ?? 0..<size
    var headers = headers
    headers[.contentType] = type
    headers[.acceptRanges] = "bytes"
    headers[.contentLength] = "\(part.count)"
    if range != nil { headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)" }
    return Response(status: range == nil ? .ok : .partialContent, headers: headers, body: try await body(part))
  }

  /// Parses a single range such as `bytes=100-` or `bytes=100-199`; nil for anything else, which gets the whole file.
  static func range(in text: String, size: Int) -> Range<Int>? {
    guard text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = Int(ends[0]), start >= 0, start < size else { return nil }
    guard !ends[1].isEmpty else { return start..<size }
    guard let last = Int(ends[1]), last >= start else { return nil }
    return start..<(min(last, size - 1) + 1)
  }

  static func disposition(_ name: String) -> String {
    let plain = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
      .union(CharacterSet(charactersIn: "-_."))
    return "inline; filename*=UTF-8''\(name.addingPercentEncoding(withAllowedCharacters: plain) ?? "result")"
  }
}
