import CMediaPipe
import Foundation
import TestSupport
import Testing
import VisionCore
import VisionMedia
import VisionTasks

@testable import MediaPipeC

@Suite("Tasks in C", .needs(.shared))
struct CTaskTests {
  /// What callbacks of live streams received: a function of C has no other place for it.
  private static let received = Locked<[(status: MpStatus, hands: Int, width: Int32, timestamp: Int64)]>([])

  private static func image() throws -> CImage { try CImage(contentsOfFile: SharedFolder.media("two_thumbs.png")) }

  private static func expected() throws -> [[SIMD3<Float>]] {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = try SharedFolder.model("hand_landmarker.task")
    options.numHands = 2
    let image = try MPImage(contentsOfFile: SharedFolder.media("two_thumbs.png"))
    let result = try HandLandmarker(options: options).detect(image: image)
    return result.landmarks.map { $0.map { SIMD3($0.x, $0.y, $0.z) } }
  }

  @Test("Results equal those in Swift, and outlive their image and their task")
  func results() throws {
    let (task, expected) = (try CHandLandmarker(), try Self.expected())
    #expect(try task.landmarks(in: Self.image()) == expected && !expected.isEmpty)
    var result = MpHandLandmarkerResult()
    do {
      let image = try Self.image()
      try CCall { MpHandLandmarkerDetectImage(task.pointer, image.pointer, nil, &result, $0) }.requireSuccess()
    }
    try task.close()
    #expect(result.hand_landmarks_count == UInt32(expected.count) && result.hand_landmarks[0].landmarks_count == 21)
    #expect(["Left", "Right"].contains(String(cString: result.handedness[0].categories[0].category_name)))
    MpHandLandmarkerCloseResult(&result)
    #expect(result.hand_landmarks == nil && result.hand_landmarks_count == 0)
  }

