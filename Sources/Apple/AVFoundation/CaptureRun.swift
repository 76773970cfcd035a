import VisionMedia

/// Reads a device's source on its own thread, a file in real time, and delivers the frames to a session's outputs.
/// `@unchecked Sendable` is safe because mutable state is accessed under the condition's lock only. The source is read
/// by one thread, and `close()` may be called from any.
final class CaptureRun: @unchecked Sendable {
  private let source: any FrameSource
  private let device: AVCaptureDevice
  private let startTime: Int
  private let condition = NSCondition()
  private var isStarted = false
  private var isStopped = false
  private var isOver = false
  /// The output that gets a frame, which the session may not have any more.
  private var receiver: AVCaptureVideoDataOutput?
  private var newestTime: Int

  init(_ source: any FrameSource, of device: AVCaptureDevice, startTime: Int) {
    (self.source, self.device, self.startTime, newestTime) = (source, device, startTime, startTime)
  }

  var lastTime: Int { condition.withLock { newestTime } }

  /// Starts the thread, unless the run is already stopped. `outputs` is called for every frame, `ended` on the run's
  /// thread when the source ends or fails, not after `stop()`; where no thread can be started, by this call.
  func start(
    outputs: @escaping @Sendable () -> [AVCaptureVideoDataOutput], ended: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let begins = condition.withLock {
      isStarted = !isStopped
      return isStarted
    }
    guard begins else { return }
    do {
      try Thread.start(name: "capture") { [self] in
        var failure: (any Error)?
        do { try read(outputs) } catch { failure = error }
        if end() { ended(failure) }
      }
    } catch {
      if end() { ended(error) }
    }
  }

  /// Returns false if the run was stopped.
  private func end() -> Bool {
    condition.withLock {
      isOver = true
      condition.broadcast()
      return !isStopped
    }
  }

  /// Stops the run, from any thread. It may be waiting for an output.
  func stop() {
    let receiver = condition.withLock {
      isStopped = true
      condition.broadcast()
      return self.receiver
    }
    source.close()
    receiver?.wake()
  }

  func waitForEnd() {
    condition.withLock { while isStarted, !isOver { condition.wait() } }
  }

  private func read(_ outputs: () -> [AVCaptureVideoDataOutput]) throws {
    var makers: [OSType: SampleBufferMaker] = [:]
    let start = Date()
    var delivered: Int?
    while let frame = try source.next() {
      if !source.isLive { wait(until: start + Double(frame.timestampInMilliseconds) / 1000) }
      // A damaged file may state any time.
      let time = startTime.saturatingAdd(frame.timestampInMilliseconds)
      let isStopped = condition.withLock {
        newestTime = time
        return self.isStopped
      }
      if isStopped { return }
      if let delivered, isTooSoon(time, after: delivered) { continue }
      delivered = time
      for output in outputs() {
        guard let connection = output.connection(with: .video), connection.isEnabled else { continue }
        let format = try output.pixelFormat()
        let maker = makers[format] ?? SampleBufferMaker(format)
        makers[format] = maker
        condition.withLock { receiver = output }
        try output.deliver(maker, frame, at: CMTime(value: Int64(time), timescale: 1000), by: connection) {
          condition.withLock { self.isStopped }
        }
      }
    }
  }

  private func isTooSoon(_ time: Int, after last: Int) -> Bool {
    let shortest = device.activeVideoMinFrameDuration
    // Times are whole milliseconds: a thirtieth of a second is 33 or 34 of them.
    return shortest.isNumeric && Double(time) - Double(last) <= shortest.seconds * 1000 - 1
  }

  private func wait(until time: Date) {
    condition.withLock { while !isStopped, condition.wait(until: time) {} }
  }
}
