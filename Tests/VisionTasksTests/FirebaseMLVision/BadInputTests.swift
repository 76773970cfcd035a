import FirebaseMLVision
import Foundation
import TestSupport
import Testing

@Suite("ML Kit's object detector: bad input and busy callers")
struct BadInputTests {
  private let blank = Result { try Objects.gray() }

  @Test("A missing model and a file that is none are the call's errors, and say what to do")
  func models() throws {
    for (path, code) in [("/no/such/model.tflite", TasksErrorCode.notFoundError), (#filePath, .invalidArgumentError)] {
      let options = VisionObjectDetectorOptions()
      options.detectorModelPath = path
      let detector = Vision.vision().objectDetector(options: options)
      let error = #expect(throws: TasksError.self) {
        try detector.results(in: VisionImage(imageBuffer: try blank.get()))
      }
      #expect(error?.code == code)
      let answers = Answers()
      detector.process(VisionImage(imageBuffer: try blank.get())) { answers.add($0, $1) }
      let answer = try #require(answers.wait(for: 1).first)
      #expect(answer.objects == nil)
      #expect((answer.error as? TasksError)?.code == code)
    }
  }

  @Test("Options outside their ranges are refused by name", .needs(.shared))
  func options() throws {
    let changes: [(String, (VisionObjectDetectorOptions) -> Void)] = [
      ("detectorStride", { $0.detectorStride = 0 }), ("threadCount", { $0.threadCount = -1 }),
      ("matchOverlap", { $0.trackerOptions.matchOverlap = 2 }),
    ]
    for (name, change) in changes {
      let options = try Objects.options(.stream, classifies: true)
      change(options)
      let detector = Vision.vision().objectDetector(options: options)
      let error = #expect(throws: TasksError.self) { try detector.prepare() }
      #expect(error?.code == .invalidArgumentError)
      #expect(error?.message.contains(name) == true)
    }
  }

  @Test("A detector given as classifier is refused", .needs(.shared))
  func wrongClassifier() throws {
    let options = try Objects.options(.singleImage, classifies: true)
    options.classifierModelPath = options.detectorModelPath
    let error = #expect(throws: TasksError.self) { try Vision.vision().objectDetector(options: options).prepare() }
    #expect(error?.code == .invalidArgumentError)
    #expect(error?.message.contains("1000 classes") == true)
  }