  @Test("Four threads with a task each share one image without a copy")
  func threads() async throws {
    let (image, expected) = (try Self.image(), try Self.expected())
    try await withThrowingTaskGroup(of: [[SIMD3<Float>]].self) { group in
      for _ in 0..<4 { group.addTask { try CHandLandmarker().landmarks(in: image) } }
      for try await found in group { #expect(found == expected) }
    }
  }

  @Test("A live stream's callbacks come in order with image and result; closing waits for the last one")
  func liveStream() throws {
    Self.received.withLock { $0 = [] }
    let image = try Self.image()
    let task = try CHandLandmarker(kMpRunningModeLiveStream) { status, result, image, timestamp in
      let hands = result.map { Int($0.pointee.hand_landmarks_count) } ?? -1
      CTaskTests.received.withLock { $0.append((status, hands, MpImageGetWidth(image), timestamp)) }
    }
    var sent: [Int64] = []
    for frame in 0..<40 {
      let timestamp = Int64(frame * 10)
      try CCall { MpHandLandmarkerDetectAsync(task.pointer, image.pointer, nil, timestamp, $0) }.requireSuccess()
      sent.append(timestamp)
      if frame % 4 == 0 { Thread.sleep(forTimeInterval: 0.02) }
    }
    try task.close()
    let count = Self.received.withLock { $0.count }
    Thread.sleep(forTimeInterval: 0.05)
    let received = Self.received.withLock { $0 }
    #expect(received.count == count && count > 0, "no callback comes after the task is closed")
    #expect(received.map(\.timestamp) == received.map(\.timestamp).sorted())
    #expect(Set(received.map(\.timestamp)).isSubset(of: sent))
    let (width, hands) = (MpImageGetWidth(image.pointer), try Self.expected().count)
    #expect(received.allSatisfy { $0.status == kMpOk && $0.hands == hands && $0.width == width })
  }

  @Test("Wrong options, modes and timestamps are a status and a sentence with the value and what is allowed")
  func errors() throws {
    var task: MpHandLandmarkerPtr?
    var options = MpHandLandmarkerOptions()
    (options.running_mode, options.num_hands) = (kMpRunningModeImage, 1)
    let noModel = CCall { MpHandLandmarkerCreate(&options, &task, $0) }
    #expect(noModel.status == kMpInvalidArgument && noModel.message.contains("model_asset_path"), "\(noModel.message)")
    try SharedFolder.model("hand_landmarker.task").withCString { model in
      options.base_options.model_asset_path = model
      for confidence in [-0.5, 1.5, .nan, .infinity] as [Float] {
        options.min_hand_detection_confidence = confidence
        let wrong = CCall { MpHandLandmarkerCreate(&options, &task, $0) }
        #expect(wrong.status == kMpInvalidArgument && wrong.message.contains("0"), "\(confidence): \(wrong.message)")
      }
      options.min_hand_detection_confidence = 0.5
      options.num_hands = -3
      #expect(CCall { MpHandLandmarkerCreate(&options, &task, $0) }.message.contains("-3"))
      options.running_mode = MpRunningMode(rawValue: 9)
      #expect(CCall { MpHandLandmarkerCreate(&options, &task, $0) }.message.contains("running_mode is 9"))
      // The lowest number in 32 bits.
      options.running_mode = MpRunningMode(rawValue: 1 << 31)
      #expect(CCall { MpHandLandmarkerCreate(&options, &task, $0) }.message.contains("running_mode is -2147483648"))
    }
    #expect(task == nil)
    #expect(CCall { MpHandLandmarkerCreate(nil, &task, $0) }.message == "options is NULL; give a valid pointer.")
    #expect(CCall { MpHandLandmarkerClose(nil, $0) }.status == kMpInvalidArgument)
    let (video, image) = (try CHandLandmarker(kMpRunningModeVideo), try Self.image())
    var result = MpHandLandmarkerResult()
    #expect(
      CCall { MpHandLandmarkerDetectImage(video.pointer, image.pointer, nil, &result, $0) }.status == kMpInvalidArgument
    )
    // Edges of 0 are an empty region here, although they are none on iOS.
    var processing = MpImageProcessingOptions()
    processing.has_region_of_interest = true
    let empty = CCall { MpHandLandmarkerDetectForVideo(video.pointer, image.pointer, &processing, 40, &result, $0) }
    #expect(empty.status == kMpInvalidArgument && empty.message.contains("region_of_interest"), "\(empty.message)")
    try CCall { MpHandLandmarkerDetectForVideo(video.pointer, image.pointer, nil, 40, &result, $0) }.requireSuccess()
    MpHandLandmarkerCloseResult(&result)
    let again = CCall { MpHandLandmarkerDetectForVideo(video.pointer, image.pointer, nil, 40, &result, $0) }
    #expect(again.status == kMpInvalidArgument && again.message.contains("40"), "\(again.message)")
  }

