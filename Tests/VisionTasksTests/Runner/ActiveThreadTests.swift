import Foundation
import MediaPipeTasksVision
import Testing
import VisionCore

@Suite("Frames that are processed count as active threads")
struct ActiveThreadTests {
  @Test("In every mode, until they are processed", arguments: [RunningMode.image, .video, .liveStream])
  func modes(mode: RunningMode) throws {
    // Many more than other tests may count up or down meanwhile.
    let (count, others) = (40, 10)
    let image = try MPImage(imageBuffer: ImageBuffer(width: 2, height: 2, format: .rgb))
    let (started, gate, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let before = ThreadBudget.processors.activeCount
    for _ in 0..<count {
      let pipeline = FakePipeline(log: FakePipeline.Log()) { _ in
        started.signal()
        gate.wait()
      }
      let runner = VisionTaskRunner(pipeline: pipeline, mode: mode, taskName: "test") { _, _ in ended.signal() }
      let thread = Thread {
        do {
          switch mode {
          case .image: _ = try runner.processImage(image)
          case .video: _ = try runner.processVideoFrame(image, timestampInMilliseconds: 0)
          case .liveStream: return try runner.processLiveStreamFrame(image, timestampInMilliseconds: 0)
          }
        } catch {
          Issue.record(error)
        }
        ended.signal()
      }
      thread.start()
    }
    for _ in 0..<count { started.wait() }
    #expect(ThreadBudget.processors.activeCount >= count - others)
    for _ in 0..<count { gate.signal() }
    for _ in 0..<count { ended.wait() }
    #expect(ThreadBudget.processors.activeCount < before + count - others)
  }
}
