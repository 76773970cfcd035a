import CoreMedia
import VisionErrors
import VisionImaging
import VisionMedia

/// Finds the frame that a video shows at a time, forwards from the last one where it can.
final class FrameFinder {
  private let asset: AVAsset
  private var reader: VideoReader?
  /// The frame that was found last, and the one after it; nil after the last frame.
  private var current: VideoFrame?
  private var following: VideoFrame?

  init(asset: AVAsset) {
    self.asset = asset
  }

  /// The frame at or before a time, the first one for times before it, and how stored frames are turned.
  func frame(at time: CMTime) throws -> (frame: VideoFrame, orientation: ImageOrientation) {
    do {
      return try search(time)
    } catch {
      // A reader that failed says so once; the next call begins anew.
      (reader, current, following) = (nil, nil, nil)
      throw error
    }
  }

  private func search(_ time: CMTime) throws -> (frame: VideoFrame, orientation: ImageOrientation) {
    if current.map({ time < $0.cmTime }) ?? true { (reader, current, following) = (nil, nil, nil) }
    let reader = try self.reader ?? asset.openReader()
    if self.reader == nil {
      self.reader = reader
      current = try reader.next()
      following = try reader.next()
    }
    while let next = following, next.cmTime <= time {
      current = next
      following = try reader.next()
    }
    guard let current else {
      throw TasksError(.dataLossError, "There is no frame in \"\(asset.url.path)\".")
    }
    return (current, reader.storedOrientation)
  }
}

extension VideoFrame {
  /// The time the frame is shown, exact where its unit fits.
  var cmTime: CMTime {
    guard let timescale = CMTimeScale(exactly: presentationTime.timescale) else {
      return CMTime(value: Int64(timestampInMilliseconds), timescale: 1000)
    }
    return CMTime(value: Int64(presentationTime.value), timescale: timescale)
  }
}
