import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import VisionCore
import VisionMedia

/// Several tasks at a time share packed weights and have other threads than one by itself; neither may change a bit of an answer,
/// whichever kernels compute it.
@Suite("Pools answer as one task does", .needs(.shared))
struct PoolGoldenTests {
  /// Ours where they are fast, and the runtime's.
  static let kernels: [Kernels] = [.automatic, .off]
  /// Enough for hands and people to be found, followed and lost; all frames would take minutes.
  static let framesOfEachVideo = 20
  /// Of the stills and videos of a set of options every sixteenth runs, others with each set, and at least one; with the runtime's kernels,
  /// which are not ours to test, a sixteenth of those. What a pool shares does not depend on the image.
  static let interval = 16
  /// More tasks than the machines of most tests have cores: each runs beside others, and waits for them too.
  static let poolSize = 4

  @Test("Gestures: a sixteenth of the recorded stills and videos", arguments: kernels)
  func gestures(kernels: Kernels) throws {
    try check(Golden.gestureImages(), by: { Key($0.model.file, $0.options) }, kernels) { golden, base in
      let options = try golden.gestureOptions(.image)
      base.apply(to: options.baseOptions)
      let task = try GestureRecognizer(options: options)
      return { try ExactResult(task.recognize(image: $0)) }
    }
    try checkVideos(Golden.gestureVideos(), by: { Key($0.model.file, $0.options) }, kernels) { golden, base in
      let options = try golden.gestureOptions(.video)
      base.apply(to: options.baseOptions)
      let task = try GestureRecognizer(options: options)
      return (task.reset, { try ExactResult(task.recognize(videoFrame: $0, timestampInMilliseconds: $1)) })
    }
  }

  @Test("Poses: a sixteenth of the recorded stills and videos", arguments: kernels)
  func poses(kernels: Kernels) throws {
    try check(PoseGolden.all(mode: "image"), by: { Key($0.model.file, $0.options) }, kernels) { golden, base in
      let options = try golden.poseOptions(.image)
      base.apply(to: options.baseOptions)
      let task = try PoseLandmarker(options: options)
      return { try ExactResult(task.detect(image: $0)) }
    }
    try checkVideos(PoseGolden.all(mode: "video"), by: { Key($0.model.file, $0.options) }, kernels) { golden, base in
      let options = try golden.poseOptions(.video)
      base.apply(to: options.baseOptions)
      let task = try PoseLandmarker(options: options)
      return (task.reset, { try ExactResult(task.detect(videoFrame: $0, timestampInMilliseconds: $1)) })
    }
  }

  @Test("Objects: a sixteenth of the stills and videos of every detector", arguments: kernels)
  func objects(kernels: Kernels) throws {
    try check(ObjectGolden.all(mode: "image") { _ in true }, by: { Key($0.model.file, $0.options) }, kernels) {
      golden, base in
      let options = try golden.objectOptions(.image)
      base.apply(to: options.baseOptions)
      let task = try ObjectDetector(options: options)
      return { try ExactResult(task.detect(image: $0)) }
    }
    try checkVideos(ObjectGolden.all(mode: "video") { _ in true }, by: { Key($0.model.file, $0.options) }, kernels) {
      golden, base in
      let options = try golden.objectOptions(.video)
      base.apply(to: options.baseOptions)
      let task = try ObjectDetector(options: options)
      return (task.reset, { try ExactResult(task.detect(videoFrame: $0, timestampInMilliseconds: $1)) })
    }
  }
}

extension PoolGoldenTests {
  /// What tasks have to have in common to answer alike.
  private struct Key<Options: Hashable>: Hashable {
    let model: String
    let options: Options

    init(_ model: String, _ options: Options) {
      self.model = model
      self.options = options
    }
  }

  /// What a run sets beside the recorded options.
  struct Settings: Sendable {
    let kernels: Kernels
    /// The threads of one inference; 0 for the task's default.
    let threadCount: Int

    func apply(to options: BaseOptions) {
      options.kernels = kernels
      options.threadCount = threadCount
    }
  }

  private func check<Task: RecordedTask, Key: Hashable>(
    _ goldens: [RecordedResult<Task>], by key: (RecordedResult<Task>) -> Key, _ kernels: Kernels,
    makeWork: @escaping @Sendable (RecordedResult<Task>, Settings) throws -> (MPImage) throws -> ExactResult
  ) throws {
    let groups = Dictionary(grouping: goldens, by: key)
    var count = 0
    for (number, group) in groups.values.sorted(by: { $0[0].case < $1[0].case }).enumerated() {
      count += try compare(group, kernels, from: number) { settings in
        let work = try makeWork(group[0], settings)
        return { try work($0.mpImage()) }
      }
    }
    print(
      "\(count) of \(goldens.count) stills, \(groups.count) sets of options, kernels \(kernels): a pool of \(Self.poolSize) as one task"
    )
    #expect(goldens.count > 80)
  }

  private func checkVideos<Task: RecordedTask, Key: Hashable>(
    _ goldens: [RecordedResult<Task>], by key: (RecordedResult<Task>) -> Key, _ kernels: Kernels,
    makeTask:
      @escaping @Sendable (RecordedResult<Task>, Settings) throws -> (
        reset: () throws -> Void, work: (MPImage, Int) throws -> ExactResult
      )
  ) throws {
    let groups = Dictionary(grouping: goldens, by: key)
    var count = 0
    for (number, group) in groups.values.sorted(by: { $0[0].case < $1[0].case }).enumerated() {
      count += try compare(group, kernels, from: number) { settings in
        let task = try makeTask(group[0], settings)
        return { golden in
          try task.reset()
          let reader = try golden.videoFrames()
          var result = ExactResult()
          for _ in 0..<Self.framesOfEachVideo {
            guard let frame = try reader.next() else { break }
            result += try task.work(MPImage(imageBuffer: frame.image), frame.timestampInMilliseconds)
          }
          return result
        }
      }
    }
    print("\(count) of \(goldens.count) videos, kernels \(kernels): a pool of \(Self.poolSize) as one task")
    #expect(goldens.count >= 4)
  }

  /// Compares the answers of a pool, with a thread a task, with those of one task with its default threads.
  ///
  /// - Returns: The number of compared inputs.
  private func compare<Task: RecordedTask>(
    _ inputs: [RecordedResult<Task>], _ kernels: Kernels, from first: Int,
    makeWork: @escaping @Sendable (Settings) throws -> (RecordedResult<Task>) throws -> ExactResult
  ) throws -> Int {
    let interval = kernels == .off ? Self.interval * Self.interval : Self.interval
    let inputs = stride(from: min(first % interval, inputs.count - 1), to: inputs.count, by: interval).map {
      inputs[$0]
    }
    let single = try makeWork(Settings(kernels: kernels, threadCount: 0))
    let expected = inputs.map { input in Result { try single(input) } }
    let pool = try TaskPool<RecordedResult<Task>, ExactResult>(size: Self.poolSize) {
      try makeWork(Settings(kernels: kernels, threadCount: 1))
    }
    inputs.forEach(pool.submit)
    for (input, expected) in zip(inputs, expected) {
      let result = try #require(pool.next())
      #expect(try result.result.get() == expected.get(), "\(input.case), kernels \(kernels)")
    }
    return inputs.count
  }
}
