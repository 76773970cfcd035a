import CMediaPipe
import VisionTasks

// The containers of results in C. Each is made in memory of its own, which `release` frees.

/// An array in memory for C; nil without elements.
func array<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element>? {
  guard !elements.isEmpty else { return nil }
  let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
  memory.initialize(from: elements, count: elements.count)
  return memory
}

/// Frees an array and, before, what its elements hold.
func release<Element>(
  _ memory: UnsafeMutablePointer<Element>?, _ count: UInt32, _ element: (Element) -> Void = { _ in }
) {
  guard let memory else { return }
  for index in 0..<Int(count) { element(memory[index]) }
  memory.deallocate()
}

/// Frees a text.
func release(_ text: UnsafeMutablePointer<CChar>?) { free(text) }

func text(_ string: String?) -> UnsafeMutablePointer<CChar>? { string.flatMap { strdup($0) } }

extension MpCategory {
  init(_ category: ResultCategory) {
    self.init(
      index: Int32(clamping: category.index), score: category.score, category_name: text(category.categoryName),
      display_name: text(category.displayName))
  }

  /// The class of a detected object, which MediaPipe's C interface gives by its name, or by its index without one.
  init(ofObject category: ResultCategory) {
    self.init(category)
    if category.categoryName != nil { index = -1 }
  }

  func release() {
    MediaPipeC.release(category_name)
    MediaPipeC.release(display_name)
  }
}

extension MpCategories {
  init(_ categories: [ResultCategory]) {
    self.init(categories: array(categories.map { MpCategory($0) }), categories_count: UInt32(categories.count))
  }

  func release() { MediaPipeC.release(categories, categories_count) { $0.release() } }
}

extension MpLandmark {
  init(_ landmark: some LandmarkPoint) {
    self.init(
      x: landmark.x, y: landmark.y, z: landmark.z,
      has_visibility: landmark.visibility != nil, visibility: landmark.visibility?.floatValue ?? 0,
      has_presence: landmark.presence != nil, presence: landmark.presence?.floatValue ?? 0, name: nil)
  }
}

extension MpNormalizedLandmarks {
  init(_ landmarks: [NormalizedLandmark]) {
    self.init(landmarks: array(landmarks.map { MpLandmark($0) }), landmarks_count: UInt32(landmarks.count))
  }

  func release() { MediaPipeC.release(landmarks, landmarks_count) }
}

extension MpLandmarks {
  init(_ landmarks: [Landmark]) {
    self.init(landmarks: array(landmarks.map { MpLandmark($0) }), landmarks_count: UInt32(landmarks.count))
  }

  func release() { MediaPipeC.release(landmarks, landmarks_count) }
}

extension MpMatrix {
  init(_ matrix: TransformMatrix) {
    self.init(rows: UInt32(matrix.rows), cols: UInt32(matrix.columns), data: array(matrix.values))
  }

  func release() { MediaPipeC.release(data, 0) }
}

extension MpDetection {
  init(_ detection: Detection) {
    let (box, keypoints) = (detection.boundingBox, detection.keypoints ?? [])
    self.init(
      categories: array(detection.categories.map(MpCategory.init(ofObject:))),
      categories_count: UInt32(detection.categories.count),
      bounding_box: MpRect(
        left: Int32(clamping: box.minX), top: Int32(clamping: box.minY), bottom: Int32(clamping: box.maxY),
        right: Int32(clamping: box.maxX)),
      keypoints: array(keypoints.map(MpNormalizedKeypoint.init)), keypoints_count: UInt32(keypoints.count))
  }

  func release() {
    MediaPipeC.release(categories, categories_count) { $0.release() }
    MediaPipeC.release(keypoints, keypoints_count) { MediaPipeC.release($0.label) }
  }
}

extension MpNormalizedKeypoint {
  init(_ keypoint: NormalizedKeypoint) {
    self.init(
      x: Float(keypoint.location.x), y: Float(keypoint.location.y), label: text(keypoint.label), score: keypoint.score)
  }
}

extension Int32 {
  /// The nearest number to a box's edge.
  init(clamping edge: CGFloat) {
    self = Int32(Swift.min(Swift.max(edge.rounded(), CGFloat(Int32.min)), CGFloat(Int32.max)))
  }
}

/// A mask as an image that the result holds.
func image(_ mask: Mask) -> MpImagePtr? { address(of: ImagePixels(mask)) }
