import Testing

@testable import VisionTasks

@Suite("The frames of a stream in which the detector runs")
struct DetectorScheduleTests {
  /// The frames, of so many, in which the detector ran.
  private func frames(
    _ count: Int, stride: Int?, interval: Int, detectionTakes milliseconds: Double
  ) -> [Int] {
    var schedule = DetectorSchedule(stride: stride)
    return (0..<count).filter { frame in
      let isDue = schedule.isDue(at: frame * interval)
      if isDue { schedule.detected(at: frame * interval, milliseconds: milliseconds) } else { schedule.skipped() }
      return isDue
    }
  }

  @Test("With a stride it is every so many frames, whatever it costs")
  func stride() {
    #expect(frames(6, stride: 1, interval: 40, detectionTakes: 500) == Array(0..<6))
    #expect(frames(7, stride: 3, interval: 1000, detectionTakes: 500) == [0, 3, 6])
  }

  @Test("Automatically it is every third frame on a fast machine, so that two of three are answered at once")
  func fast() {
    #expect(frames(10, stride: nil, interval: 40, detectionTakes: 10) == [0, 3, 6, 9])
    #expect(frames(10, stride: nil, interval: 33, detectionTakes: 40) == [0, 3, 6, 9])
  }

  @Test("A slow detector is busy for half of the stream's time, and runs again after 200 ms at the latest")
  func slow() {
    #expect(frames(13, stride: nil, interval: 33, detectionTakes: 63) == [0, 4, 8, 12])
    #expect(frames(11, stride: nil, interval: 40, detectionTakes: 900) == [0, 5, 10])
  }

  @Test("Where frames are rare it runs in every one: nothing can be predicted over 200 ms")
  func rareFrames() {
    #expect(frames(5, stride: nil, interval: 200, detectionTakes: 10) == Array(0..<5))
    #expect(frames(5, stride: nil, interval: 100, detectionTakes: 10) == [0, 2, 4])
  }

  @Test("Another stream begins with a detection; a time that goes back does no harm")
  func restart() {
    var schedule = DetectorSchedule(stride: nil)
    schedule.detected(at: Int.max, milliseconds: 10)
    #expect(schedule.isDue(at: Int.min))
    schedule.restart()
    #expect(schedule.isDue(at: 0) && schedule.framesSinceDetection == 1)
  }

  @Test("A frame whose detector fails is not counted, and the detector stays due")
  func failure() throws {
    var schedule = DetectorSchedule(stride: 3)
    func runs(tracking count: Int) -> Bool { schedule.run(tracking: count, of: 2) {} }
    #expect([1, 1, 1].map(runs) == [true, false, false])
    for _ in 0..<2 {
      #expect(throws: TasksError.internalFailure("test")) {
        try schedule.run(tracking: 1, of: 2) { throw TasksError.internalFailure("test") }
      }
    }
    #expect([1, 1].map(runs) == [true, false])
    // Without subjects it always runs, with all of them never.
    #expect([0, 0, 2, 2, 2].map(runs) == [true, true, false, false, false])
  }
}
