/// One task's data flow: an image in, a result out.
///
/// It knows nothing of running modes, queues or delegates; `VisionTaskRunner` calls it from one thread at a time.
package protocol VisionPipeline: AnyObject, SendableMetatype {
  associatedtype Output: Sendable

  /// The result for one image. An error leaves the pipeline ready for the next image.
  func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> Output

  /// All of `process` but making the public result, whose allocations are counted apart.
  func compute(_ frame: Frame, timestampInMilliseconds: Int) throws

  /// Forgets everything that was carried from image to image.
  func reset()
}

extension VisionPipeline {
  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    _ = try process(frame, timestampInMilliseconds: timestampInMilliseconds)
  }
}
