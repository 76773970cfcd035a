import VisionMedia

/// Delivers the images of a camera, or of a video in place of one, to outputs, in place of Apple's class of this name.
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
/// It has one video input and any number of `AVCaptureVideoDataOutput`s. Preview layers, audio, photos and recording
/// are absent. Timestamps are milliseconds of the system's uptime clock, as on Apple's platforms. A file plays once in
/// real time; then the session stops.
public final class AVCaptureSession: NSObject, Sendable {
  private struct State {
    var input: AVCaptureDeviceInput?
    var outputs: [AVCaptureVideoDataOutput] = []
    var preset = Preset.high
    var run: CaptureRun?
    var lastTime = 0

    mutating func takeRun() -> CaptureRun? {
      defer { run = nil }
      if let run { lastTime = max(lastTime, run.lastTime) }
      return run
    }
  }

  private let state = Locked(State())
  /// Held while the session starts or stops, which takes time.
  private let changing = NSLock()

  /// Makes a session without input and outputs.
  public override init() { super.init() }

  deinit { state.withLock { $0.run }?.stop() }

  /// The requested image size of a camera, from the next start on; `.high` by default. Without effect on files and
  /// streams.
  public var sessionPreset: Preset {
    get { state.withLock { $0.preset } }
    set { state.withLock { $0.preset = newValue } }
  }

  /// Always true: a preset that the camera does not support is a runtime error when the session starts.
  public func canSetSessionPreset(_ preset: Preset) -> Bool { true }

  /// The input; empty or one element.
  public var inputs: [AVCaptureInput] { state.withLock { $0.input.map { [$0] } ?? [] } }
  /// The outputs.
  public var outputs: [AVCaptureOutput] { currentOutputs }
  private var currentOutputs: [AVCaptureVideoDataOutput] { state.withLock { $0.outputs } }

  /// Whether an input can be added: a device, if the session has none.
  public func canAddInput(_ input: AVCaptureInput) -> Bool { input is AVCaptureDeviceInput && inputs.isEmpty }

  /// Adds an input, used from the next start on. An input that `canAddInput(_:)` refuses is ignored.
  public func addInput(_ input: AVCaptureInput) {
    configure { if $0.input == nil { $0.input = input as? AVCaptureDeviceInput } }
  }

  /// Removes an input, from the next start on.
  public func removeInput(_ input: AVCaptureInput) { configure { if $0.input === input { $0.input = nil } } }

  /// Whether an output can be added: an `AVCaptureVideoDataOutput` that the session does not have.
  public func canAddOutput(_ output: AVCaptureOutput) -> Bool {
    output is AVCaptureVideoDataOutput && !outputs.contains { $0 === output }
  }

  /// Adds an output. An output that `canAddOutput(_:)` refuses is ignored.
  public func addOutput(_ output: AVCaptureOutput) {
    configure { state in
      guard let output = output as? AVCaptureVideoDataOutput, !state.outputs.contains(output) else { return }
      state.outputs.append(output)
    }
  }

  /// Removes an output.
  public func removeOutput(_ output: AVCaptureOutput) {
    output.connect(false)
    configure { state in state.outputs.removeAll { $0 === output } }
  }

  /// Does nothing: every change takes effect at once.
  public func beginConfiguration() {}
  /// Does nothing: every change takes effect at once.
  public func commitConfiguration() {}

  /// Whether the session is running.
  public var isRunning: Bool { state.withLock { $0.run != nil } }
  /// Always false: nothing interrupts a session.
  public var isInterrupted: Bool { false }

  /// Opens the device and starts. Blocks until the device is open, so call it on a background queue.
  ///
  /// If the session cannot start it posts `AVCaptureSessionRuntimeError` with the reason, and prints it on standard
  /// error: the device is missing or not permitted, its settings are not supported, or there is no input. Does nothing
  /// if the session is running.
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

  /// Stops and closes the device. Blocks until it is closed. The delegate may still get an image that is already
  /// queued.
  public func stopRunning() {
    changing.lock()
    let run = state.withLock { $0.takeRun() }
    run?.stop()
    run?.waitForEnd()
    changing.unlock()
    if run != nil { post(.AVCaptureSessionDidStopRunning) }
  }

