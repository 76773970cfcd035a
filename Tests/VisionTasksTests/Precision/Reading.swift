import MediaPipeTasksVision
import TestSupport
import VisionImaging

/// What a task found in an image, as numbers that can be compared.
struct Reading {
  /// A person, a hand, a face, an object; a classifier finds one.
  struct Thing {
    /// The most likely class, gesture or hand.
    var name = ""
    var score: Float = 0
    /// Landmarks, keypoints or corners, in pixels.
    var points: [SIMD2<Float>] = []
    /// Which points count: those of landmarks that a pose does not see are guesses.
    var areVisible: [Bool] = []
    /// Confidences: of masks, blendshapes and further classes.
    var confidences: [Float] = []

    var center: SIMD2<Float> { points.reduce(SIMD2(), +) / Float(max(points.count, 1)) }
  }

  var things: [Thing] = []
}

extension Reading.Thing {
  init(_ category: ResultCategory?, _ points: [SIMD2<Float>] = [], confidences: [Float] = []) {
    self.init(
      name: category?.categoryName ?? "", score: category?.score ?? 0, points: points, confidences: confidences)
  }

  init(_ detection: Detection, keypointsIn image: MPImage) {
    let box = detection.boundingBox
    let corners = [
      SIMD2(Float(box.minX), Float(box.minY)), SIMD2(Float(box.maxX), Float(box.maxY)),
    ]
    let keypoints = (detection.keypoints ?? []).map {
      SIMD2(Float($0.location.x) * Float(image.width), Float($0.location.y) * Float(image.height))
    }
    self.init(detection.categories.first, corners + keypoints)
  }
}

extension Reading.Thing {
  init(_ landmarks: [NormalizedLandmark], in image: MPImage, _ category: ResultCategory? = nil) {
    self.init(category, landmarks.map { SIMD2($0.x * Float(image.width), $0.y * Float(image.height)) })
    areVisible = landmarks.map { ($0.visibility?.floatValue ?? 1) > 0.5 }
  }
}

/// A task whose answers are read, with one precision.
struct ReadTask {
  let read: (MPImage) throws -> Reading

  private init(_ read: @escaping (MPImage) throws -> Reading) { self.read = read }

  /// The tasks of the table of bounds.
  static func make(_ name: String, _ precision: Precision) throws -> ReadTask {
    func base(_ options: TaskOptions, _ model: String) throws {
      options.baseOptions.modelAssetPath = try ModelFile.path(model)
      options.baseOptions.precision = precision
    }
    switch name {
    case "hand": return try hand(base)
    case "gesture": return try gesture(base)
    case "pose, lite": return try pose("pose_landmarker_lite.task", base)
    case "pose, full": return try pose("pose_landmarker_full.task", base)
    case "face-detect": return try faceDetector(base)
    case "face": return try face(base)
    case "holistic": return try holistic(base)
    case "detect, float16": return try objects(base)
    case "classify, float32": return try classes(base)
    case "embed, float32": return try embedding(base)
    case "segment, selfie": return try mask("selfie_segmenter.tflite", base)
    case "segment, DeepLab": return try mask("deeplab_v3.tflite", base)
    default: throw TasksError.invalidArgument("There is no task \(name) in this test.")
    }
  }

  private typealias Base = (TaskOptions, String) throws -> Void

  private static func hand(_ base: Base) throws -> ReadTask {
    let options = HandLandmarkerOptions()
    try base(options, "hand_landmarker.task")
    options.numHands = 2
    let task = try HandLandmarker(options: options)
    return ReadTask { image in
      let result = try task.detect(image: image)
      return Reading(
        things: zip(result.landmarks, result.handedness).map { Reading.Thing($0, in: image, $1.first) })
    }
  }

  private static func gesture(_ base: Base) throws -> ReadTask {
    let options = GestureRecognizerOptions()
    try base(options, "gesture_recognizer.task")
    options.numHands = 2
    let task = try GestureRecognizer(options: options)
    return ReadTask { image in
      let result = try task.recognize(image: image)
      return Reading(
        things: zip(result.landmarks, result.gestures).map { Reading.Thing($0, in: image, $1.first) })
    }
  }

