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
    switch input {
    case .image(let name):
      ["let image = VisionImage(imageBuffer: try ImageFile.read(contentsOfFile: \(Self.literal(name))))"]
        + printing
    case .video(let name):
      ["let video = try VideoReader(contentsOfFile: \(Self.literal(name)))"] + trackingLoop("video")
    case .camera: ["let camera = try Camera()"] + trackingLoop("camera")
    }
  }

  private func trackingLoop(_ source: String) -> [String] {
    [
      "for try await frame in \(source).frames {", "  let image = VisionImage(imageBuffer: frame.image)",
      "  image.timestampInMilliseconds = frame.timestampInMilliseconds",
    ] + printing.map { "  " + $0 } + ["}"]
  }
}
