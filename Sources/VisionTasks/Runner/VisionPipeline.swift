/// One task's data flow: a picture in, a result out.
///
/// It knows nothing of running modes, queues or delegates; `VisionTaskRunner` calls it from one thread at a time.
package protocol VisionPipeline: AnyObject, SendableMetatype {
  associatedtype Output: TaskResult

  /// The result for one picture. An error leaves the pipeline ready for the next picture.
  func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> Output

  /// Forgets everything that was carried from picture to picture.
  func reset()
}
