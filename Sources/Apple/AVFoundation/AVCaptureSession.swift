import Foundation
import VisionErrors
import VisionMedia

/// Takes images from a camera, or from a video in place of one, to its outputs, in place of Apple's class of this name.
///
/// ```swift
/// let session = AVCaptureSession()
/// session.addInput(try AVCaptureDeviceInput(device: device))
/// let output = AVCaptureVideoDataOutput()
/// output.setSampleBufferDelegate(self, queue: queue)
/// session.addOutput(output)
/// session.startRunning()
/// ```
///
/// It has one input of images and any number of `AVCaptureVideoDataOutput`s; preview layers, sound, photos and recording
/// are absent. Images' times are milliseconds by the clock of the time since the computer's start, as on Apple's platforms.
/// A file plays once, at its own pace; then the session stops.
///
/// Sendable since what changes is touched under the lock only.
public final class AVCaptureSession: NSObject, @unchecked Sendable {
  private let lock = NSLock()
  /// Held while the session starts or stops, which both take time.
  private let changing = NSLock()
  private var input: AVCaptureDeviceInput?
  private var videoOutputs: [AVCaptureVideoDataOutput] = []
  private var preset = Preset.high
  private var run: CaptureRun?
  private var lastTime = 0

  /// Makes a session without input and outputs.
  public override init() { super.init() }

  deinit { run?.stop(videoOutputs) }

  /// What a camera's images should be like, from the next start on; `.high` by default. Files and streams have their own
  /// size.
  public var sessionPreset: Preset {
    get { lock.withLock { preset } }
    set { lock.withLock { preset = newValue } }
  }

  /// True: what a camera cannot do becomes a runtime error when the session starts.
  public func canSetSessionPreset(_ preset: Preset) -> Bool { true }

  /// The input, if there is one.
  public var inputs: [AVCaptureInput] { lock.withLock { input.map { [$0] } ?? [] } }

  /// The outputs.
  public var outputs: [AVCaptureOutput] { currentOutputs }

  private var currentOutputs: [AVCaptureVideoDataOutput] { lock.withLock { videoOutputs } }

  /// Whether the session takes an input: a device, while it has none.
  public func canAddInput(_ input: AVCaptureInput) -> Bool { input is AVCaptureDeviceInput && inputs.isEmpty }

  /// Adds an input, which is used from the next start on; one that `canAddInput(_:)` refuses is passed over.
  public func addInput(_ input: AVCaptureInput) {
    configure {
      if self.input == nil { self.input = input as? AVCaptureDeviceInput }
    }
  }

  /// Takes an input away, from the next start on.
  public func removeInput(_ input: AVCaptureInput) {
    configure {
      if self.input === input { self.input = nil }
    }
  }

  /// Whether the session takes an output: an `AVCaptureVideoDataOutput` that it does not have.
  public func canAddOutput(_ output: AVCaptureOutput) -> Bool {
    output is AVCaptureVideoDataOutput && !outputs.contains { $0 === output }
  }

  /// Adds an output; one that `canAddOutput(_:)` refuses is passed over.
  public func addOutput(_ output: AVCaptureOutput) {
    configure {
      guard let output = output as? AVCaptureVideoDataOutput, !videoOutputs.contains(output) else { return }
      videoOutputs.append(output)
    }
  }

  /// Takes an output away.
  public func removeOutput(_ output: AVCaptureOutput) {
    output.connect(false)
    configure { videoOutputs.removeAll { $0 === output } }
  }

  /// Does nothing: changes are in force one by one.
  public func beginConfiguration() {}

  /// Does nothing: changes are in force one by one.
  public func commitConfiguration() {}

  /// Whether images are coming.
  public var isRunning: Bool { lock.withLock { run != nil } }

  /// False: nothing interrupts a session here.
  public var isInterrupted: Bool { false }

  /// Opens the device and starts. Blocks until the device is open; call it on a queue of its own.
  ///
  /// A session that cannot start posts `AVCaptureSessionRuntimeError` with the reason: a device that is not there or must not
  /// be opened, settings that cannot be met, or no input. One that runs already goes on.
  public func startRunning() {
    changing.lock()
    guard !isRunning else { return changing.unlock() }
    let started = Result { try start() }
    changing.unlock()
    switch started {
    case .success(let begin):
      post(.AVCaptureSessionDidStartRunning)
      begin()
    case .failure(let error): report(error)
    }
  }

  /// Stops, and lets the device go. Blocks until it is free; the delegate may still get an image that is on its way.
  public func stopRunning() {
    changing.lock()
    let (run, outputs) = lock.withLock { (takeRun(), videoOutputs) }
    run?.stop(outputs)
    run?.waitForEnd()
    changing.unlock()
    if run != nil { post(.AVCaptureSessionDidStopRunning) }
  }

  /// Opens the device; what is returned lets images come.
  private func start() throws -> () -> Void {
    let (input, outputs, preset) = lock.withLock { (self.input, videoOutputs, self.preset) }
    guard let input else {
      throw TasksError(.failedPreconditionError, "The capture session has no input; add one before it starts.")
    }
    for output in outputs { try output.checkSettings() }
    let source: any FrameSource =
      switch input.device.source {
      case .camera(let device): try Camera(device: device, options: preset.options)
      case let other: try other.open()
      }
    let uptime = Int(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000)
    let run = lock.withLock {
      let run = CaptureRun(source, startTime: max(uptime, lastTime + 1))
      self.run = run
      return run
    }
    return {
      run.start { [weak self] in
        self?.currentOutputs ?? []
      } ended: { [weak self] error in
        self?.end(run, error)
      }
    }
  }

  /// Notes that a run has ended by itself. On its thread.
  private func end(_ run: CaptureRun, _ error: (any Error)?) {
    let isCurrent = lock.withLock { self.run === run && takeRun() != nil }
    guard isCurrent else { return }
    if let error { report(error) }
    post(.AVCaptureSessionDidStopRunning)
  }

  /// The run, which is no longer this session's. Under the lock.
  private func takeRun() -> CaptureRun? {
    defer { run = nil }
    if let run { lastTime = max(lastTime, run.lastTime) }
    return run
  }

  /// Changes inputs or outputs, and connects them.
  private func configure(_ change: () -> Void) {
    lock.withLock {
      change()
      for output in videoOutputs { output.connect(input != nil) }
    }
  }

  private func report(_ error: any Error) {
    post(.AVCaptureSessionRuntimeError, [AVCaptureSessionErrorKey: error])
  }

  private func post(_ name: NSNotification.Name, _ information: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: information)
  }
}
