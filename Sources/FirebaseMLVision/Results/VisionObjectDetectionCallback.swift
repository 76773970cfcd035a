/// A completion of `VisionObjectDetector`: gets the objects, or nil and the error.
///
/// `@Sendable`, since it is called on another thread than the caller's; code in Swift 5 mode need not say so.
@preconcurrency
public typealias VisionObjectDetectionCallback = @Sendable (_ objects: [VisionObject]?, _ error: (any Error)?) -> Void
