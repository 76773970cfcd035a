import Hummingbird
import VisionHTTP
import VisionMedia
import VisionTasks

struct VisitRoutes {
  let visits: SessionStore
  let router: Router<BasicRequestContext>

  typealias Answer<Value> = @Sendable (StudioSession, Request, BasicRequestContext) async throws -> Value

  private static let path = "/api/visits/:visit"

  /// Adds a route below a session's path.
  func on(_ method: HTTPRequest.Method, _ path: String, _ answer: @escaping Answer<Response>) {
    router.on(RouterPath(Self.path + path), method: method) { [visits] request, context in
      try await answer(visits.visit(context.parameters.require("visit")), request, context)
    }
  }

  /// Adds a route whose response is empty, with status 204.
  func onChange(_ method: HTTPRequest.Method, _ path: String, _ change: @escaping Answer<Void>) {
    on(method, path) { visit, request, context in
      try await change(visit, request, context)
      return Response(status: .noContent)
    }
  }

  func add() {
    router.post("/api/visits") { [visits] _, _ in
      try JSONResponse.make(["visit": await visits.open().id], status: .created)
    }
    // Keep-alive.
    onChange(.get, "") { _, _, _ in }
    // For a page that is loaded again.
    on(.get, "/contents") { visit, _, _ in try JSONResponse.make(await visit.contents()) }
    // `navigator.sendBeacon`, which a closing page uses, can only POST.
    for (method, path) in [(HTTPRequest.Method.delete, ""), (.post, "/close")] {
      router.on(RouterPath(Self.path + path), method: method) { [visits] _, context in
        await visits.close(try context.parameters.require("visit"))
        return Response(status: .noContent)
      }
    }
    router.post(RouterPath(Self.path + "/leave")) { [visits] _, context in
      await visits.leave(try context.parameters.require("visit"))
      return Response(status: .noContent)
    }
    addCamera()
    addFiles()
    addModels()
    addTraining()
    addJobs()
  }

  private func addCamera() {
    onChange(.put, "/live") { visit, request, _ in
      try await visit.startLive(request.json(StudioSettings.self))
    }
    on(.post, "/live/frames") { visit, request, _ in
      let session = try await visit.liveSession()
      return JSONResponse.make(json: try await session.answer { try await LiveFrame(request, limits: visit.limits) })
    }
    onChange(.delete, "/live") { visit, _, _ in await visit.stopLive() }
  }

  private func addFiles() {
    on(.post, "/files") { visit, request, _ in
      try await visit.checkFileCount()
      let file = try await Upload(request, limit: visit.limits.videoBytes, visit: visit, ending: "upload").store(
        on: visit.shared.inspections
      ) {
        try DecodingCost(inspecting: $0.url, byteCount: $0.byteCount, limits: visit.limits).bytes
      } inspect: {
        try StoredFile(inspecting: $0.url, name: $0.name, byteCount: $0.byteCount, limits: visit.limits)
      } add: {
        try await visit.add($0)
      }
      return try JSONResponse.make(file, status: .created)
    }
    onChange(.delete, "/files/:file") { visit, _, context in
      await visit.removeFile(try context.parameters.require("file"))
    }
    // For a page that is loaded again. Of no type that a browser would run.
    on(.get, "/files/:file/content") { visit, request, context in
      let file = try await visit.file(context.parameters.require("file"))
      return try await FileResponse.make(
        file.url, type: "application/octet-stream", name: file.name, to: request, context)
    }
    // For image formats that the browser cannot display.
    on(.get, "/files/:file/image.jpg") { visit, _, context in
      let file = try await visit.file(context.parameters.require("file"))
      guard !file.isVideo else { throw TasksError.invalidArgument("This file is a video, not an image.") }
      let bytes = try await visit.shared.inspections.run(for: visit.id, bytes: file.cost.bytes) {
        try ImageFile.encode(file.image(onWarning: { _ in }), as: .jpeg())
      }
      return Response(ByteBuffer(bytes: bytes), type: "image/jpeg")
    }
  }

  private func addModels() {
    on(.post, "/models") { visit, request, _ in
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
    // A model that was trained here, to be saved.
    on(.get, "/models/:model/content") { visit, request, context in
      guard let model = await visit.model(try context.parameters.require("model")) else {
        throw TasksError.notFound("This model no longer exists; train or upload it again.")
      }
      return try await FileResponse.make(
        model.url, type: "application/octet-stream", name: model.name, to: request, context)
    }
    onChange(.delete, "/models/:model") { visit, _, context in
      await visit.removeModel(try context.parameters.require("model"))
    }
  }

  private func addTraining() {
    on(.get, "/training") { visit, _, _ in try JSONResponse.make(await visit.lessonState()) }
    // A camera's frame or an image file, as for the camera's task.
    on(.post, "/training/examples") { visit, request, _ in
      let name = try Self.gestureName(in: request)
      let lesson = try await visit.lesson()
      let example = try await lesson.turn.with(1) {
        let frame = try await LiveFrame(request, limits: visit.limits)
        return try await visit.shared.images.run(for: visit.id, bytes: frame.decodingBytes) {
          try lesson.add(MPImage(imageBuffer: frame.image()), as: name)
        }
      }
      return try JSONResponse.make(example, status: .created)
    }
    onChange(.delete, "/training/examples") { visit, request, _ in
      let name = try Self.gestureName(in: request)
      try await visit.lesson().remove(name)
    }
    on(.post, "/training/run") { visit, _, _ in
      try await visit.startTraining()
      return try JSONResponse.make(await visit.lessonState(), status: .accepted)
    }
    onChange(.delete, "/training") { visit, _, _ in await visit.endLesson() }
  }

  private static func gestureName(in request: Request) throws -> String {
    let name = request.uri.queryParameters.get("name") ?? ""
    try GestureTrainer.check(name)
    return name
  }
}

/// A file to be received. Disk space is reserved before the first byte is written, and released if it is rejected.
struct Upload: Sendable {
  let url: URL
  /// The original file name, percent-encoded in the request's `X-File-Name`.
  let name: String
  let byteCount: Int
  private let request: Request
  private let visit: StudioSession

  init(_ request: Request, limit: Int, visit: StudioSession, ending: String) async throws {
    (self.request, self.visit) = (request, visit)
    let field = request.headers[named: "X-File-Name"] ?? ""
    name = FileName.plain(field.removingPercentEncoding ?? field)
    byteCount = try request.bodyLength(atMost: limit, of: "The file")
    guard byteCount > 0 else { throw TasksError.invalidArgument("\"\(name)\" is empty.") }
    url = try await visit.newUploadFile(ending: ending)
  }

  /// Saves the file, inspects it within the memory that this takes, and adds what `inspect` made of it; or deletes it.
  func store<Stored: Sendable>(
    on queue: WorkQueue, memory: (Upload) throws -> Int, inspect: @escaping @Sendable (Upload) throws -> Stored,
    add: (Stored) async throws -> Void
  ) async throws -> Stored {
    try visit.disk.reserve(byteCount)
    do {
      try await request.save(to: url, length: byteCount)
      let stored = try await queue.run(for: visit.id, bytes: memory(self)) { try inspect(self) }
      try await add(stored)
      return stored
    } catch {
      visit.disk.release(byteCount)
      try? FileManager.default.removeItem(at: url)
      throw error
    }
  }
}
