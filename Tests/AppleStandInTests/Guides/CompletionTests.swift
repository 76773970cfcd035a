import Testing

/// What the compiler says of completions that are called on another thread.
@Suite struct CompletionTests {
  private func outcome(_ body: String, mode: String) throws -> SwiftCompiler.Outcome {
    let code = """
      import Firebase
      @MainActor final class Screen {
        var objects: [VisionObject] = []
        func show(_ image: VisionImage, by detector: VisionObjectDetector) {
          \(body)
        }
      }

      """
    return try SwiftCompiler.check(["Screen.swift": code], mode: mode)
  }

  @Test("A main actor's state changed in a completion is reported: in Swift 6, and in Swift 5 as a warning")
  func mainActorState() throws {
    let body = "detector.process(image) { objects, error in self.objects = objects ?? [] }"
    let strict = try outcome(body, mode: "6")
    #expect(!strict.succeeded || !strict.warnings.isEmpty)
    let older = try outcome(body, mode: "5")
    #expect(older.succeeded, "\(older.messages)")
    for outcome in [strict, older] { #expect(outcome.messages.contains("main actor-isolated property 'objects'")) }
  }

  @Test("Swift 5 code that knows nothing of actors compiles as it always did")
  func olderCode() throws {
    let code = """
      import Firebase
      class Controller {
        var objects: [VisionObject] = []
        func show(_ image: VisionImage, by detector: VisionObjectDetector, then: @escaping () -> Void) {
          var count = 0
          detector.process(image) { objects, error in
            self.objects = objects ?? []
            count += 1
            then()
          }
          print(count)
        }
      }

      """
    let outcome = try SwiftCompiler.check(["Controller.swift": code], mode: "5")
    #expect(outcome.succeeded && outcome.warnings == [], "\(outcome.messages)")
  }

  @Test(
    "The ways to do it compile without warnings in both modes", arguments: ["5", "6"],
    [
      "detector.process(image) { objects, error in Task { @MainActor in self.objects = objects ?? [] } }",
      "detector.process(image) { objects, _ in DispatchQueue.main.async { self.objects = objects ?? [] } }",
      "let done: VisionObjectDetectionCallback = { objects, _ in print(objects ?? []) }; detector.process(image, completion: done)",
      "DispatchQueue.global().async { detector.process(image) { objects, error in print(objects ?? []) } }",
      "Task.detached { image.metadata = VisionImageMetadata(); print(try detector.results(in: image)) }",
    ])
  func ways(mode: String, body: String) throws {
    let outcome = try outcome(body, mode: mode)
    #expect(outcome.succeeded && outcome.warnings == [], "\(outcome.messages)")
  }

  @Test("A function that takes the callback by its name hands it on", arguments: ["5", "6"])
  func forwarding(mode: String) throws {
    let code = """
      import Firebase
      func detect(_ image: VisionImage, completion: @escaping VisionObjectDetectionCallback) {
        Vision.vision().objectDetector().process(image, completion: completion)
      }
      func start() { FirebaseApp.configure() }

      """
    let outcome = try SwiftCompiler.check(["Forwarding.swift": code], mode: mode)
    #expect(outcome.succeeded && outcome.warnings == [], "\(outcome.messages)")
  }
}
