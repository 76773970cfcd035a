import LiteRTEngine
import MediaPipeTasksVision
import VisionCore
import VisionImaging
import VisionInference

/// LiteRT, but one model's inferences fail while a test wants them to.
struct FailingEngine: InferenceEngine {
  /// The name of the model that fails.
  let model: String
  /// Whether it fails now.
  let fails: Locked<Bool>

  var name: String { "LiteRT that fails" }

  func load(_ request: ModelRequest) throws -> any InferenceSession {
    let session = try LiteRT(kernels: .standard).load(request)
    return request.name == model ? FailingSession(session: session, fails: fails) : session
  }
}

private final class FailingSession: InferenceSession {
  private let session: any InferenceSession
  private let fails: Locked<Bool>

  init(session: any InferenceSession, fails: Locked<Bool>) {
    self.session = session
    self.fails = fails
  }

  var inputs: [HostTensor] { session.inputs }
  var outputs: [SessionOutput] { session.outputs }
  var sharing: (any WorkSharing)? { session.sharing }

  func run() throws {
    if fails.withLock({ $0 }) { throw TasksError.internalFailure("the inference failed") }
    try session.run()
  }

  func report() throws -> InferenceReport { try session.report() }
}
