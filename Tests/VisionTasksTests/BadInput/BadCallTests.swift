import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia

@Suite(
  "Options and calls that are not allowed, and what works afterwards",
  .needs(.shared))
struct BadCallTests {
  private func options(_ change: (GestureRecognizerOptions) -> Void = { _ in }) throws -> GestureRecognizerOptions {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/gesture_recognizer.task")
    change(options)
    return options
  }

  private func thumb() throws -> MPImage { try MPImage(contentsOfFile: SharedFolder.path("media/thumb_up_teal.png")) }

  /// An option outside its range: how it is set, its name and its value in the message.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let option: String
    let value: String
    let set: @Sendable (GestureRecognizerOptions) -> Void

    var testDescription: String { "\(option) \(value)" }
  }

  static let refusals: [Refusal] = [
    Refusal(option: "numHands", value: "0") { $0.numHands = 0 },
    Refusal(option: "numHands", value: "-2") { $0.numHands = -2 },
    Refusal(option: "minHandDetectionConfidence", value: "1.5") { $0.minHandDetectionConfidence = 1.5 },
    Refusal(option: "minHandDetectionConfidence", value: "nan") { $0.minHandDetectionConfidence = .nan },
    Refusal(option: "minHandPresenceConfidence", value: "-0.5") { $0.minHandPresenceConfidence = -0.5 },
    Refusal(option: "minTrackingConfidence", value: "is 2;") { $0.minTrackingConfidence = 2 },
    Refusal(option: "threadCount", value: "-1") { $0.baseOptions.threadCount = -1 },
    Refusal(option: "gestureRecognizerLiveStreamDelegate", value: "nil") { $0.runningMode = .liveStream },
    Refusal(option: "categoryAllowlist", value: "1") {
      $0.cannedGesturesClassifierOptions = ClassifierOptions()
      $0.cannedGesturesClassifierOptions?.categoryAllowlist = ["Victory"]
      $0.cannedGesturesClassifierOptions?.categoryDenylist = ["Thumb_Up"]
    },
  ]

  @Test("Each option outside its range is refused by name and value", arguments: refusals)
  func options(refusal: Refusal) throws {
    let error = #expect(throws: TasksError.self) { try GestureRecognizer(options: options(refusal.set)) }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains(refusal.option) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains(refusal.value) == true, "\(error?.message ?? "")")
    #expect((error as NSError?)?.domain == "com.google.mediapipe.tasks")
  }

  @Test("A list for a classifier without labels is refused")
  func unlabelledClassifier() throws {
    let options = try options {
      $0.cannedGesturesClassifierOptions = ClassifierOptions()
      $0.cannedGesturesClassifierOptions?.categoryAllowlist = ["Victory"]
    }
    options.baseOptions.modelAssetPath = try SharedFolder.path("models/gesture_recognizer_with_custom_gestures.task")
    let error = #expect(throws: TasksError.self) { try GestureRecognizer(options: options) }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("labels") == true)
  }

  @Test("A picture of one pixel and mirrored ones, followed by a good one")
  func pictures() throws {
    let recognizer = try GestureRecognizer(options: options())
    let pixel = try MPImage(imageBuffer: ImageBuffer(copying: [1, 2, 3], width: 1, height: 1, format: .rgb))
    #expect(try recognizer.recognize(image: pixel).landmarks.isEmpty)
    let thumb = try thumb()
    for orientation in ImageOrientation.allCases.filter(\.isMirrored) {
      let mirrored = try MPImage(imageBuffer: thumb.imageBuffer, orientation: orientation)
      let error = #expect(throws: TasksError.self) { try recognizer.recognize(image: mirrored) }
      #expect(error?.code == .invalidArgumentError)
    }
    #expect(try recognizer.recognize(image: thumb).gestures.first?.first?.categoryName == "Thumb_Up")
  }

  @Test("A gray picture works and gives what the same picture in RGB gives")
  func gray() throws {
    // Hands without colour score low, so the thresholds let nearly everything pass.
    let recognizer = try GestureRecognizer(
      options: options {
        $0.minHandDetectionConfidence = 0.05
        $0.minHandPresenceConfidence = 0.01
      })
    let picture = try MPImage(contentsOfFile: SharedFolder.path("media/thumb_up_teal.png")).imageBuffer
    let green = picture.packedBytes.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
    let gray = try ImageBuffer(copying: green, width: picture.width, height: picture.height, format: .gray)
    let result = try recognizer.recognize(image: MPImage(imageBuffer: gray))
    #expect(result.landmarks.count == 1)
    let replicated = try recognizer.recognize(image: MPImage(imageBuffer: gray.droppingAlphaForGolden()))
    #expect(result.landmarks == replicated.landmarks)
  }

  @Test("A wrong call and a bad timestamp are refused; the task works on, and tracking is as if nothing had been")
  func calls() throws {
    let thumb = try thumb()
    let recognizer = try GestureRecognizer(options: options { $0.runningMode = .video })
    #expect(throws: TasksError.self) { try recognizer.recognize(image: thumb) }
    let first = try recognizer.recognize(videoFrame: thumb, timestampInMilliseconds: 10)
    #expect(throws: TasksError.self) { try recognizer.recognize(videoFrame: thumb, timestampInMilliseconds: 10) }
    #expect(throws: TasksError.self) { try recognizer.recognize(videoFrame: thumb, timestampInMilliseconds: 9) }
    #expect(throws: TasksError.self) { try recognizer.recognizeAsync(image: thumb, timestampInMilliseconds: 11) }
    let second = try recognizer.recognize(videoFrame: thumb, timestampInMilliseconds: 11)
    #expect(second.gestures.first?.first?.categoryName == "Thumb_Up")

    recognizer.reset()
    let again = try recognizer.recognize(videoFrame: thumb, timestampInMilliseconds: 0)
    #expect(again.landmarks == first.landmarks)
    #expect(try recognizer.recognize(videoFrame: thumb, timestampInMilliseconds: 1).landmarks == second.landmarks)
  }
}
