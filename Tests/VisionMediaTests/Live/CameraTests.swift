import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

extension DeviceLibrary {
  fileprivate static let isPresent = (try? load()) != nil
}

/// FFmpeg's test pictures stand in for a camera: same library, same code, no hardware. A camera of the kernel's own,
/// v4l2loopback, needs a kernel module, which containers and CI machines cannot load.
@Suite("Cameras", .needs(.cameras, if: DeviceLibrary.isPresent))
struct CameraTests {
  /// The error that a call ends with.
  @Test("a source of test pictures gives its frames with size, rate and times, then ends")
  func testPictures() throws {
    let camera = try Camera(device: "lavfi:testsrc2=size=98x64:rate=30:duration=0.5")
    #expect(camera.width == 98 && camera.height == 64)
    #expect(camera.frameRate?.description == "30/1")
    #expect(camera.isLive && camera.estimatedFrameCount == nil)
    var (times, indices, pixels) = ([Int](), [Int](), [UInt8]())
    try camera.forEach { frame in
      times.append(frame.timestampInMilliseconds)
      indices.append(frame.index)
      pixels += frame.image.packedBytes
    }
    #expect(times == (0..<15).map { (frame: Int) -> Int in Int((Double(frame) * 1000 / 30).rounded()) })
    #expect(indices == Array(0..<15))
    #expect(camera.skippedFrames == 0)
    #expect(try camera.next() == nil)
    let judge = try FFmpegCommand.run(
      "-f", "lavfi", "-i", "testsrc2=size=98x64:rate=30:duration=0.5", "-sws_flags",
      "bicubic+accurate_rnd+full_chroma_int+bitexact", "-pix_fmt", "rgb24", "-f", "rawvideo", "-")
    #expect(try PixelHash.hex(pixels) == PixelHash.hex(Array(judge)))
  }

  @Test("frames come at the pace they are filmed")
  func pace() throws {
    let camera = try #require(try MediaSource("lavfi:testsrc2=size=64x48:rate=50,realtime").open() as? Camera)
    // The first ones were in before the camera was open.
    for _ in 0..<6 { #expect(try camera.next() != nil) }
    let start = ContinuousClock.now
    for _ in 0..<10 { #expect(try camera.next() != nil) }
    let passed = (ContinuousClock.now - start) / .milliseconds(1)
    print("10 frames at 50 a second came within \(passed) ms")
    #expect(passed > 150 && passed < 20_000)
  }

  @Test("closing from another thread ends the reading")
  func close() throws {
    let camera = try Camera(device: "lavfi:testsrc2=size=64x48:rate=20,realtime")
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.3)
      camera.close()
    }
    var count = 0
    while try camera.next() != nil { count += 1 }
    #expect((1..<100).contains(count))
    #expect(try camera.next() == nil)
  }

  @Test("cameras that are not there, other files, and wrong wishes have errors of their own")
  func errors() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Data([1, 2, 3]), "video0")
    #if os(Linux)
      #expect(TasksError.thrown { _ = try Camera(device: "/dev/video-none") }?.code == .notFoundError)
      #expect(TasksError.thrown { _ = try Camera(device: file) }?.code == .invalidArgumentError)
      #expect(TasksError.thrown { _ = try Camera(device: "/dev/null") }?.code == .invalidArgumentError)
    #endif
    #expect(TasksError.thrown { _ = try Camera(device: "lavfi:no_such_filter=1") } != nil)
    var options = CameraOptions()
    options.size = (0, 480)
    #expect(TasksError.thrown { _ = try Camera(options: options) }?.code == .invalidArgumentError)
    options = CameraOptions()
    options.frameRate = .nan
    #expect(TasksError.thrown { _ = try Camera(options: options) }?.code == .invalidArgumentError)
    options = CameraOptions()
    options.openTimeout = 0
    #expect(TasksError.thrown { _ = try Camera(options: options) }?.code == .invalidArgumentError)
  }

  @Test("statuses of the system become errors that say what to do")
  func statuses() {
    let device = CameraDevice("/dev/video7")
    let codes: [(Int32, TasksErrorCode)] = [
      (ENOENT, .notFoundError), (ENODEV, .notFoundError), (EACCES, .permissionDeniedError),
      (EBUSY, .unavailableError), (EINVAL, .invalidArgumentError), (EIO, .unavailableError),
    ]
    for (status, code) in codes {
      let error = device.error(-status)
      #expect(error.code == code)
      #expect(error.message.contains("/dev/video7"))
    }
  }

  @Test("wishes have the names that each system's format knows them by")
  func wishes() {
    var options = CameraOptions()
    options.size = (1280, 720)
    options.frameRate = 30
    options.pixelFormat = "mjpeg"
    let common = ["video_size": "1280x720", "framerate": "30.0"]
    let linux = options.settings(forFormat: "v4l2")
    #expect(linux == common.merging(["input_format": "mjpeg"]) { $1 })
    let mac = options.settings(forFormat: "avfoundation")
    #expect(mac == common.merging(["pixel_format": "mjpeg"]) { $1 })
    #expect(CameraOptions().settings(forFormat: "v4l2").isEmpty)
  }
}

@Suite("Loading of libavdevice")
struct DeviceLibraryTests {
  @Test("without the library the error names its package")
  func missing() throws {
    let error = try #require(TasksError.thrown { try DeviceLibrary.load(oneOf: ["libavdevice-none.so.1"]) })
    #expect(error.code == .notFoundError)
    #expect(error.message.contains("install the package libavdevice\(DeviceLibrary.version)"))
  }

  #if os(Linux)
    @Test("another library under that name is refused")
    func wrongLibrary() {
      let error = TasksError.thrown { try DeviceLibrary.load(oneOf: ["libavformat.so.\(DeviceLibrary.version)"]) }
      #expect(error?.code == .notFoundError)
    }
  #endif
}
