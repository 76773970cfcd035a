import Foundation
import Testing

/// Code written for MediaPipe stands in asynchronous functions, too, and in both language modes.
@Suite("Code in asynchronous functions, in Swift 5 and Swift 6 mode")
struct AsyncContextTests {
  /// Calls of MediaPipe's names where the compiler prefers asynchronous overloads.
  private static let unchanged = """
    import MediaPipeTasksVision
    import UIKit

    func names(_ picture: UIImage, _ options: GestureRecognizerOptions) async throws -> [String?] {
      await Task.yield()
      let image = try MPImage(uiImage: picture)
      let recognizer = try GestureRecognizer(options: options)
      let first = try recognizer.recognize(image: image)
      let second = try recognizer.recognize(videoFrame: image, timestampInMilliseconds: 1)
      let third = Task {
        await Task.yield()
        return try recognizer.recognize(image: image).gestures.count
      }
      let detector = try ObjectDetector(modelPath: "a.tflite"), poses = try PoseLandmarker(modelPath: "a.task")
      let hands = try HandLandmarker(modelPath: "a.task")
      let counts = [
        try detector.detect(image: image).detections.count, try poses.detect(image: image).landmarks.count,
        try hands.detect(image: image).landmarks.count, try await third.value,
      ]
      return (first.gestures + second.gestures).map { $0.first?.categoryName } + counts.map(String.init)
    }
    """

  @Test("calls of MediaPipe's names compile without await and without warnings", arguments: ["5", "6"])
  func unchangedCode(mode: String) throws {
    let outcome = try SwiftCompiler.check(["Code.swift": Self.unchanged], mode: mode)
    #expect(outcome.succeeded, "\(outcome.messages)")
    #expect(outcome.warnings == [])
  }

  // Why the asynchronous calls have labels of their own. When this fails, the compiler has learnt to choose.
  @Test("an asynchronous overload under the same labels would demand await", arguments: ["5", "6"])
  func sameLabels(mode: String) throws {
    let overload = """
      import MediaPipeTasksVision

      extension GestureRecognizer {
        @_disfavoredOverload func recognize(image: MPImage) async throws -> GestureRecognizerResult {
          try await recognize(image)
        }
      }
      """
    let outcome = try SwiftCompiler.check(["Code.swift": Self.unchanged, "Overload.swift": overload], mode: mode)
    #expect(!outcome.succeeded)
    #expect(outcome.messages.contains("expression is 'async' but is not marked with 'await'"))
  }

  @Test("the client's code compiles without warnings", arguments: ["5", "6"])
  func client(mode: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Client")
    var files: [String: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      files[file.lastPathComponent] = try String(contentsOf: file, encoding: .utf8)
    }
    let outcome = try SwiftCompiler.check(files, mode: mode)
    #expect(outcome.succeeded, "\(outcome.messages)")
    #expect(outcome.warnings == [])
    #expect(files.count > 5)
  }

  /// A screen that gives a closure of its own actor to a function that calls it on other threads.
  private static let screen = """
    import MediaPipeTasksVision

    @MainActor final class Screen {
      var released = 0

      func image(_ address: UnsafeRawPointer) throws -> ImageBuffer {
        try ImageBuffer(
          borrowing: address, width: 1, height: 1, bytesPerRow: 3, format: .rgb, release: { self.released += 1 })
      }
    }
    """

  @Test("a closure that touches the main actor's state and is called on other threads is warned of in Swift 6 mode")
  func closures() throws {
    let strict = try SwiftCompiler.check(["Screen.swift": Self.screen], mode: "6")
    #expect(
      strict.warnings.contains { $0.contains("can not be mutated from a Sendable closure") }, "\(strict.messages)")
    // Older code goes on compiling.
    let older = try SwiftCompiler.check(["Screen.swift": Self.screen], mode: "5")
    #expect(older.succeeded, "\(older.messages)")
  }
}
