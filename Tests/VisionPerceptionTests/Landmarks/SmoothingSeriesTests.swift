import Foundation
import TestSupport
import Testing
import VisionPerception

@Suite("Smoothing filters")
struct SmoothingTests {
  @Test("A low pass starts at its first value and moves by alpha")
  func lowPass() {
    var filter = LowPassFilter()
    #expect(filter(4, alpha: 0.25) == 4)
    #expect(filter(8, alpha: 0.25) == 5)
    #expect(filter(5, alpha: 1) == 5)
  }

  @Test("A one-euro filter passes its first sample, calms small steps and follows large ones")
  func oneEuro() {
    var calm = OneEuroFilter(.imageLandmarks, count: 1)
    var samples: [Float] = [0]
    calm(&samples, timestampInMilliseconds: 0, valueScale: 1e-5)
    #expect(samples == [0])
    samples = [1]
    calm(&samples, timestampInMilliseconds: 33, valueScale: 1e-5)
    #expect(samples[0] > 0 && samples[0] < 0.1)
    var quick = OneEuroFilter(.imageLandmarks, count: 1)
    samples = [0]
    quick(&samples, timestampInMilliseconds: 0, valueScale: 1)
    samples = [1]
    quick(&samples, timestampInMilliseconds: 33, valueScale: 1)
    #expect(samples[0] > 0.9)
  }

  @Test("A timestamp that does not rise, and samples of another number, pass unchanged and change nothing")
  func unusable() {
    var filter = OneEuroFilter(.imageLandmarks, count: 1)
    var samples: [Float] = [1]
    filter(&samples, timestampInMilliseconds: 10, valueScale: 1)
    var other = filter
    samples = [5]
    filter(&samples, timestampInMilliseconds: 10, valueScale: 1)
    #expect(samples == [5])
    var two: [Float] = [5, 6]
    filter(&two, timestampInMilliseconds: 20, valueScale: 1)
    #expect(two == [5, 6])
    var a: [Float] = [2]
    var b: [Float] = [2]
    filter(&a, timestampInMilliseconds: 30, valueScale: 1)
    other(&b, timestampInMilliseconds: 30, valueScale: 1)
    #expect(a == b)
    filter(&a, timestampInMilliseconds: Int.max, valueScale: 1)
  }

  @Test("Landmarks of an image of another size are not smoothed with those before")
  func anotherSize() {
    var smoother = LandmarkSmoother(.imageLandmarks, count: 1)
    func smoothed(_ x: Float, at time: Int, width: Float) -> Float {
      var landmarks = [SIMD3<Float>(x, 0.5, 0)]
      smoother(&landmarks, unit: SIMD3(width, 64, width), objectScale: 1e5, timestampInMilliseconds: time)
      return landmarks[0].x
    }
    #expect(smoothed(0.25, at: 0, width: 64) == 0.25)
    #expect(smoothed(0.5, at: 33, width: 64) < 0.3)
    #expect(smoothed(0.75, at: 66, width: 128) == 0.75)
    #expect(smoothed(0.5, at: 99, width: 128) > 0.7)
  }
}

@Suite("Smoothing equals MediaPipe's filters on recorded series", .needs(.shared))
struct SmoothingSeriesTests {
  struct Series: Decodable {
    struct Step: Decodable {
      let timestampMs: Int
      let landmarks: [[Float]]?
      let world: [[Float]]?
      let objectScale: Float?
      let landmarksOut: [[Float]]?
      let worldOut: [[Float]]?
    }

    let name: String
    let width: Float
    let height: Float
    let steps: [Step]
  }

  private struct Recording: Decodable {
    let series: [Series]
  }

  @Test("Start at zero, gaps, uneven timestamps, tiny people: to the last bit")
  func series() throws {
    let recording = try JSONDecoder().decode(Recording.self, from: Data(contentsOf: #require(RecordedSeries.file)))
    #expect(recording.series.count == 4)
    for series in recording.series {
      var worst: Float = 0
      var image = OneEuroFilter(.imageLandmarks, count: 15)
      var world = OneEuroFilter(.poseWorldLandmarks, count: 15)
      var visibility = Array(repeating: LowPassFilter(), count: 5)
      var worldVisibility = visibility
      for step in series.steps {
        guard let landmarks = step.landmarks, let worldLandmarks = step.world, let scale = step.objectScale,
          let landmarksOut = step.landmarksOut, let worldOut = step.worldOut
        else {
          image = OneEuroFilter(.imageLandmarks, count: 15)
          continue
        }
        let size = [series.width, series.height, series.width]
        var samples = landmarks.flatMap { point in (0..<3).map { point[$0] * size[$0] } }
        if scale >= 1e-6 { image(&samples, timestampInMilliseconds: step.timestampMs, valueScale: 1 / scale) }
        var worldSamples = worldLandmarks.flatMap { $0.prefix(3) }
        world(&worldSamples, timestampInMilliseconds: step.timestampMs, valueScale: 1)
        for point in 0..<5 {
          for axis in 0..<3 {
            worst = max(
              worst, abs(samples[3 * point + axis] / size[axis] - landmarksOut[point][axis]),
              abs(worldSamples[3 * point + axis] - worldOut[point][axis]))
          }
          worst = max(
            worst, abs(visibility[point](landmarks[point][3], alpha: 0.1) - landmarksOut[point][3]),
            abs(worldVisibility[point](worldLandmarks[point][3], alpha: 0.1) - worldOut[point][3]))
        }
      }
      print("smoothing, \(series.name): largest difference \(worst)")
      #expect(worst <= 1e-7)
    }
  }
}

/// Where the recorded series are.
private enum RecordedSeries {
  /// Nil without the folder `shared`.
  static let file = SharedFolder.url?.appending(path: "golden/fed/smoothing_series.json")
}
