extension SwiftCode {
  /// The program for object tracking, which uses ML Kit's API instead of MediaPipe's.
  var trackingProgram: [String] {
    let names = settings.task.descriptor.swift
    var options = ["let options = \(names.type)Options()", "options.detectorModelPath = \(Self.literal(modelFile))"]
    if case .image = input { options.append("options.detectorMode = .singleImage") }
    return ["import FirebaseMLVision", "import VisionMedia", ""] + options + assignments(.options, to: "options")
      + assignments(.baseOptions, to: "options")
      + ["let \(names.value) = Vision.vision().objectDetector(options: options)", ""] + trackingUse
  }

  private var trackingUse: [String] {
    if case .image(let name) = input {
      return ["let image = VisionImage(imageBuffer: try ImageFile.read(contentsOfFile: \(Self.literal(name))))"]
        + metadata + printing
    }
    let lines =
      ["let image = VisionImage(imageBuffer: frame.image)"] + metadata
      + ["image.timestampInMilliseconds = frame.timestampInMilliseconds"] + printing
    return source + ["for try await frame in \(frames) {"] + lines.map { "  " + $0 } + ["}"]
  }

  /// The lines for an image that is not upright.
  private var metadata: [String] {
    let corner: String? =
      switch settings.orientation {
      case .right: "rightTop"
      case .down: "bottomRight"
      case .left: "leftBottom"
      default: nil
      }
    return corner.map {
      ["let metadata = VisionImageMetadata()", "metadata.orientation = .\($0)", "image.metadata = metadata"]
    } ?? []
  }

  /// The program for a detector whose objects a tracker follows.
  var followingProgram: [String] {
    let names = settings.task.descriptor.swift
    let hasThreshold = settings.values["scoreThreshold"] != nil
    // The tracker needs all detections and applies the limit itself.
    let tracked = ["options.maxResults"] + (hasThreshold ? [] : ["options.scoreThreshold"])
    let threshold = hasThreshold ? [] : ["options.scoreThreshold = tracker.options.minScore"]
    return ["import MediaPipeTasksVision", "import VisionMedia", ""]
      + tracker + options.filter { !tracked.contains(where: $0.hasPrefix) } + threshold
      + ["let \(names.value) = try \(names.type)(options: options)", ""] + source
      + [
        "for try await frame in \(frames) {", "  let image = try MPImage(imageBuffer: frame.image\(orientation))",
        "  let time = frame.timestampInMilliseconds",
        "  let result = try \(names.value).\(names.verb)(videoFrame: image, timestampInMilliseconds: time)",
        "  for object in try tracker.update(with: result.detections, image: image, timestampInMilliseconds: time) {",
        "    print(object.trackingID, object.objectClass.name ?? \"\", object.boundingBox)", "  }", "}",
      ]
  }

  private var tracker: [String] {
    let fitting = ".fitting(detectorAt: \(Self.literal(modelFile)))"
    guard let limit = settings.values["maxResults"]?.number else {
      return ["var tracker = try ObjectTracker(options: \(fitting))"]
    }
    return [
      "var following = try ObjectTrackerOptions\(fitting)", "following.maxObjects = \(Float(limit).plainText)",
      "var tracker = try ObjectTracker(options: following)",
    ]
  }
}
