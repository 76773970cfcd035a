import MediaPipeTasksVision

/// How far a result lies from MediaPipe's, field by field.
struct HandDifferences: Sendable {
  var xy: [Float] = []
  var z: [Float] = []
  var world: [Float] = []
  var gestureScores: [Float] = []
  var handednessScores: [Float] = []
  var labelMismatches: [String] = []
  var countMismatches: [String] = []

  /// Adds one frame; hands are compared in order.
  mutating func add(_ result: GestureRecognizerResult, _ golden: Golden.Frame, where place: String) {
    guard result.landmarks.count == golden.landmarks.count else {
      countMismatches.append("\(place): \(result.landmarks.count) hands, MediaPipe \(golden.landmarks.count)")
      return
    }
    for hand in result.landmarks.indices {
      for (ours, theirs) in zip(result.landmarks[hand], golden.landmarks[hand]) {
        xy += [abs(ours.x - theirs[0]), abs(ours.y - theirs[1])]
        z.append(abs(ours.z - theirs[2]))
      }
      for (ours, theirs) in zip(result.worldLandmarks[hand], golden.worldLandmarks[hand]) {
        world += [abs(ours.x - theirs[0]), abs(ours.y - theirs[1]), abs(ours.z - theirs[2])]
      }
      if let difference = scoreDifference(
        result.handedness[hand], golden.handedness[hand], "\(place) hand \(hand) handedness")
      {
        handednessScores.append(difference)
      }
    }
    // MediaPipe leaves out hands without a gesture; ours stand there with an empty list.
    for (ours, theirs) in zip(result.gestures.filter { !$0.isEmpty }, golden.gestures) {
      if let difference = scoreDifference(ours, theirs, "\(place) gesture") { gestureScores.append(difference) }
    }
    if result.gestures.filter({ !$0.isEmpty }).count != golden.gestures.count {
      countMismatches.append("\(place): gestures of \(result.gestures.count) hands, MediaPipe \(golden.gestures.count)")
    }
  }

  /// The difference of the best categories' scores; nil, and noted, when their names differ.
  private mutating func scoreDifference(
    _ ours: [ResultCategory], _ theirs: [RecordedCategory], _ place: String
  ) -> Float? {
    guard let first = ours.first, let expected = theirs.first, first.categoryName == expected.categoryName else {
      labelMismatches.append(
        "\(place): \(ours.first?.categoryName ?? "none"), MediaPipe \(theirs.first?.categoryName ?? "none")")
      return nil
    }
    return abs(first.score - expected.score)
  }

  mutating func add(_ other: HandDifferences) {
    xy += other.xy
    z += other.z
    world += other.world
    gestureScores += other.gestureScores
    handednessScores += other.handednessScores
    labelMismatches += other.labelMismatches
    countMismatches += other.countMismatches
  }

  var summary: String {
    "x, y \(largest(xy)) (median \(median(xy))), z \(largest(z)), world \(largest(world)) m, "
      + "gesture score \(largest(gestureScores)), handedness score \(largest(handednessScores))"
  }

  func largest(_ values: [Float]) -> Float { values.max() ?? 0 }
  func median(_ values: [Float]) -> Float { values.isEmpty ? 0 : values.sorted()[values.count / 2] }
}
