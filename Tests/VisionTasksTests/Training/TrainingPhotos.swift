import MediaPipeTasksVision
import TestSupport
import VisionMedia

/// Photographs of hands by gesture, which are distorted into many: some to train with, others to test with.
struct TrainingPhotos {
  struct Result {
    var right = 0, total = 0, rejectedCount = 0, otherCount = 0, withoutHand = 0
    var confused: [String: Int] = [:]

    var accuracy: Double { Double(right) / Double(max(total, 1)) }
    var rejected: Double { Double(rejectedCount) / Double(max(otherCount, 1)) }
    var summary: String {
      "accuracy \(accuracy) (\(right) of \(total)), others rejected \(rejected) (\(rejectedCount) of \(otherCount)), "
        + "\(withoutHand) without a hand, wrong: \(confused.sorted { $0.key < $1.key })"
    }
  }

  let gestures: [String: [ImageBuffer]]
  /// Hands that are none of the gestures: shown in training, and never shown.
  let none, others: [ImageBuffer]

  static func load() throws -> TrainingPhotos {
    func photos(_ names: String...) throws -> [ImageBuffer] {
      try names.map { try ImageFile.read(contentsOfFile: SharedFolder.media($0)) }
    }
    return TrainingPhotos(
      gestures: [
        "call": try photos("call_landscape.png", "face_tilt.png"),
        "four": try photos("four_landscape.png", "exif_orientation6.jpg"),
        "thumb": try photos("thumb_up_teal.png", "thumbs_up_alpha.png"),
      ], none: try photos("yoga.png", "two_walkers.png"),
      others: try photos("rock_portrait.png", "pointing_up.png", "face_close.png", "face_business.png"))
  }

  func train(_ trainer: GestureTrainer, count: Int = 12) throws -> TrainedGestures {
    var random = SeededGenerator(seed: 11)
    for (name, photos) in gestures.sorted(by: { $0.key < $1.key }) + [("none", none)] {
      for photo in photos {
        for _ in 0..<count {
          _ = try trainer.add(MPImage(imageBuffer: DistortedPhoto(photo).make(by: &random)), as: name)
        }
      }
    }
    return try trainer.train()
  }

  /// Recognizes other distortions than those of the training.
  func recognize(_ recognizer: GestureRecognizer, count: Int = 15) throws -> Result {
    var random = SeededGenerator(seed: 12)
    var result = Result()
    func name(_ photo: ImageBuffer) throws -> String? {
      let image = try MPImage(imageBuffer: DistortedPhoto(photo).make(by: &random))
      return try recognizer.recognize(image: image).gestures.first?.first?.categoryName
    }
    for (gesture, photos) in gestures.sorted(by: { $0.key < $1.key }) {
      for (number, photo) in photos.enumerated() {
        for _ in 0..<count {
          guard let found = try name(photo) else {
            result.withoutHand += 1
            continue
          }
          result.total += 1
          result.right += found == gesture ? 1 : 0
          if found != gesture { result.confused["\(gesture) \(number) as \(found)", default: 0] += 1 }
        }
      }
    }
    for (number, photo) in others.enumerated() {
      for _ in 0..<count {
        guard let found = try name(photo) else {
          result.withoutHand += 1
          continue
        }
        result.otherCount += 1
        result.rejectedCount += found == "none" ? 1 : 0
        if found != "none" { result.confused["other \(number) as \(found)", default: 0] += 1 }
      }
    }
    return result
  }
}