  @Test(
    "A sample buffer whose pixels cannot be had is an error, and the next picture works",
    .needs(.shared))
  func badBuffer() throws {
    var made: CVPixelBuffer?
    CVPixelBufferCreate(
      kCFAllocatorDefault, 32, 24, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, nil, &made)
    let buffer = try #require(made)
    CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, "none" as NSString, .shouldPropagate)
    let detector = try Objects.detector(.stream)
    let sample = try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer),
      sampleTiming: CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: .invalid))
    let error = #expect(throws: TasksError.self) { try detector.results(in: VisionImage(buffer: sample)) }
    #expect(error?.code == .invalidArgumentError)
    #expect(try detector.results(in: VisionImage(imageBuffer: try blank.get())).isEmpty)
  }

  @Test("Later changes of the options have no effect", .needs(.shared))
  func optionsAreCopied() throws {
    let options = try Objects.options(.singleImage)
    let detector = Vision.vision().objectDetector(options: options)
    options.detectorMode = .stream
    options.detectorModelPath = "/no/such/model.tflite"
    let objects = try detector.results(in: VisionImage(imageBuffer: try Objects.pixels("cat_720p.jpg")))
    #expect(objects.count == 1 && objects.first?.trackingID == nil)
  }

  @Test(
    "A burst in stream mode: every completion is called once, the first and the last picture are worked on",
    .needs(.shared))
  func burst() throws {
    let detector = try Objects.detector(.stream)
    let cat = VisionImage(imageBuffer: try Objects.pixels("cat_720p.jpg"))
    let answers = Answers()
    for _ in 0..<50 { detector.process(cat) { answers.add($0, $1) } }
    let all = answers.wait(for: 50)
    #expect(all.count == 50)
    let found = all.filter { $0.objects != nil }
    let dropped = all.compactMap { $0.error as? TasksError }
    #expect(found.count >= 2 && found.count + dropped.count == 50)
    #expect(dropped.allSatisfy { $0.code == .cancelledError && $0.message.contains("result") })
    #expect(detector.droppedFrameCount == dropped.count)
    #expect(found.allSatisfy { $0.objects?.map(\.trackingID) == [1] })
    Thread.sleep(forTimeInterval: 0.1)
    #expect(answers.wait(for: 50).count == 50)
  }

  @Test(
    "A dropped frame's error says of which frame the newest result is",
    .needs(.shared))
  func droppedFrame() throws {
    let options = try Objects.options(.stream)
    options.detectorStride = 1
    let detector = Vision.vision().objectDetector(options: options)
    let pixels = try Objects.pixels("cat_720p.jpg")
    let answers = Answers()
    func send(_ times: [Int]) {
      for time in times {
        let image = VisionImage(imageBuffer: pixels)
        image.timestampInMilliseconds = time
        detector.process(image) { answers.add($0, $1) }
      }
    }
    send([1000, 1040, 1080])
    let first = answers.wait(for: 3).compactMap { ($0.error as? TasksError)?.message }
    #expect(first.count == 1 && first.allSatisfy { $0.contains("no result yet") })
    send([2000, 2040, 2080])
    let then = answers.wait(for: 6).dropFirst(3).compactMap { ($0.error as? TasksError)?.message }
    #expect(then.count == 1 && then.allSatisfy { $0.contains("1080 ms") })
  }

  @Test("An image may be handed from thread to thread", .needs(.shared))
  func sendableImage() async throws {
    let image = VisionImage(imageBuffer: try blank.get())
    await withTaskGroup { group in
      for time in 0..<100 {
        group.addTask {
          image.timestampInMilliseconds = time
          let metadata = VisionImageMetadata()
          metadata.orientation = time.isMultiple(of: 2) ? .topLeft : .bottomRight
          image.metadata = metadata
          _ = image.metadata?.orientation
        }
      }
    }
    #expect((0..<100).contains(try #require(image.timestampInMilliseconds)))
    #expect(try Objects.detector(.singleImage).results(in: image).isEmpty)
  }

  @Test(
    "Still pictures wait in their order; beyond a hundred they are refused",
    .needs(.shared))
  func stillQueue() throws {
    let detector = try Objects.detector(.singleImage)
    let image = VisionImage(imageBuffer: try blank.get())
    let answers = Answers()
    for _ in 0..<300 { detector.process(image) { answers.add($0, $1) } }
    let all = answers.wait(for: 300)
    #expect(all.count == 300)
    let refused = all.compactMap { $0.error as? TasksError }
    #expect(refused.allSatisfy { $0.code == .resourceExhaustedError && $0.message.contains("100 images wait") })
    #expect(VisionObjectDetector.waitingImageLimit == 100)
    #expect(detector.droppedFrameCount == refused.count)
    #expect(all.count - refused.count >= 101)
  }

  @Test(
    "Completions that never return stop neither the stream nor those after them",
    .needs(.shared))
  func stuckCompletions() throws {
    let detector = try Objects.detector(.stream)
    let image = VisionImage(imageBuffer: try Objects.pixels("cat_720p.jpg"))
    let answers = Answers()
    let gate = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      detector.process(image) { _, _ in gate.wait() }
      // The blocking call still works meanwhile.
      #expect(try detector.results(in: image).count == 1)
    }
    detector.process(image) { answers.add($0, $1) }
    #expect(answers.wait(for: 1).first?.objects?.count == 1)
    for _ in 0..<2 { gate.signal() }
  }

  @Test(
    "Completions come on the queue that was asked for, never on the caller's thread",
    .needs(.shared))
  func completionQueue() throws {
    let options = try Objects.options(.singleImage)
    let queue = DispatchQueue(label: "test")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    options.completionQueue = queue
    let answers = Answers()
    let isThere = Answers()
    Vision.vision().objectDetector(options: options).process(VisionImage(imageBuffer: try blank.get())) {
      if DispatchQueue.getSpecific(key: key) == true { isThere.add(nil, nil) }
      answers.add($0, $1)
    }
    #expect(answers.wait(for: 1).count == 1)
    #expect(isThere.wait(for: 1).count == 1)
  }
}
