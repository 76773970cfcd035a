import VisionTasks

package enum CodeInput: Sendable, Hashable, Decodable {
  case camera
  case image(name: String)
  case video(name: String)

  private enum CodingKeys: String, CodingKey { case kind, name }

  /// A missing name becomes a default one. The name is only displayed, so folders and control characters are removed.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decodeIfPresent(String.self, forKey: .name).map(FileName.plain)
    switch try container.decode(String.self, forKey: .kind) {
    case "image": self = .image(name: name ?? "image.jpg")
    case "video": self = .video(name: name ?? "video.mp4")
    default: self = .camera
    }
  }
}

package struct SwiftCode: Sendable {
  private let settings: StudioSettings
  private let input: CodeInput
  private let modelFile: String

  package init(_ settings: StudioSettings, input: CodeInput, modelFile: String) {
    (self.settings, self.input, self.modelFile) = (settings, input, modelFile)
  }

  package var text: String {
    let lines = names.api == .mlKit ? trackingProgram : isFollowing ? followingProgram : program
    return lines.joined(separator: "\n") + "\n"
  }

  private var names: TaskDescriptor.SwiftNames { settings.task.descriptor.swift }

  private var isTracking: Bool { isSequence && settings.values["track"]?.isOn == true }

  /// Whether a tracker follows the detector's objects. Other tasks have an option for it.
  private var isFollowing: Bool {
    isTracking && settings.task.settings.contains { $0.flagName == "track" && $0.holder == .program }
  }

  private var program: [String] {
    ["import MediaPipeTasksVision", "import VisionMedia", ""] + options
      + ["let \(names.value) = try \(names.type)(options: options)", ""] + use
  }

  private var options: [String] {
    var lines = [
      "let options = \(names.type)Options()",
      "options.baseOptions.modelAssetPath = \(Self.literal(modelFile))",
    ]
    if isSequence, takesVideos { lines.append("options.runningMode = .video") }
    lines += assignments(.baseOptions, to: "options.baseOptions") + assignments(.options, to: "options")
    if let kernels = settings.kernels { lines.append("options.baseOptions.kernels = .\(kernels.rawValue)") }
    return lines + classifiers
  }

  private func assignments(_ holder: OptionDescriptor.Holder, to object: String) -> [String] {
    settings.task.settings.filter { $0.holder == holder }.compactMap { setting in
      guard let value = settings.value(setting), value != setting.swiftDefault else { return nil }
      return "\(object).\(setting.property) = \(Self.literal(value, of: setting))"
    }
  }

  /// Assignments of the nested `ClassifierOptions`, one object after another.
  private var classifiers: [String] {
    var seen: Set<OptionDescriptor.Holder> = []
    return settings.task.settings.map(\.holder).filter { seen.insert($0).inserted }.flatMap { holder -> [String] in
      guard case .classifier(let property, let name) = holder else { return [] }
      let assignments = assignments(holder, to: name)
      guard !assignments.isEmpty else { return [] }
      return ["let \(name) = ClassifierOptions()"] + assignments + ["options.\(property) = \(name)"]
    }
  }

  private var isSequence: Bool { if case .image = input { false } else { true } }

  /// Whether the task has calls for videos; one without sees each frame as an image.
  private var takesVideos: Bool {
    func hasDelegate<Task: TaskDefinition>(_ task: Task.Type) -> Bool { Task.Options.liveStreamDelegate != nil }
    return hasDelegate(settings.task.type)
  }

  private var use: [String] {
    switch input {
    case .image(let name):
      let image =
        settings.orientation == .up
        ? "MPImage(contentsOfFile: \(Self.literal(name)))"
        : "MPImage(imageBuffer: ImageFile.read(contentsOfFile: \(Self.literal(name)))\(orientation))"
      return ["let result = try \(names.value).\(names.verb)(image: \(image))"] + printing
    case _ where settings.orientation != .up || settings.maxFrames != nil: return frameLoop
    case .video, .camera:
      let results = "\(names.value).results(for: \(frames)\(input == .camera ? ", policy: .latest" : ""))"
      return source + loop("item in \(results)", ["let result = try item.result"] + printing)
    }
  }

  private var frameLoop: [String] {
    let image = "let image = try MPImage(imageBuffer: frame.image\(orientation))"
    let call = "let result = try \(names.value).\(names.verb)("
    let result =
      takesVideos
      ? [call, "  videoFrame: image, timestampInMilliseconds: frame.timestampInMilliseconds)"]
      : [call + "image: image)"]
    return source + loop("frame in \(frames)", [image] + result + printing)
  }

  private var orientation: String { settings.orientation == .up ? "" : ", orientation: .\(settings.orientation)" }

  private var source: [String] {
    guard case .video(let name) = input else { return ["let camera = try Camera()"] }
    return ["let video = try VideoReader(contentsOfFile: \(Self.literal(name)))"]
  }

  private var frames: String {
    let name = if case .video = input { "video" } else { "camera" }
    return "\(name).frames" + (settings.maxFrames.map { ".prefix(\($0))" } ?? "")
  }

  private func loop(_ head: String, _ lines: [String]) -> [String] {
    ["for try await \(head) {"] + lines.map { "  " + $0 } + ["}"]
  }

  private var printing: [String] {
    let format = settings.task.type.format
    let keys = format.parts.map(\.key)
    let lines = Self.printedParts.first { keys.contains($0.key) }?.value ?? ["print(result)"]
    return (lines + (isTracking ? ["print(result.trackingIDs)"] : []))
      .map { $0.replacing("SUBJECT", with: format.subject.one) }
  }

  private static let printedParts: KeyValuePairs<String, [String]> = [
    "gestures": [
      "for (gestures, handedness) in zip(result.gestures, result.handedness) {",
      "  print(handedness.first?.categoryName ?? \"\", gestures.first?.categoryName ?? \"no gesture\")", "}",
    ],
    "landmarks": [
      "for (SUBJECT, landmarks) in result.landmarks.enumerated() {",
      "  print(SUBJECT, landmarks[0].x, landmarks[0].y)", "}",
    ],
    "detections": [
      "for detection in result.detections {",
      "  print(detection.categories.first?.categoryName ?? \"\", detection.boundingBox)", "}",
    ],
    "classifications": [
      "for category in result.classificationResult.classifications.flatMap(\\.categories) {",
      "  print(category.categoryName ?? \"\", category.score)", "}",
    ],
    "embeddings": [
      "for embedding in result.embeddingResult.embeddings {",
      "  print(embedding.headName ?? \"\", embedding.floatValues ?? [], embedding.quantizedValues ?? [])", "}",
    ],
  ]

  private static func literal(_ value: OptionValue, of setting: OptionDescriptor) -> String {
    if case .points(let isOne) = setting.kind, let points = value.points {
      let texts = points.map { "CGPoint(x: \(Float($0.x).plainText), y: \(Float($0.y).plainText))" }
      return isOne ? texts.first ?? "nil" : "[" + texts.joined(separator: ", ") + "]"
    }
    // The names of choices are those of the cases.
    if case .choice = setting.kind, let name = value.text { return "." + name }
    guard setting.kind == .region, let region = value.region else { return literal(value) }
    let numbers = [region.minX, region.minY, region.width, region.height].map { Float($0).plainText }
    return "CGRect(x: \(numbers[0]), y: \(numbers[1]), width: \(numbers[2]), height: \(numbers[3]))"
  }

  private static func literal(_ value: OptionValue) -> String {
    switch value {
    case .toggle(let value): "\(value)"
    case .number(let value): Float(value).plainText
    case .text(let value): literal(value)
    case .names(let value): "[" + value.map { literal($0) }.joined(separator: ", ") + "]"
    }
  }

  private static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  // MARK: - Tracking

  private var trackingProgram: [String] {
    var options = ["let options = \(names.type)Options()", "options.detectorModelPath = \(Self.literal(modelFile))"]
    if case .image = input { options.append("options.detectorMode = .singleImage") }
    return ["import FirebaseMLVision", "import VisionMedia", ""] + options + assignments(.options, to: "options")
      + assignments(.baseOptions, to: "options")
      + ["let \(names.value) = Vision.vision().objectDetector(options: options)", ""] + trackingUse
  }

  private var trackingUse: [String] {
    let printing = [
      "for object in try detector.results(in: image) {",
      "  print(object.trackingID.map { \"\\($0)\" } ?? \"-\", object.classificationCategory, object.frame)", "}",
    ]
    if case .image(let name) = input {
      return ["let image = VisionImage(imageBuffer: try ImageFile.read(contentsOfFile: \(Self.literal(name))))"]
        + metadata + printing
    }
    let lines =
      ["let image = VisionImage(imageBuffer: frame.image)"] + metadata
      + ["image.timestampInMilliseconds = frame.timestampInMilliseconds"] + printing
    return source + loop("frame in \(frames)", lines)
  }

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

  private var followingProgram: [String] {
    let hasThreshold = settings.values["scoreThreshold"] != nil
    // The tracker needs all detections and applies the limit itself.
    let tracked = ["options.maxResults"] + (hasThreshold ? [] : ["options.scoreThreshold"])
    let threshold = hasThreshold ? [] : ["options.scoreThreshold = tracker.options.minScore"]
    return ["import MediaPipeTasksVision", "import VisionMedia", ""]
      + tracker + options.filter { !tracked.contains(where: $0.hasPrefix) } + threshold
      + ["let \(names.value) = try \(names.type)(options: options)", ""] + source
      + loop(
        "frame in \(frames)",
        [
          "let image = try MPImage(imageBuffer: frame.image\(orientation))",
          "let time = frame.timestampInMilliseconds",
          "let result = try \(names.value).\(names.verb)(videoFrame: image, timestampInMilliseconds: time)",
          "for object in try tracker.update(with: result.detections, image: image, timestampInMilliseconds: time) {",
          "  print(object.trackingID, object.objectClass.name ?? \"\", object.boundingBox)", "}",
        ])
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
