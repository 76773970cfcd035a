import VisionImaging

/// Regions of interest of faces. Source: MediaPipe's face landmarker graphs.
package enum FaceRegions {
  /// How much larger a region is than the face in it.
  private static let scale: Float = 1.5
  private static let rightEyeCorner = 33
  private static let leftEyeCorner = 263

  /// The rectangle of a detected face, given by its box and its eyes (keypoints 0 and 1) in fractions of the image.
  /// Each side grows by itself; no square is formed.
  package static func rect(
    face box: NormalizedBox, rightEye: SIMD2<Float>, leftEye: SIMD2<Float>, in size: ImageSize
  ) -> RotatedRegion {
    RotatedRegion(
      xCenter: box.minX + box.width / 2, yCenter: box.minY + box.height / 2, width: box.width * scale,
      height: box.height * scale, rotation: HandRegions.rotation(from: rightEye, to: leftEye, target: 0, in: size))
  }

  /// The face's rectangle for the next frame, from its 478 landmarks in fractions of the image.
  package static func nextRect(landmarks: [SIMD3<Float>], in size: ImageSize) -> RotatedRegion {
    bounds(of: landmarks, in: size).expandedToSquare(scale: scale, shiftY: 0, in: size)
  }

  /// The bounds of a face's 478 landmarks along the image's axes, with the rotation of its eyes.
  package static func bounds(of landmarks: [SIMD3<Float>], in size: ImageSize) -> RotatedRegion {
    bounds(of: landmarks[...], rightEye: landmarks[rightEyeCorner], leftEye: landmarks[leftEyeCorner], in: size)
  }

  /// The bounds of landmarks along the image's axes, with the rotation of the eyes.
  static func bounds(
    of landmarks: ArraySlice<SIMD3<Float>>, rightEye: SIMD3<Float>, leftEye: SIMD3<Float>, in size: ImageSize
  ) -> RotatedRegion {
    var bounds = LandmarkBounds()
    for landmark in landmarks { bounds.include(SIMD2(landmark.x, landmark.y)) }
    let center = bounds.low + bounds.size / 2
    return RotatedRegion(
      xCenter: center.x, yCenter: center.y, width: bounds.size.x, height: bounds.size.y,
      rotation: HandRegions.rotation(
        from: SIMD2(rightEye.x, rightEye.y), to: SIMD2(leftEye.x, leftEye.y), target: 0, in: size))
  }

  /// Sorts associated rectangles by the place of the tracked rectangle that they are or have replaced; new ones are
  /// last.
  /// MediaPipe leaves them in the order of their scores, in which two faces may change places from frame to frame.
  package static func keepOrder(of tracked: [RotatedRegion], in rects: inout [RotatedRegion], threshold: Float) {
    func place(_ rect: RotatedRegion) -> Int {
      tracked.firstIndex { $0 == rect || rect.intersectionOverUnion($0) > threshold } ?? tracked.count
    }
    // By insertion, which is stable and takes no memory; there are a few.
    for index in rects.indices.dropFirst() {
      var position = index
      while position > 0, place(rects[position]) < place(rects[position - 1]) {
        rects.swapAt(position, position - 1)
        position -= 1
      }
    }
  }
}
