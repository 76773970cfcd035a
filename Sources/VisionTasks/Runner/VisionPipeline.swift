import Foundation
import VisionCore
import VisionImaging
import VisionInference
import VisionResults

/// The data flow of one task: an image in, a result out.
///
/// It knows nothing of running modes, queues or delegates. `VisionTaskRunner` calls it from one thread at a time.
///
/// Whatever leads to a region of the next frame keeps MediaPipe's precision and order of operations. Tracking feeds every
/// rounding back: one other bit moves a sample between two pixels, and a clip drifts by percents of the image.
package protocol VisionPipeline<Output>: AnyObject, SendableMetatype {
  associatedtype Output: Sendable

  /// Returns the result for one image. After an error the pipeline is ready for the next image.
  func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> Output

  /// Does the work of `process` without making the public result, whose allocations are counted separately.
  func compute(_ frame: Frame, timestampInMilliseconds: Int) throws

  /// Discards the state carried from frame to frame; by default there is none.
  func reset()
}

extension VisionPipeline {
  /// Calls `process`, with the calling thread counted as active in `ThreadBudget.processors`.
  package func run(_ frame: Frame, timestampInMilliseconds: Int) throws -> Output {
    try ThreadBudget.processors.whileActive { try process(frame, timestampInMilliseconds: timestampInMilliseconds) }
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    _ = try process(frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func reset() {}
}

/// The input of a pipeline: pixels, their orientation and the region of interest.
package struct Frame: Sendable {
  /// The pixels as stored. Coordinates of results refer to them.
  package let image: ImageBuffer
  /// The rotation that makes the pixels upright; never mirrored.
  package let orientation: ImageOrientation
  /// The region of interest in fractions of the stored image; nil for the whole image.
  private let region: CGRect?

  package init(image: ImageBuffer, orientation: ImageOrientation = .up, region: CGRect? = nil) {
    self.image = image
    self.orientation = orientation
    self.region = region
  }

  package init(_ image: MPImage, region: CGRect? = nil) throws {
    if let region {
      // Comparisons written this way also refuse NaN.
      guard region.origin.x >= 0, region.origin.y >= 0, region.size.width > 0, region.size.height > 0, region.maxX <= 1,
        region.maxY <= 1
      else {
        throw TasksError.invalidArgument(
          "The region of interest is \(region); it has to lie within (0, 0, 1, 1), fractions of the image's width and height, "
            + "and not to be empty.")
      }
    }
    guard !image.orientation.isMirrored else {
      throw TasksError.invalidArgument(
        "The orientation \(image.orientation) is mirrored, which the tasks do not support; allowed are up, right, down and "
          + "left. Mirror the pixels before.")
    }
    self.init(image: image.imageBuffer, orientation: image.orientation, region: region)
  }

  /// The rectangle of the image, or of the region of interest, rotated upright.
  var fullRect: RotatedRegion {
    var rect = RotatedRegion(coveringImageOf: image.size, orientation: orientation)
    guard let region else { return rect }
    // Single precision and by edges, as in MediaPipe. The region is cropped from the stored image, then rotated.
    let (left, top, right, bottom) = (Float(region.minX), Float(region.minY), Float(region.maxX), Float(region.maxY))
    (rect.xCenter, rect.yCenter) = ((left + right) / 2, (top + bottom) / 2)
    let (width, height) = (right - left, bottom - top)
    let isQuarterTurn = orientation.clockwiseDegrees % 180 != 0
    rect.width = isQuarterTurn ? height * image.size.height / image.size.width : width
    rect.height = isQuarterTurn ? width * image.size.width / image.size.height : height
    return rect
  }
}

/// Any vision task: images in, outputs in parts out.
package protocol AnyVisionTask {
  /// Runs on an image; running mode `.image`.
  func output(of image: MPImage) throws -> any TaskOutput
  /// Runs on a frame; running mode `.video`.
  func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput
  /// Queues a frame; running mode `.liveStream`.
  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws
  var droppedFrameCount: Int { get }
  func reset()
}

/// A task made of a pipeline and its runner, without a class of MediaPipe's API.
package final class PipelineTask<Output: TaskOutput>: AnyVisionTask, Sendable {
  private let runner: VisionTaskRunner<Output>
  private let region: CGRect?

  /// Takes the pipeline over. `region` is the region of interest of every image, nil for the whole image; `answer` receives the
  /// results of live-stream mode.
  package init(
    _ pipeline: any VisionPipeline<Output>, mode: RunningMode, name: String, region: CGRect? = nil, answer: LiveAnswer?
  ) {
    self.region = region
    runner = VisionTaskRunner(pipeline: pipeline, mode: mode, taskName: name) { result, timestamp in
      answer?(result.map { $0 as any TaskOutput }, timestamp)
    }
  }

  package func output(of image: MPImage) throws -> any TaskOutput { try runner.processImage(image, region: region) }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    try runner.processVideoFrame(frame, timestampInMilliseconds: timestampInMilliseconds, region: region)
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(
      frame, timestampInMilliseconds: timestampInMilliseconds, region: region, keeping: self)
  }

  package var droppedFrameCount: Int { runner.droppedFrameCount }

  package func reset() { runner.reset() }
}
