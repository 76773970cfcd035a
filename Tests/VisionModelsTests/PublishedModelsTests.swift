import TestSupport
import Testing
import VisionCore

@testable import VisionModels

@Suite("Published models", .needs(.shared))
struct PublishedModelsTests {
  private func member(_ bundle: String, _ names: String...) throws -> ParsedModel {
    try ParsedModel(SharedFolder.modelData(([bundle] + names).joined(separator: "/")))
  }

  @Test("the gesture bundle's classifier has the eight canned gestures")
  func gestures() throws {
    let model = try member(
      "gesture_recognizer.task", "hand_gesture_recognizer.task", "canned_gesture_classifier.tflite")
    let metadata = try #require(model.metadata)
    #expect(
      try metadata.labels(of: metadata.outputs[0]) == [
        "None", "Closed_Fist", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory", "ILoveYou",
      ])
  }

  @Test("a Model Maker bundle's classifier has labels and a threshold, its canned one neither")
  func customGestures() throws {
    let bundle = "gesture_recognizer_with_custom_gestures.task"
    let custom = try member(bundle, "hand_gesture_recognizer.task", "custom_gesture_classifier.tflite")
    let metadata = try #require(custom.metadata)
    #expect(metadata.outputs[0].scoreThreshold == 0.5)
    #expect(try metadata.labels(of: metadata.outputs[0])?.count == 9)
    let canned = try member(bundle, "hand_gesture_recognizer.task", "canned_gesture_classifier.tflite")
    #expect(canned.metadata == nil)
  }

  @Test("image models tell how their input is normalized")
  func normalization() throws {
    let palm = try member("hand_landmarker.task", "hand_detector.tflite")
    #expect(palm.inputs[0].shape == [1, 192, 192, 3])
    #expect(palm.metadata?.inputs[0].normalization == Normalization(mean: [0], standardDeviation: [255]))
    let hand = try member("hand_landmarker.task", "hand_landmarks_detector.tflite")
    #expect(hand.metadata?.inputs[0].normalization?.mean == [0, 0, 0])
    #expect(hand.outputs.map(\.shape) == [[1, 63], [1, 1], [1, 1], [1, 63]])
  }

  @Test(
    "both kinds of detector have what they need", arguments: ["efficientdet_lite0_int8", "efficientdet_lite0_float16"])
  func rawDetectors(name: String) throws {
    let metadata = try #require(try member("\(name).tflite").metadata)
    #expect(metadata.outputs.map(\.name) == ["score", "location"])
    #expect(metadata.customMetadata["DETECTOR_METADATA"]?.count == 461_084)
    #expect(metadata.outputs[1].boundingBox?.index == [1, 0, 3, 2])
    let labels = try #require(try metadata.labels(of: metadata.outputs[0]))
    #expect(labels.count == 90)
    #expect(labels.first == "person")
  }

  @Test("the four-output detector has class labels, and the published one no metadata")
  func finishedDetectors() throws {
    let model = try member("ssd_mobilenet_v1_coco_quant.tflite")
    let metadata = try #require(model.metadata)
    #expect(metadata.outputs.map(\.name) == ["location", "category", "score", "number of detections"])
    #expect(try metadata.labels(of: metadata.outputs[1], kind: .tensorValueLabels)?[16] == "cat")
    #expect(model.operators.contains { $0.name == "TFLite_Detection_PostProcess" })
    #expect(try member("ssd_mobilenet_v1_coco_quant_no_metadata.tflite").metadata == nil)
  }

  @Test("a bundle that lost its end says so")
  func tailCut() throws {
    let whole = try SharedFolder.modelData("gesture_recognizer.task")
    let bundle = try TaskBundle(whole.slice(0..<(whole.count - 100)))
    let error = #expect(throws: TasksError.self) { try bundle.member(named: "hand_landmarker.task") }
    #expect(error?.code == .notFoundError)
    #expect(error?.message.contains("cut short") == true)
    #expect(errorCode { _ = try TaskBundle(whole.slice(0..<(whole.count / 2))) } == .unknownError)
  }
}
