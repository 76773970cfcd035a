import Foundation
import VisionImaging

/// The prominence of an object: its score, size and closeness to the centre.
package enum Prominence {
  /// Below this prominence an object is not the subject of the image.
  package static let minimum = 0.12
  /// The share of the image above which a larger box is no more prominent.
  private static let areaLimit = 0.8
  /// The standard deviation of the fall-off towards the edges, in widths and heights of the image.
  private static let spread = 0.25

  /// The factor for what other things lie on. A table that fills the image is less prominent than the cup on it.
  private static let surfaceFactor = 0.35
  private static let surfaces: Set = ["dining table", "bed", "couch", "bench"]

  package static func of(_ box: CGRect, score: Float, className: String? = nil, in size: CGSize) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    guard width > 0, height > 0, let box = PixelBox(box) else { return 0 }
    let x = box.centerX / width - 0.5
    let y = box.centerY / height - 0.5
    let area = min(box.area / (width * height), areaLimit)
    let factor = className.map(surfaces.contains) == true ? surfaceFactor : 1
    return factor * Double(score) * area.squareRoot() * exp(-(x * x + y * y) / (2 * spread * spread))
  }
}

/// The most prominent object of a stream, with hysteresis.
package struct ProminentChoice: Sendable {
  /// How many times as prominent a challenger has to be, and in how many consecutive frames.
  private static let challengeFactor = 1.25
  private static let challengeFrames = 5
  private static let patience = 8

  package private(set) var current: Int?
  private var challenger: (id: Int, frames: Int)?
  private var missedFrames = 0

  package init() {}

  /// Updates the choice with the objects of a frame, so many frames after the last update. Returns the chosen object's
  /// id; nil when it is not among them.
  package mutating func update(_ objects: [(id: Int, prominence: Double)], frames: Int = 1) -> Int? {
    let best = objects.max { $0.prominence < $1.prominence }
    guard let current, let own = objects.first(where: { $0.id == current }) else {
      missedFrames += frames
      guard self.current == nil || missedFrames > Self.patience else { return nil }
      choose(best?.id)
      return best?.id
    }
    missedFrames = 0
    guard let best, best.id != current, best.prominence > own.prominence * Self.challengeFactor else {
      challenger = nil
      return current
    }
    let lead = (challenger?.id == best.id ? challenger?.frames ?? 0 : 0) + frames
    challenger = (best.id, lead)
    if lead >= Self.challengeFrames { choose(best.id) }
    return self.current
  }

  private mutating func choose(_ id: Int?) { (current, challenger, missedFrames) = (id, nil, 0) }
}
