import CVisionPeak
import Foundation
import TestSupport
import Testing
import VisionModels
import VisionTasks

@testable import VisionBench

@Suite("Comparison with the machine's peak")
struct RooflineTests {
  private let peak = MachinePeak(
    threads: 2, floatPerSecond: 100e9, bytePerSecond: 400e9, floatInstructions: "a", byteInstructions: "b")

  private func stage(_ work: MACs?, runs: Double) -> BenchStage {
    BenchStage(name: "x: infer", runsPerFrame: runs, medianMilliseconds: 1, p95Milliseconds: 1, macs: work)
  }

  @Test("floats and bytes each take their time, as often as they run in a frame")
  func minimum() throws {
    let stages = [stage(MACs(float: 200_000_000), runs: 0.5), stage(MACs(byte: 400_000_000), runs: 2)]
    let roofline = try #require(Roofline(stages, peak: peak, milliseconds: 6))
    #expect(roofline.minMilliseconds == 3)
    #expect(roofline.distance == 2)
  }

  @Test("without a model there is no minimum time")
  func nothing() {
    #expect(Roofline([stage(nil, runs: 1)], peak: peak, milliseconds: 6) == nil)
  }

  @Test("the better of two peaks is the better of each kind")
  func better() {
    let other = MachinePeak(
      threads: 2, floatPerSecond: 120e9, bytePerSecond: 300e9, floatInstructions: "a", byteInstructions: "b")
    #expect(peak.better(other).floatPerSecond == 120e9)
    #expect(peak.better(other).bytePerSecond == 400e9)
    #expect(peak.better(other) == other.better(peak))
  }

  @Test("the machine's peak is one that a processor can have", arguments: [1, 2])
  func measured(threads: Int) throws {
    let peak = try MachinePeak(threads: threads)
    print("peak in \(threads) threads: \(peak)")
    // From half a MAC a cycle of a slow core to two units of 512 bits at 7 GHz.
    let maximum = 2.0 * 7e9 * Double(threads)
    #expect(peak.floatPerSecond > 2e8 && peak.floatPerSecond < 16 * maximum)
    #expect(peak.bytePerSecond > 2e8 && peak.bytePerSecond < 64 * maximum)
    #expect(!peak.floatInstructions.isEmpty && !peak.byteInstructions.isEmpty)
  }

  @Test("the kernel counts what it does", arguments: [VisionArithmeticFloat, VisionArithmeticByte])
  func counts(arithmetic: VisionArithmetic) {
    let one = vision_peak_run(arithmetic, 1)
    #expect(one > 0)
    #expect(vision_peak_run(arithmetic, 1000) == 1000 * one)
    #expect(vision_peak_run(arithmetic, 0) == 0)
  }

  @Test(
    "a pipeline reports the MACs of the models that it actually runs", .needs(.command), .needs(.shared),
    arguments: [(false, 351_349_120), (true, 386_148_736)])
  func pipeline(masks: Bool, landmarks: Int) throws {
    let recorder = StageRecorder()
    let spec = try BenchSpec(
      task: "pose", model: SharedFolder.model("pose_landmarker_full.task"),
      values: ["segmentationMasks": .toggle(masks)])
    _ = try BenchTask(spec, recorder: recorder)
    // Without the zeros of sparse weights where there is a kernel for that.
    let people = try #require(recorder.macs(of: "people: infer"))
    #expect([141_936_879, 429_859_360].contains(people.float) && people.byte == 0)
    #expect(recorder.macs(of: "pose landmarks: infer") == MACs(float: landmarks))
    #expect(recorder.macs(of: "pose landmarks: sample") == nil)
  }

  @Test("a gesture's classifiers count too", .needs(.command), .needs(.shared))
  func gestures() throws {
    let recorder = StageRecorder()
    _ = try BenchTask(
      BenchSpec(task: "gesture", model: SharedFolder.model("gesture_recognizer.task")), recorder: recorder)
    #expect(recorder.macs(of: "gestures: classify") == MACs(float: 130_816 + 1024))
    #expect(recorder.macs(of: "hand landmarks: infer") == MACs(float: 294_742_912))
  }
}
