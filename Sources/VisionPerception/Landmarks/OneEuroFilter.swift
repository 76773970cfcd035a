/// Exponential smoothing of one value: in single precision, with the old value's share in double, as in MediaPipe.
package struct LowPassFilter: Sendable {
  private var state: Float?

  package init() {}

  package mutating func callAsFunction(_ value: Float, alpha: Float) -> Float {
    guard let state else {
      self.state = value
      return value
    }
    let smoothed = Float(Double(alpha * value) + (1 - Double(alpha)) * Double(state))
    self.state = smoothed
    return smoothed
  }
}

package struct OneEuroOptions: Sendable, Hashable {
  /// The cutoff of a value at rest, in hertz.
  let minCutoff: Float
  let beta: Float

  /// Pose and face landmarks in the image.
  package static let imageLandmarks = OneEuroOptions(minCutoff: 0.05, beta: 80)
  /// Pose landmarks in metres.
  package static let poseWorldLandmarks = OneEuroOptions(minCutoff: 0.1, beta: 40)
  /// The two points of a pose that give its next region, in the holistic landmarker.
  package static let poseAuxiliaryPoints = OneEuroOptions(minCutoff: 0.01, beta: 10)
}

/// Smoothing that follows fast movement and steadies slow one: the cutoff rises with speed.
/// Source: Casiez, Roussel and Vogel, "1€ Filter" (CHI 2012), with MediaPipe's start: 30 Hz until two timestamps other
/// than 0 are known, and the speed of unsmoothed values. Filters a fixed number of values together.
package struct OneEuroFilter: Sendable {
  private static let initialFrequency = 30.0
  private static let derivateCutoff = 1.0

  private let options: OneEuroOptions
  private var frequency = initialFrequency
  private var lastNanoseconds = -1
  private var raw: [Float] = []
  private var values, slopes: [LowPassFilter]

  package init(_ options: OneEuroOptions, count: Int) {
    self.options = options
    values = Array(repeating: LowPassFilter(), count: count)
    slopes = values
  }

  /// Smooths `samples` in place; a timestamp that does not rise changes neither them nor the state.
  /// `valueScale` converts a difference of samples to the unit of speed.
  package mutating func callAsFunction(_ samples: inout [Float], timestampInMilliseconds: Int, valueScale: Float) {
    let (now, overflows) = timestampInMilliseconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflows, now > lastNanoseconds, samples.count == values.count else { return }
    if lastNanoseconds != 0, now != 0 { frequency = 1 / (Double(now - lastNanoseconds) * 1e-9) }
    lastNanoseconds = now
    let isFirst = raw.isEmpty
    if isFirst { raw = samples }
    for index in samples.indices {
      let sample = samples[index]
      let slope = isFirst ? 0 : (Double(sample) - Double(raw[index])) * Double(valueScale) * frequency
      raw[index] = sample
      let smoothSlope = slopes[index](Float(slope), alpha: alpha(cutoff: Self.derivateCutoff))
      let cutoff = Double(options.minCutoff) + Double(options.beta) * abs(Double(smoothSlope))
      samples[index] = values[index](sample, alpha: alpha(cutoff: cutoff))
    }
  }

  private func alpha(cutoff: Double) -> Float { Float(1 / (1 + (1 / (2 * Double.pi * cutoff)) / (1 / frequency))) }
}

/// Smooths the positions of landmarks over time.
package struct LandmarkSmoother: Sendable {
  /// Minimum size of a subject to smooth, in pixels or metres.
  private static let minObjectScale: Float = 1e-6

  private let options: OneEuroOptions
  private var filter: OneEuroFilter
  private var samples: [Float] = []
  private var lastUnit: SIMD3<Float>?
  private let count: Int

  package init(_ options: OneEuroOptions, count: Int) {
    (self.options, self.count) = (options, count)
    filter = OneEuroFilter(options, count: 3 * count)
  }

  /// Smooths `count` landmarks in place. Times `unit` they are in pixels or metres, as is the size of the subject.
  /// Another unit is another image size, with which smoothing begins anew, as in MediaPipe.
  package mutating func callAsFunction(
    _ landmarks: inout [SIMD3<Float>], unit: SIMD3<Float> = SIMD3(1, 1, 1), objectScale: Float,
    timestampInMilliseconds: Int
  ) {
    if let lastUnit, lastUnit != unit { reset() }
    lastUnit = unit
    samples.removeAll(keepingCapacity: true)
    for landmark in landmarks {
      let sample = landmark * unit
      samples.append(sample.x)
      samples.append(sample.y)
      samples.append(sample.z)
    }
    if objectScale >= Self.minObjectScale {
      filter(&samples, timestampInMilliseconds: timestampInMilliseconds, valueScale: 1 / objectScale)
    }
    for index in landmarks.indices {
      landmarks[index] = SIMD3(samples[3 * index], samples[3 * index + 1], samples[3 * index + 2]) / unit
    }
  }

  package mutating func reset() { filter = OneEuroFilter(options, count: 3 * count) }
}
