import MediaPipeTasksVision
import TestSupport
import Testing
import VisionMedia
import VisionModels

@testable import VisionTasks

@Suite("Training of gestures", .needs(.shared))
struct GestureTrainerTests {
  private func trainer(seed: UInt64 = 1) throws -> GestureTrainer {
    try GestureTrainer(modelPath: SharedFolder.model("gesture_recognizer.task"), seed: seed)
  }

  @Test(
    "What is known is recognized in other photographs, and other hands are rejected")
  func accuracy() throws {
    let photos = try TrainingPhotos.load()
    let trained = try photos.train(trainer())
    let report = trained.report
    #expect(report.labels == ["none"] + photos.gestures.keys.sorted())
    #expect(report.confusion.map { $0.reduce(0, +) } == report.heldOutCounts)
    print("held out: \(report.accuracy), \(zip(report.labels, report.confusion).map { "\($0): \($1)" })")
    #expect(report.accuracy >= 0.9 && report.otherHandsRejected >= 0.9)

    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "my.task")
    try trained.write(to: path)
    let recognizer = try GestureRecognizer(modelPath: path.path)
    let result = try photos.recognize(recognizer)
    print("trained gestures: \(result.summary), made-up hands rejected \(report.otherHandsRejected)")
    #expect(result.accuracy >= 0.95)
    #expect(result.rejected >= 0.9)

  }

  @Test("Equal examples and seeds give equal bundles, another seed another one")
  func determinism() throws {
    let images = try ["thumb_up_teal.png", "thumbs_up_alpha.png"].map {
      try MPImage(contentsOfFile: SharedFolder.media($0))
    }
    func bundle(seed: UInt64) throws -> Data {
      let trainer = try trainer(seed: seed)
      for index in 0..<6 { try trainer.add(images[index % 2], as: "up") }
      return try trainer.train().bundle
    }
    let first = try bundle(seed: 1)
    #expect(try bundle(seed: 1) == first)
    #expect(try bundle(seed: 2) != first)
  }

  @Test("Too few examples, and names that are no names, are refused with what to do")
  func refusals() throws {
    let trainer = try trainer()
    #expect(errorCode { _ = try trainer.train() } == .failedPreconditionError)
    for name in ["", " a", "a\nb", "a\u{0}", String(repeating: "x", count: 65), "\u{202E}" + "\u{7F}"] {
      #expect(throws: TasksError.self, "\(name.debugDescription)") { try GestureTrainer.check(name) }
    }
    let image = try MPImage(contentsOfFile: SharedFolder.media("thumb_up_teal.png"))
    for _ in 0..<4 { #expect(try trainer.add(image, as: "up")) }
    let empty = try MPImage(contentsOfFile: SharedFolder.media("empty_flat.png"))
    #expect(try !trainer.add(empty, as: "up"))
    let error = #expect(throws: TasksError.self) { _ = try trainer.train() }
    #expect(error?.message.contains("up (4)") == true)
    #expect(try trainer.add(image, as: "none"))
    #expect(errorCode { try trainer.add(image, as: "None") } == .invalidArgumentError)
    #expect(trainer.imageCounts == ["up": 4, "none": 1])
    trainer.removeLast(named: "none")
    #expect(trainer.imageCounts == ["up": 4])
  }

  @Test("A training that is stopped throws what stopped it, and can be done afterwards")
  func stopping() throws {
    struct Stopped: Error {}
    let trainer = try trainer()
    let image = try MPImage(contentsOfFile: SharedFolder.media("thumb_up_teal.png"))
    for _ in 0..<5 { try trainer.add(image, as: "up") }
    for share in [0.0, 0.4, 0.8] {
      #expect(throws: Stopped.self) { _ = try trainer.train { if $0 >= share { throw Stopped() } } }
    }
    #expect(try trainer.train().report.labels == ["none", "up"])
  }

  @Test("The custom classifier of a bundle is replaced, and one of another embedder is trained as well")
  func otherBundle() throws {
    let trainer = try GestureTrainer(
      modelPath: SharedFolder.model("gesture_recognizer_with_custom_gestures.task"))
    let image = try MPImage(contentsOfFile: SharedFolder.media("thumb_up_teal.png"))
    for _ in 0..<5 { try trainer.add(image, as: "up") }
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "my.task")
    try trainer.train().write(to: path)
    #expect(try GestureNames(ofModelAt: path.path).custom == ["none", "up"])
    let gestures = try GestureRecognizer(modelPath: path.path).recognize(image: image).gestures
    #expect(gestures.first?.first?.categoryName == "up")
  }
}

@Suite("Hands that are changed for training")
struct HandShapeTests {
  /// A right hand, palm to the camera, fingers up.
  private var hand: HandShape {
    var points = [SIMD3<Float>](repeating: .zero, count: HandShape.landmarkCount)
    for (finger, x) in [Float(0.3), 0.1, -0.1, -0.3].enumerated() {
      for joint in 0..<4 { points[5 + 4 * finger + joint] = SIMD3(x, -1 - 0.3 * Float(joint), 0) }
    }
    for joint in 0..<4 { points[1 + joint] = SIMD3(0.3 + 0.15 * Float(joint), -0.3 - 0.1 * Float(joint), 0) }
    return HandShape(screen: points, world: points, rightProbability: 0.9)
  }

  @Test("Mirrored twice, a hand is the same, and of the other side in between")
  func mirror() {
    let once = hand.mirrored
    #expect(abs(once.rightProbability - 0.1) < 1e-6 && once.screen[5].x < 0)
    let twice = once.mirrored
    let same = hand.changed { $0 }
    for (one, two) in zip(twice.screen, same.screen) { #expect(abs((one - two).max()) < 1e-5) }
  }

  @Test("Rotations keep distances, and changed hands are normalized")
  func rotation() {
    var random = SplitMix64(seed: 3)
    let rotation = HandRotation.random(roll: 60, tilt: 30, by: &random)
    let (before, after) = (hand.screen, rotation(hand.screen))
    for index in 1..<HandShape.landmarkCount {
      let lengths = [before, after].map { points in
        ((points[index] - points[0]) * (points[index] - points[0])).sum().squareRoot()
      }
      #expect(abs(lengths[0] - lengths[1]) < 1e-5)
    }
    let varied = hand.varied(by: &random)
    #expect(varied.screen[0] == .zero)
    let (x, y) = (varied.screen.map(\.x), varied.screen.map(\.y))
    #expect(abs(max((x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - (y.min() ?? 0)) - 1) < 1e-3)
  }

  @Test("A flipped finger of an open hand is a curled one; the others stay")
  func flip() {
    var random = SplitMix64(seed: 5)
    var curled = 0
    for _ in 0..<100 {
      let poses = FingerPoses.flipping(in: hand, by: &random)
      let points = poses(hand.screen)
      #expect(points.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite })
      for tip in [8, 12, 16, 20] where points[tip] != hand.screen[tip] {
        curled += 1
        let reach = points[tip] - points[tip - 3]
        #expect((reach * reach).sum().squareRoot() < 0.8)
      }
    }
    #expect((60...160).contains(curled))
  }
}
