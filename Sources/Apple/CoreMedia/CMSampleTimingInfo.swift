/// When a sample is shown, and for how long.
public struct CMSampleTimingInfo: Sendable {
  /// How long the sample is shown.
  public var duration: CMTime
  /// When the sample is shown.
  public var presentationTimeStamp: CMTime
  /// When the sample has to be decoded; invalid for images.
  public var decodeTimeStamp: CMTime

  /// Makes a timing of invalid times.
  public init() {
    self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
  }

  /// Makes a timing.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }
}
