import Foundation
import MediaPipeTasksVision

/// A result as values that are equal only when every bit of it is.
struct ExactResult: Sendable, Equatable {
  private var numbers: [UInt64] = []
  private var names: [String?] = []

  init() {}

  init(_ result: GestureRecognizerResult) {
    add(result.gestures)
    add(result.handedness)
    for hand in result.landmarks { for point in hand { add(point.x, point.y, point.z) } }
    for hand in result.worldLandmarks { for point in hand { add(point.x, point.y, point.z) } }
  }

  init(_ result: PoseLandmarkerResult) {
    for pose in result.landmarks {
      for point in pose {
        add(point.x, point.y, point.z, point.visibility?.floatValue ?? -1, point.presence?.floatValue ?? -1)
      }
    }
    for pose in result.worldLandmarks { for point in pose { add(point.x, point.y, point.z) } }
    for mask in result.segmentationMasks {
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(start: mask.float32Data, count: 4 * mask.width * mask.height))
      numbers.append(UInt64(bitPattern: Int64(hasher.finalize())))
    }
  }

  init(_ result: ObjectDetectorResult) {
    for detection in result.detections {
      add([detection.categories])
      let box = detection.boundingBox
      numbers += [box.origin.x, box.origin.y, box.width, box.height].map { Double($0).bitPattern }
    }
  }

  /// The results of a video's frames, one after the other.
  static func += (left: inout ExactResult, right: ExactResult) {
    left.numbers += right.numbers
    left.names += right.names + ["end of frame"]
  }

  private mutating func add(_ heads: [[ResultCategory]]) {
    for head in heads {
      numbers.append(UInt64(head.count))
      for category in head {
        add(category.score)
        numbers.append(UInt64(bitPattern: Int64(category.index)))
        names += [category.categoryName, category.displayName]
      }
    }
  }

  private mutating func add(_ values: Float...) { numbers += values.map { UInt64($0.bitPattern) } }
}
