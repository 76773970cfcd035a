import VisionImaging
import VisionResults

extension GestureRecognizer: AnyVisionTask {
  package func output(of image: MPImage) throws -> any TaskOutput { try recognize(image: image) }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    try recognize(videoFrame: frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try recognizeAsync(image: frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}
