internal import CFFmpeg
import Foundation

/// The frames of one file, one after another; `VideoReader` gives them out.
protocol FileFrames: AnyObject {
  var width: Int { get }
  var height: Int { get }
  var frameRate: VideoFrameRate? { get }
  var duration: TimeInterval? { get }
  var estimatedFrameCount: Int? { get }
  /// How many units of the frames' times make a second; at least 1.
  var timescale: Int { get }
  /// How wide an upright frame's pixel is, compared with its height; zero when unknown.
  var pixelAspectRatio: AVRational { get }
  /// Whether the format has room for sound.
  var mayHaveSound: Bool { get }
  /// How many pieces could not be decoded so far.
  var skippedFrames: Int { get }

  /// The next frame; nil at the end. It is not called again after the end or an error.
  func next() throws -> VideoFrame?
}