  private func start() throws -> () -> Void {
    let (input, outputs, preset) = state.withLock { ($0.input, $0.outputs, $0.preset) }
    guard let input else {
      throw TasksError(.failedPreconditionError, "The capture session has no input; add one before it starts.")
    }
    for output in outputs { _ = try output.pixelFormat() }
    let source: any FrameSource =
      switch input.device.source {
      case .camera(let device): try Camera(device: device, options: preset.options)
      case let other: try other.open()
      }
    let uptime = Int(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000)
    let run = state.withLock { state in
      let run = CaptureRun(source, of: input.device, startTime: max(uptime, state.lastTime + 1))
      state.run = run
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

  private func end(_ run: CaptureRun, _ error: (any Error)?) {
    let isCurrent = state.withLock { $0.run === run && $0.takeRun() != nil }
    guard isCurrent else { return }
    if let error { report(error) }
    post(.AVCaptureSessionDidStopRunning)
  }

  private func configure(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      for output in state.outputs { output.connect(state.input != nil) }
    }
  }

  /// Posts the error, and prints it: an app that does not listen would see no images and not know why.
  private func report(_ error: any Error) {
    StandardError.write("AVCaptureSession: \(error.localizedDescription)\n")
    post(.AVCaptureSessionRuntimeError, [AVCaptureSessionErrorKey: error])
  }

  private func post(_ name: NSNotification.Name, _ information: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: information)
  }

  /// A requested quality of a camera's images, with Apple's raw values.
  public struct Preset: RawRepresentable, Hashable, Sendable {
    /// The preset's name.
    public let rawValue: String

    /// Makes a preset from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The camera's default size.
    public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
    /// The camera's default size.
    public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
    /// The camera's default size.
    public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
    /// The camera's default size.
    public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
    /// 352 x 288 pixels.
    public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
    /// 640 x 480 pixels.
    public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
    /// 1280 x 720 pixels.
    public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
    /// 1920 x 1080 pixels.
    public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
    /// 3840 x 2160 pixels.
    public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")

    var options: CameraOptions {
      let sizes: [Preset: (Int, Int)] = [
        .cif352x288: (352, 288), .vga640x480: (640, 480), .hd1280x720: (1280, 720), .hd1920x1080: (1920, 1080),
        .hd4K3840x2160: (3840, 2160),
      ]
      var options = CameraOptions()
      if let (width, height) = sizes[self] { options.size = (width: width, height: height) }
      return options
    }
  }
}

extension AVCaptureSession {
  /// `NSNotification.Name.AVCaptureSessionDidStartRunning`.
  public static let didStartRunningNotification = NSNotification.Name.AVCaptureSessionDidStartRunning
  /// `NSNotification.Name.AVCaptureSessionDidStopRunning`.
  public static let didStopRunningNotification = NSNotification.Name.AVCaptureSessionDidStopRunning
  /// `NSNotification.Name.AVCaptureSessionRuntimeError`.
  public static let runtimeErrorNotification = NSNotification.Name.AVCaptureSessionRuntimeError
  /// `NSNotification.Name.AVCaptureSessionWasInterrupted`, which is never posted.
  public static let wasInterruptedNotification = NSNotification.Name.AVCaptureSessionWasInterrupted
  /// `NSNotification.Name.AVCaptureSessionInterruptionEnded`, which is never posted.
  public static let interruptionEndedNotification = NSNotification.Name.AVCaptureSessionInterruptionEnded

  /// Why a phone interrupts a session, with Apple's raw values. Nothing interrupts one here.
  public enum InterruptionReason: Int, Sendable {
    /// The app went to the background.
    case videoDeviceNotAvailableInBackground = 1
    /// Another app uses the microphone.
    case audioDeviceInUseByAnotherClient = 2
    /// Another app uses the camera.
    case videoDeviceInUseByAnotherClient = 3
    /// Several apps are on the screen.
    case videoDeviceNotAvailableWithMultipleForegroundApps = 4
    /// The phone is too hot, or its battery too low.
    case videoDeviceNotAvailableDueToSystemPressure = 5
  }
}

extension NSNotification.Name {
  /// A session started.
  public static let AVCaptureSessionDidStartRunning = NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
  /// A session stopped: by `stopRunning()`, at the end of its file, or after a failure.
  public static let AVCaptureSessionDidStopRunning = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
  /// A session could not start, or its camera failed; see `AVCaptureSessionErrorKey`.
  public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
  /// A session was interrupted. Never posted here.
  public static let AVCaptureSessionWasInterrupted = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
  /// A session's interruption ended. Never posted here.
  public static let AVCaptureSessionInterruptionEnded = NSNotification.Name(
    "AVCaptureSessionInterruptionEndedNotification")
}

/// The key of the error, a `TasksError`, in a notification of `AVCaptureSessionRuntimeError`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// The key of the number of an `AVCaptureSession.InterruptionReason` in a notification of
/// `AVCaptureSessionWasInterrupted`, which is never posted here.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"