  private static func pose(_ model: String, _ base: Base) throws -> ReadTask {
    let options = PoseLandmarkerOptions()
    try base(options, model)
    options.numPoses = 3
    let task = try PoseLandmarker(options: options)
    return ReadTask { image in
      Reading(things: try task.detect(image: image).landmarks.map { Reading.Thing($0, in: image) })
    }
  }

  private static func faceDetector(_ base: Base) throws -> ReadTask {
    let options = FaceDetectorOptions()
    try base(options, "blaze_face_short_range.tflite")
    let task = try FaceDetector(options: options)
    return ReadTask { image in
      Reading(things: try task.detect(image: image).detections.map { Reading.Thing($0, keypointsIn: image) })
    }
  }

  private static func face(_ base: Base) throws -> ReadTask {
    let options = FaceLandmarkerOptions()
    try base(options, "face_landmarker.task")
    options.numFaces = 3
    options.outputFaceBlendshapes = true
    let task = try FaceLandmarker(options: options)
    return ReadTask { image in
      let result = try task.detect(image: image)
      return Reading(
        things: zip(result.faceLandmarks, result.faceBlendshapes).map { landmarks, shapes in
          var face = Reading.Thing(landmarks, in: image)
          face.confidences = shapes.categories.map(\.score)
          return face
        })
    }
  }

  private static func holistic(_ base: Base) throws -> ReadTask {
    let options = HolisticLandmarkerOptions()
    try base(options, "holistic_landmarker.task")
    let task = try HolisticLandmarker(options: options)
    return ReadTask { image in
      let result = try task.detect(image: image)
      let parts = [
        result.poseLandmarks, result.leftHandLandmarks, result.rightHandLandmarks, result.faceLandmarks,
      ]
      return Reading(things: parts.filter { !$0.isEmpty }.map { Reading.Thing($0, in: image) })
    }
  }

  private static func objects(_ base: Base) throws -> ReadTask {
    let options = ObjectDetectorOptions()
    try base(options, "efficientdet_lite0_float16.tflite")
    options.scoreThreshold = 0.3
    let task = try ObjectDetector(options: options)
    return ReadTask { image in
      Reading(things: try task.detect(image: image).detections.map { Reading.Thing($0, keypointsIn: image) })
    }
  }

  private static func classes(_ base: Base) throws -> ReadTask {
    let options = ImageClassifierOptions()
    try base(options, "efficientnet_lite0_float32.tflite")
    let task = try ImageClassifier(options: options)
    return ReadTask { image in
      let all = try task.classify(image: image).classificationResult.classifications.first?.categories ?? []
      let byIndex = all.sorted { $0.index < $1.index }.map(\.score)
      return Reading(things: [Reading.Thing(all.first, confidences: byIndex)])
    }
  }

  private static func embedding(_ base: Base) throws -> ReadTask {
    let options = ImageEmbedderOptions()
    try base(options, "efficientnet_lite0_float32.tflite")
    options.l2Normalize = true
    let task = try ImageEmbedder(options: options)
    return ReadTask { image in
      let embedding = try task.embed(image: image).embeddingResult.embeddings.first
      let numbers = embedding?.floatEmbedding?.map { Float(truncating: $0) } ?? []
      return Reading(things: [Reading.Thing(confidences: numbers)])
    }
  }

  private static func mask(_ model: String, _ base: Base) throws -> ReadTask {
    let options = ImageSegmenterOptions()
    try base(options, model)
    let task = try ImageSegmenter(options: options)
    return ReadTask { image in
      let masks = try task.segment(image: image).confidenceMasks ?? []
      // One pixel of seven is enough, and going through all takes half a minute.
      let numbers = masks.flatMap { mask in
        stride(from: 0, to: mask.width * mask.height, by: 7).map { mask.float32Data[$0] }
      }
      return Reading(things: [Reading.Thing(confidences: numbers)])
    }
  }
}
