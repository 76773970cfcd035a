import Foundation
import MediaPipeTasksVision
import VisionCatalog
import VisionMedia

/// Makes one example picture per annotator with real results of the tasks: `AnnotatorExamples MEDIA RESULTS`.
@main
struct AnnotatorExamples {
  let media: URL
  let results: URL
  let catalog = ModelCatalog()

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
    guard arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: AnnotatorExamples MEDIA RESULTS\n".utf8))
      exit(2)
    }
    let examples = AnnotatorExamples(media: arguments[0], results: arguments[1])
    try examples.boxes()
    try examples.hands()
    try examples.poses()
    try examples.masks()
    try examples.trails()
    try examples.frameRate()
  }

  func boxes() throws {
    let image = try picture("pets.png")
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = try catalog.fetch("efficientdet_lite0_int8")
    options.scoreThreshold = 0.4
    let detections = try ObjectDetector(options: options).detect(image: MPImage(imageBuffer: image)).detections
    let boxes = detections.map { detection in
      let (box, category) = (detection.boundingBox, detection.categories.first)
      return BoxAnnotation(
        box: DrawingBox(minX: box.minX, minY: box.minY, width: box.width, height: box.height),
        label: category.map { "\($0.categoryName ?? "") " + String(format: "%.2f", $0.score) },
        color: .category(category?.index ?? 0))
    }
    try write(BoxAnnotator().annotate(image, with: boxes), "boxes")
  }

  func hands() throws {
    let image = try picture("two_thumbs.png")
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = try catalog.fetch("gesture_recognizer")
    options.numHands = 2
    let result = try GestureRecognizer(options: options).recognize(image: MPImage(imageBuffer: image))
    let hands = result.landmarks.indices.map { hand in
      let words = [result.gestures[hand].first?.categoryName, result.handedness[hand].first?.categoryName]
      return LandmarkAnnotation(
        landmarks: positions(result.landmarks[hand]), label: words.compactMap { $0 }.joined(separator: " · "))
    }
    try write(LandmarkAnnotator(skeleton: .hand).annotate(image, with: hands), "hands")
  }

  func poses() throws {
    let image = try picture("yoga.png")
    let result = try poseLandmarker().detect(image: MPImage(imageBuffer: image))
    let people = result.landmarks.map { LandmarkAnnotation(landmarks: positions($0)) }
    try write(LandmarkAnnotator(skeleton: .pose).annotate(image, with: people), "poses")
  }

  func masks() throws {
    let image = try picture("two_walkers.png")
    let result = try poseLandmarker { $0.shouldOutputSegmentationMasks = true }
      .detect(image: MPImage(imageBuffer: image))
    let masks = result.segmentationMasks.enumerated().map { MaskAnnotation(mask: $1, color: .palette($0)) }
    try write(MaskAnnotator().annotate(image, with: masks), "masks")
  }

  /// The paths of heads and wrists over 40 frames; people are told apart by their order from left to right.
  func trails() throws {
    let (nose, leftWrist, rightWrist) = (0, 15, 16)
    let landmarker = try poseLandmarker { $0.runningMode = .video }
    var history = TrailHistory(length: .frames(40))
    var newest: VideoFrame?
    let video = try VideoReader(contentsOfFile: path("walkers_pan.mp4"))
    while let frame = try video.next(), frame.index < 45 {
      let image = try MPImage(imageBuffer: frame.image)
      let people = try landmarker.detect(
        videoFrame: image, timestampInMilliseconds: frame.timestampInMilliseconds
      ).landmarks.sorted { $0[nose].x < $1[nose].x }
      let points = people.enumerated().flatMap { person, landmarks in
        [nose, leftWrist, rightWrist].enumerated().map { part, landmark in
          TrackedPoint(
            id: person * 3 + part,
            position: SIMD2(Double(landmarks[landmark].x), Double(landmarks[landmark].y))
              * SIMD2(Double(image.width), Double(image.height)))
        }
      }
      history.add(points, atSeconds: Double(frame.timestampInMilliseconds) / 1000)
      newest = frame
    }
    guard let newest else { return }
    try write(TrailAnnotator().annotate(newest.image, with: history.trails), "trails")
  }

  func frameRate() throws {
    let landmarker = try poseLandmarker { $0.runningMode = .video }
    var meter = FrameRateMeter()
    var newest: VideoFrame?
    let video = try VideoReader(contentsOfFile: path("walkers_pan.mp4"))
    while let frame = try video.next() {
      let start = ProcessInfo.processInfo.systemUptime
      _ = try landmarker.detect(
        videoFrame: MPImage(imageBuffer: frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
      let end = ProcessInfo.processInfo.systemUptime
      meter.add(frameAtSeconds: end, workInSeconds: end - start)
      newest = frame
    }
    guard let newest, let rate = meter.frameRate else { return }
    try write(FrameRateAnnotator(corner: .topLeft).annotate(newest.image, with: [rate]), "frame-rate")
  }

  private func poseLandmarker(_ change: (PoseLandmarkerOptions) -> Void = { _ in }) throws -> PoseLandmarker {
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = try catalog.fetch("pose_landmarker_full")
    options.numPoses = 2
    change(options)
    return try PoseLandmarker(options: options)
  }

  private func positions(_ landmarks: [NormalizedLandmark]) -> [SIMD2<Float>] { landmarks.map { SIMD2($0.x, $0.y) } }

  private func path(_ name: String) -> String { media.appendingPathComponent(name).path }

  private func picture(_ name: String) throws -> ImageBuffer { try ImageFile.read(contentsOfFile: path(name)) }

  /// Writes a picture of the documentation, which need not be larger than a page loads quickly.
  private func write(_ image: ImageBuffer, _ name: String) throws {
    let file = results.appendingPathComponent("annotator-\(name).jpg")
    let bytes = try ImageFile.encode(image, as: .jpeg(quality: 80))
    try bytes.write(to: file, options: .atomic)
    print("\(file.path): \(image.width) x \(image.height), \(bytes.count / 1000) kB")
  }
}
