import Testing

/// A live stream's delegate is called on the task's queue. A conformance that belongs to the main actor cannot be used there, and
/// nothing would say so.
@Suite("Delegates and the main actor")
struct DelegateIsolationTests {
  private static func viewModel(conformance: String, method: String) -> String {
    """
    import MediaPipeTasksVision

    @MainActor final class ViewModel: NSObject, \(conformance)GestureRecognizerLiveStreamDelegate {
      var name: String?

      \(method) func gestureRecognizer(
        _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
      ) {
        Task { @MainActor in name = result?.gestures.first?.first?.categoryName }
      }
    }
    """
  }

  @Test("A conformance of the main actor is an error that names the reason", arguments: ["5", "6"])
  func isolatedConformance(mode: String) throws {
    let code = Self.viewModel(conformance: "@MainActor ", method: "")
    let outcome = try SwiftCompiler.check(["Code.swift": code], mode: mode)
    #expect(!outcome.succeeded)
    #expect(outcome.messages.contains("SendableMetatype"))
  }

  @Test("A class of the main actor whose method is nonisolated compiles without warnings", arguments: ["5", "6"])
  func nonisolatedMethod(mode: String) throws {
    let code = Self.viewModel(conformance: "", method: "nonisolated")
    let outcome = try SwiftCompiler.check(["Code.swift": code], mode: mode)
    #expect(outcome.succeeded, "\(outcome.messages)")
    #expect(outcome.warnings == [])
  }
}