  #if os(Linux)
    @Test("A model in memory needs no folder for a file, and gets to no disk")
    func modelInMemory() throws {
      let model = try Data(contentsOf: URL(filePath: SharedFolder.model("hand_landmarker.task")))
      try model.withUnsafeBytes { bytes in
        var options = MpBaseOptions()
        options.model_asset_buffer = bytes.bindMemory(to: CChar.self).baseAddress
        options.model_asset_buffer_count = UInt32(bytes.count)
        let source = try ModelSource(options)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: source.path).hasPrefix("/memfd:model"))
        #expect(try Data(contentsOf: URL(filePath: source.path)) == model)
      }
    }
  #endif

  @Test("The similarity of two embeddings is the cosine of their angle; what cannot be compared is refused")
  func similarity() throws {
    func similarity(_ first: [Float], _ second: [Float]) -> (CCall, Double) {
      var (one, other, cosine) = (first, second, Double.nan)
      let call = one.withUnsafeMutableBufferPointer { one in
        other.withUnsafeMutableBufferPointer { other in
          var (first, second) = (MpEmbedding(), MpEmbedding())
          (first.float_embedding, first.values_count) = (one.baseAddress, UInt32(one.count))
          (second.float_embedding, second.values_count) = (other.baseAddress, UInt32(other.count))
          return CCall { MpImageEmbedderCosineSimilarity(&first, &second, &cosine, $0) }
        }
      }
      return (call, cosine)
    }
    #expect(similarity([3, 4], [4, 3]).1 == 0.96 && similarity([1, 0], [-2, 0]).1 == -1)
    #expect(similarity([3, 4], [4, 3, 1]).0.message.contains("2 and 3 values"))
    #expect(similarity([0, 0], [4, 3]).0.status == kMpInvalidArgument)
    #expect(CCall { MpImageEmbedderCosineSimilarity(nil, nil, nil, $0) }.status == kMpInvalidArgument)
    // Neither float nor quantized values.
    var (empty, cosine) = (MpEmbedding(), 0.0)
    empty.values_count = 1000
    #expect(CCall { MpImageEmbedderCosineSimilarity(&empty, &empty, &cosine, $0) }.status == kMpInvalidArgument)
  }

  @Test("Messages have the names that options have in the caller's release")
  func names() throws {
    let gestures = try SharedFolder.model("gesture_recognizer.task")
    let body = try SharedFolder.model("holistic_landmarker.task")
    // The offsets of a threshold in 1.2.2 and, where it is called otherwise, in 1.2.3.
    for (base, offset, text) in [
      (72, 108, "canned_gesture_classifier_options.score_threshold is nan"),
      (80, 116, "canned_gestures_classifier_options.score_threshold is nan"),
      (72, 156, "custom_gesture_classifier_options.score_threshold is nan"),
      (80, 164, "custom_gestures_classifier_options.score_threshold is nan"),
    ] {
      let call = try Self.create(model: gestures, mode: base, notANumber: offset) { options, message in
        var task: MpGestureRecognizerPtr?
        let options = options.assumingMemoryBound(to: MpGestureRecognizerOptions.self)
        return MpGestureRecognizerCreate(options, &task, message)
      }
      #expect(call.status == kMpInvalidArgument && call.message.hasPrefix(text), "\(call.message)")
    }
    for (base, offset, text) in [
      (72, 84, "min_face_landmarks_confidence is nan"), (80, 92, "min_face_presence_confidence is nan"),
      (72, 96, "min_pose_landmarks_confidence is nan"), (80, 108, "min_pose_presence_confidence is nan"),
    ] {
      let call = try Self.create(model: body, mode: base, notANumber: offset) { options, message in
        var task: MpHolisticLandmarkerPtr?
        let options = options.assumingMemoryBound(to: MpHolisticLandmarkerOptions.self)
        return MpHolisticLandmarkerCreate(options, &task, message)
      }
      #expect(call.status == kMpInvalidArgument && call.message.hasPrefix(text), "\(call.message)")
    }
  }

  /// Calls a function with options for images that are zero but for one number.
  private static func create(
    model: String, mode: Int, notANumber: Int,
    _ call: (UnsafeRawPointer, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> MpStatus
  ) throws -> CCall {
    let options = UnsafeMutableRawPointer.allocate(byteCount: 208, alignment: 8)
    defer { options.deallocate() }
    options.initializeMemory(as: UInt8.self, repeating: 0, count: 208)
    options.storeBytes(of: 1, toByteOffset: mode, as: Int32.self)
    // The number of hands; a confidence of 0 in other tasks.
    options.storeBytes(of: 1, toByteOffset: mode + 4, as: Int32.self)
    options.storeBytes(of: Float.nan, toByteOffset: notANumber, as: Float.self)
    return model.withCString { path in
      options.storeBytes(of: path, toByteOffset: 16, as: UnsafePointer<CChar>.self)
      return CCall { call(options, $0) }
    }
  }

  @Test("A mask that was copied lives longer than its result and its task")
  func masks() throws {
    var (segmenter, result) = (MpImageSegmenterPtr?.none, MpImageSegmenterResult())
    try SharedFolder.model("selfie_segmenter.tflite").withCString { model in
      var options = MpImageSegmenterOptions()
      options.base_options.model_asset_path = model
      options.running_mode = kMpRunningModeImage
      (options.output_confidence_masks, options.output_category_mask) = (true, true)
      try CCall { MpImageSegmenterCreate(&options, &segmenter, $0) }.requireSuccess()
    }
    let image = try Self.image()
    try CCall { MpImageSegmenterSegmentImage(segmenter, image.pointer, nil, &result, $0) }.requireSuccess()
    #expect(result.confidence_masks_count == 1 && result.has_category_mask != 0)
    var copy: MpImagePtr?
    try CCall { MpImageCreateFromImageFrame(result.confidence_masks[0], &copy, $0) }.requireSuccess()
    defer { MpImageFree(copy) }
    MpImageSegmenterCloseResult(&result)
    try CCall { MpImageSegmenterClose(segmenter, $0) }.requireSuccess()
    var values: UnsafePointer<Float>?
    try CCall { MpImageDataFloat32(copy, &values, $0) }.requireSuccess()
    let count = Int(MpImageGetWidth(image.pointer) * MpImageGetHeight(image.pointer))
    #expect(UnsafeBufferPointer(start: values, count: count).allSatisfy { (0...1).contains($0) })
  }

  @Test("The interactive segmenter gives the names of its classes, a list that may be empty")
  func interactiveLabels() throws {
    var segmenter: MpInteractiveSegmenterLegacyPtr?
    try PointSample().bytes.withUnsafeBytes { bytes in
      var options = MpInteractiveSegmenterLegacyOptions()
      options.base_options.model_asset_buffer = bytes.bindMemory(to: CChar.self).baseAddress
      options.base_options.model_asset_buffer_count = UInt32(bytes.count)
      options.output_category_mask = true
      try CCall { MpInteractiveSegmenterLegacyCreate(&options, &segmenter, $0) }.requireSuccess()
    }
    var labels = MpStringList(strings: nil, num_strings: -1)
    try CCall { MpInteractiveSegmenterLegacyGetLabels(segmenter, &labels, $0) }.requireSuccess()
    #expect(labels.num_strings == 0)
    MpStringListFree(&labels)
    let nothing = CCall { MpInteractiveSegmenterLegacyGetLabels(segmenter, nil, $0) }
    #expect(nothing.status == kMpInvalidArgument && nothing.message.contains("labels"))
    try CCall { MpInteractiveSegmenterLegacyClose(segmenter, $0) }.requireSuccess()
  }

  @Test("Options of releases up to 1.2.2, whose base options are shorter, are read as they are meant")
  func shorterOptions() throws {
    // Their fields: path at 16, running mode at 72, the number of hands at 76, confidences from 80, callback at 96.
    let options = UnsafeMutableRawPointer.allocate(byteCount: 104, alignment: 8)
    defer { options.deallocate() }
    options.initializeMemory(as: UInt8.self, repeating: 0, count: 104)
    var task: MpHandLandmarkerPtr?
    try SharedFolder.model("hand_landmarker.task").withCString { model in
      options.storeBytes(of: model, toByteOffset: 16, as: UnsafePointer<CChar>.self)
      options.storeBytes(of: 1, toByteOffset: 72, as: Int32.self)
      options.storeBytes(of: 1, toByteOffset: 76, as: Int32.self)
      for offset in [80, 84, 88] { options.storeBytes(of: 0.5, toByteOffset: offset, as: Float.self) }
      let layout = options.assumingMemoryBound(to: MpHandLandmarkerOptions.self)
      try CCall { MpHandLandmarkerCreate(layout, &task, $0) }.requireSuccess()
    }
    var result = MpHandLandmarkerResult()
    let image = try Self.image()
    try CCall { MpHandLandmarkerDetectImage(task, image.pointer, nil, &result, $0) }.requireSuccess()
    #expect(result.hand_landmarks_count == 1)
    MpHandLandmarkerCloseResult(&result)
    try CCall { MpHandLandmarkerClose(task, $0) }.requireSuccess()
  }
}
