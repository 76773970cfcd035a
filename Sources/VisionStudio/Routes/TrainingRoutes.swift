import HTTPTypes
import Hummingbird
import VisionCore
import VisionHTTP
import VisionTasks

extension VisitRoutes {
  func addTraining() {
    on(.get, "/training") { visit, _, _ in try JSONResponse.make(await visit.lessonState()) }
    // A camera's frame or an image file, as for the camera's task.
    on(.post, "/training/examples") { visit, request, _ in
      let name = try Self.gestureName(in: request)
      let lesson = try await visit.lesson()
      let frame = try await LiveFrame(request, limits: visit.limits)
      let example = try await visit.shared.images.run(for: visit.id, bytes: frame.decodingBytes) {
        try lesson.add(MPImage(imageBuffer: frame.image()), as: name)
      }
      return try JSONResponse.make(example, status: .created)
    }
    on(.delete, "/training/examples") { visit, request, _ in
      let name = try Self.gestureName(in: request)
      try await visit.lesson().remove(name)
      return nil
    }
    on(.post, "/training/run") { visit, _, _ in
      try await visit.startTraining()
      return try JSONResponse.make(await visit.lessonState(), status: .accepted)
    }
    on(.delete, "/training") { visit, _, _ in
      await visit.endLesson()
      return nil
    }
  }

  private static func gestureName(in request: Request) throws -> String {
    let name = request.uri.queryParameters.get("name") ?? ""
    try GestureTrainer.check(name)
    return name
  }
}
