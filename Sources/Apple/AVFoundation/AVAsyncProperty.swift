import CoreMedia

/// A property of an asset that takes time to read, for `AVAsset.load(_:)`.
public struct AVAsyncProperty<Root, Value: Sendable>: Sendable {
  let read: @Sendable (Root) throws -> Value
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
  /// The length; see `AVAsset.duration`.
  public static var duration: AVAsyncProperty<AVAsset, CMTime> { AVAsyncProperty { try $0.readDuration() } }
}
