/// One row a snippet: what was added around it.
enum SnippetTable {
  private static let gestureValues = """
    let minHandDetectionConfidence: Float = 0.5, minHandPresenceConfidence: Float = 0.5
    let minHandTrackingConfidence: Float = 0.5, numHands = 2
    """
  private static let poseValues = """
    let minPoseDetectionConfidence: Float = 0.5, minPosePresenceConfidence: Float = 0.5
    let minTrackingConfidence: Float = 0.5, numPoses = 1
    """
  private static let gestureTask = "gestureRecognizer: GestureRecognizer, image: MPImage"
  private static let poseTask = "poseLandmarker: PoseLandmarker, image: MPImage"
  private static let objectTask = "objectDetector: ObjectDetector, image: MPImage"
  /// The object guide's calls have a `let` without a name and do not try.
  private static let answer = SnippetRow.Change(old: "let objectDetector", new: "let result = try objectDetector")
  private static let sending = SnippetRow.Change(old: "let objectDetector", new: "try objectDetector")

  /// Creating the task for pictures, videos and live streams; pictures of three kinds; running the task in three modes.
  static let mediaPipe: [SnippetRow] =
    gestures(.gesturesInHebrew) + [
      SnippetRow(.objectsInHebrew, 1, .file()),
      SnippetRow(.objectsInHebrew, 2, .file()),
      SnippetRow(.objectsInHebrew, 3, .file()),
      SnippetRow(.objectsInHebrew, 4, .function("image: UIImage")),
      SnippetRow(.objectsInHebrew, 5, .function("pixelBuffer: CVPixelBuffer")),
      SnippetRow(.objectsInHebrew, 6, .function("sampleBuffer: CMSampleBuffer")),
      SnippetRow(.objectsInHebrew, 7, .function(objectTask), change: answer),
      SnippetRow(.objectsInHebrew, 8, .function(objectTask), change: answer),
      SnippetRow(.objectsInHebrew, 9, .function(objectTask), change: sending),

      SnippetRow(.posesInPortuguese, 1, .file(poseValues)),
      SnippetRow(.posesInPortuguese, 2, .file(poseValues)),
      SnippetRow(.posesInPortuguese, 3, .file(poseValues)),
      SnippetRow(.posesInPortuguese, 4, .function("image: UIImage")),
      SnippetRow(.posesInPortuguese, 5, .function("pixelBuffer: CVPixelBuffer")),
      SnippetRow(.posesInPortuguese, 6, .function("sampleBuffer: CMSampleBuffer")),
      SnippetRow(.posesInPortuguese, 7, .function(poseTask)),
      SnippetRow(.posesInPortuguese, 8, .function(poseTask + ", timestamp: Int")),
      SnippetRow(.posesInPortuguese, 9, .function(poseTask + ", timestamp: Int")),
    ] + gestures(.gesturesInEnglish)

  private static func gestures(_ guide: Guide) -> [SnippetRow] {
    [
      SnippetRow(guide, 1, .file(gestureValues)),
      SnippetRow(guide, 2, .file(gestureValues)),
      SnippetRow(guide, 3, .file(gestureValues)),
      SnippetRow(guide, 4, .function("image: UIImage")),
      SnippetRow(guide, 5, .function("pixelBuffer: CVPixelBuffer")),
      SnippetRow(guide, 6, .function("sampleBuffer: CMSampleBuffer")),
      SnippetRow(guide, 7, .function(gestureTask)),
      SnippetRow(guide, 8, .function(gestureTask + ", timestamp: Int")),
      SnippetRow(guide, 9, .function(gestureTask + ", timestamp: Int")),
    ]
  }

  /// ML Kit's ten snippets, each four times in the guide.
  static let firebase: [SnippetRow] = (0..<4).flatMap { copy in
    let first = 10 * copy
    let (imports, task) = ("import Firebase", "objectDetector: VisionObjectDetector, image: VisionImage")
    return [
      SnippetRow(.firebaseInPersian, first + 1, .file()),
      SnippetRow(
        .firebaseInPersian, first + 2, .function("", imports: imports),
        change: .init(old: "// Multiple object", new: "}\nfunc otherwise() {\n// Multiple object")),
      SnippetRow(
        .firebaseInPersian, first + 3, .function("options: VisionObjectDetectorOptions", imports: imports),
        change: .init(
          old: "// Or, to change", new: "}\nfunc otherwise(options: VisionObjectDetectorOptions) {\n// Or, to change")),
      SnippetRow(.firebaseInPersian, first + 4, .function("uiImage: UIImage", imports: imports)),
      SnippetRow(.firebaseInPersian, first + 5, .function("", imports: imports)),
      SnippetRow(.firebaseInPersian, first + 6, .function("", imports: imports), beside: first + 5),
      SnippetRow(
        .firebaseInPersian, first + 7,
        .function("sampleBuffer: CMSampleBuffer, metadata: VisionImageMetadata", imports: imports)),
      SnippetRow(.firebaseInPersian, first + 8, .function(task, imports: imports)),
      SnippetRow(.firebaseInPersian, first + 9, .function(task, imports: imports)),
      SnippetRow(.firebaseInPersian, first + 10, .function("detectedObjects: [VisionObject]", imports: imports)),
    ]
  }
}
