import Foundation
import MediaPipeTasksVision
import VisionCatalog
import VisionMedia

/// Makes one example image per annotator with real results: `AnnotatorExamples MEDIA RESULTS`.
@main
struct AnnotatorExamples {
  let media: URL
  let results: URL
  let catalog = ModelCatalog()
  let detector: ObjectDetector

  init(media: URL, results: URL) throws {
    self.media = media
    self.results = results
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = try catalog.fetch("efficientdet_lite0_float16")
    options.scoreThreshold = 0.35
    detector = try ObjectDetector(options: options)
  }

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
    guard arguments.count == 2 else { return print("usage: AnnotatorExamples MEDIA RESULTS") }
    let examples = try AnnotatorExamples(media: arguments[0], results: arguments[1])
    try examples.boxes()
    try examples.hands()
    try examples.poses()
    try examples.faces()
    try examples.masks()
    try examples.video()
  }

  func boxes() throws {
    let image = try image("coffee.png")
    let boxes = try detector.detect(image: MPImage(imageBuffer: image)).detections.map(BoxAnnotation.init)
    try write(BoxAnnotator().annotate(image, with: boxes), "boxes")
  }

  func hands() throws {
    let image = try image("thumb_up_teal.png")
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = try catalog.fetch("gesture_recognizer")
    let result = try GestureRecognizer(options: options).recognize(image: MPImage(imageBuffer: image))
    let hands = result.landmarks.indices.map { hand in
      let words = [result.gestures[hand].first?.categoryName, result.handedness[hand].first?.categoryName]
      return LandmarkAnnotation(
        result.landmarks[hand], skeleton: .hand, label: words.compactMap { $0 }.joined(separator: " · "))
    }
    try write(LandmarkAnnotator().annotate(image, with: hands), "hands")
  }

  func poses() throws {
    let image = try image("yoga.png")
    let result = try poseLandmarker(masks: false).detect(image: MPImage(imageBuffer: image))
    try write(image.annotated(with: result), "poses")
  }

  func faces() throws {
    let image = try image("face_business.png")
    let options = FaceLandmarkerOptions()
    options.baseOptions.modelAssetPath = try catalog.fetch("face_landmarker")
    options.outputFaceBlendshapes = true
    let result = try FaceLandmarker(options: options).detect(image: MPImage(imageBuffer: image))
    try write(image.annotated(with: result), "faces")
  }

  /// Masks of two people who walk hand in hand. The pose model detects such a pair as one person, so each is detected in a copy
  /// of the image that shows only that person's box.
  func masks() throws {
    let image = try image("two_walkers.png")
    let landmarker = try poseLandmarker(masks: true)
    let masks = try people(in: image).enumerated().compactMap { number, person in
      let alone = try MPImage(imageBuffer: blanked(image, outside: person))
      let mask = try landmarker.detect(image: alone).segmentationMasks.first
      return mask.map { MaskAnnotation(mask: $0, color: .palette(number)) }
    }
    try write(MaskAnnotator().annotate(image, with: masks), "masks")
  }

  /// The paths of heads and feet over 40 frames, with people identified by their order from left to right, and the frame rate.
  func video() throws {
    var history = TrailHistory(length: .frames(40))
    var meter = FrameRateMeter()
    var newest: ImageBuffer?
    let video = try VideoReader(contentsOfFile: path("walkers_pan.mp4"))
    while let frame = try video.next(), frame.index < 45 {
      let start = ProcessInfo.processInfo.systemUptime
      let points = try people(in: frame.image).enumerated().flatMap { number, person in
        [(2 * number, person.minY), (2 * number + 1, person.maxY)].map { id, y in
          TrackedPoint(id: id, position: SIMD2((person.minX + person.maxX) / 2, y))
        }
      }
      history.add(points, atSeconds: Double(frame.timestampInMilliseconds) / 1000)
      let end = ProcessInfo.processInfo.systemUptime
      meter.add(frameAtSeconds: end, workInSeconds: end - start)
      newest = frame.image
    }
    guard let image = newest, let rate = meter.frameRate else { return }
    try write(TrailAnnotator().annotate(image, with: history.trails), "trails")
    try write(FrameRateAnnotator(corner: .topLeft).annotate(image, with: [rate]), "frame-rate")
  }

  /// The boxes of people from left to right.
  private func people(in image: ImageBuffer) throws -> [DrawingBox] {
    try detector.detect(image: MPImage(imageBuffer: image)).detections
      .filter { $0.categories.first?.categoryName == "person" }.map { DrawingBox($0.boundingBox) }.sorted {
        $0.minX < $1.minX
      }
  }

  /// A copy of an image that is gray outside a box.
  private func blanked(_ image: ImageBuffer, outside box: DrawingBox) throws -> ImageBuffer {
    var copy = image
    let (bytesPerRow, bytesPerPixel) = (image.bytesPerRow, image.format.bytesPerPixel)
    copy.withUnsafeMutableBytes { bytes in
      for index in bytes.indices {
        let (x, y) = (Double(index % bytesPerRow / bytesPerPixel), Double(index / bytesPerRow))
        if x < box.minX || x >= box.maxX || y < box.minY || y >= box.maxY { bytes[index] = 128 }
      }
    }
    return copy
  }

  private func poseLandmarker(masks: Bool) throws -> PoseLandmarker {
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = try catalog.fetch("pose_landmarker_full")
    options.shouldOutputSegmentationMasks = masks
    return try PoseLandmarker(options: options)
  }

  private func path(_ name: String) -> String { media.appendingPathComponent(name).path }

  private func image(_ name: String) throws -> ImageBuffer { try ImageFile.read(contentsOfFile: path(name)) }

  /// Writes an image for the documentation, small enough for a page.
  private func write(_ image: ImageBuffer, _ name: String) throws {
    let file = results.appendingPathComponent("annotator-\(name).jpg")
    var (quality, bytes) = (88, Data())
    repeat {
      bytes = try ImageFile.encode(image, as: .jpeg(quality: quality))
      quality -= 4
    } while bytes.count > 78_000 && quality > 40
    try bytes.write(to: file, options: .atomic)
    print("\(file.path): \(image.width) x \(image.height), \(bytes.count / 1000) kB")
  }
}
