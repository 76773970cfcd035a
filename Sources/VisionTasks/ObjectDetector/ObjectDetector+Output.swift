import VisionImaging
import VisionResults

extension ObjectDetector: AnyVisionTask {
  package func output(of image: MPImage) throws -> any TaskOutput { try detect(image: image) }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    try detect(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try detectAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}
