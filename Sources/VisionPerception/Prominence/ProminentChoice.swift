/// Which of the objects of a stream is the most prominent one: not another in every frame.
package struct ProminentChoice: Sendable {
  /// How many times as prominent another object has to be, and in how many frames in a row.
  private static let challengeFactor = 1.25
  private static let challengeFrames = 5
  /// The frames for which the chosen object may be out of sight.
  private static let patience = 8

  /// The number of the chosen object; nil when there is none.
  package private(set) var current: Int?
  private var challenger: (id: Int, frames: Int)?
  private var missedFrames = 0

  package init() {}

  /// Takes the objects of a frame into account.
  ///
  /// - Parameters:
  ///   - objects: The objects, each with its number and its prominence.
  ///   - frames: The frames since the last update: more than one where the detector skips some.
  /// - Returns: The number of the chosen object; nil when it is not among them.
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

  private mutating func choose(_ id: Int?) {
    current = id
    challenger = nil
    missedFrames = 0
  }
}
