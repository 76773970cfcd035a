import Foundation
import VisionCore
import VisionModels

package enum Sigmoid {
  /// The probability that belongs to a logit. The exponential is rounded once, as by the C library inside MediaPipe:
  /// scores are weights of boxes, and so of regions.
  package static func probability(logit: Float) -> Float { 1 / (1 + Float(exp(-Double(logit)))) }

  /// A logit whose probability is surely below the given one, to drop nearly all candidates by a single comparison.
  package static func logitSurelyBelow(_ probability: Float) -> Float {
    guard probability > 0 else { return -.infinity }
    guard probability < 1 else { return 10 }
    let logit = log(probability / (1 - probability))
    return logit - 0.01 - abs(logit) * 0.01
  }
}

/// Turns raw scores into calibrated ones, class by class. Source: MediaPipe's `ScoreCalibrationCalculator`: a sigmoid
/// of each class's own shape over the transformed score.
package struct ScoreCalibrator: Sendable {
  private struct Curve {
    let scale, slope, offset: Float
    /// Scores below it become the default score.
    let minimum: Float?
  }

  private let calibration: ScoreCalibration
  private let curves: [Curve?]

  /// There is a line for each class: scale, slope, offset and optionally the minimum score, separated by commas; an
  /// empty one for a class without a curve. Any other line is a `TasksError` with `invalidArgumentError`.
  package init(_ calibration: ScoreCalibration, lines: [String]) throws {
    self.calibration = calibration
    curves = try lines.enumerated().map { number, line in
      let text = line.trimmed
      if text.isEmpty { return nil }
      let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { Float($0.trimmed) }
      let numbers = fields.compactMap { $0 }
      guard numbers.count == fields.count, (3...4).contains(numbers.count), numbers[0] >= 0 else {
        throw TasksError.invalidArgument(
          "Line \(number + 1) of the model's score calibration is \"\(line)\"; allowed are scale (not negative), slope, "
            + "offset and perhaps a least score, separated by commas.")
      }
      return Curve(
        scale: numbers[0], slope: numbers[1], offset: numbers[2], minimum: numbers.count == 4 ? numbers[3] : nil)
    }
  }

  package func callAsFunction(_ score: Float, class index: Int) -> Float {
    guard curves.indices.contains(index), let curve = curves[index] else { return calibration.defaultScore }
    if let minimum = curve.minimum, score < minimum { return calibration.defaultScore }
    let exponent = Double(curve.slope) * transformed(Double(score)) + Double(curve.offset)
    let value = Float(Double(curve.scale) / (1 + exp(-exponent)))
    return min(max(value, 0), curve.scale)
  }

  private func transformed(_ score: Double) -> Double {
    switch calibration.transformation {
    case .identity: score
    case .log: Self.extendedLog(score)
    case .inverseLogistic: Self.extendedLog(score) - Self.extendedLog(1 - score)
    }
  }

  /// The logarithm, continued point-symmetrically below 1e-16.
  private static func extendedLog(_ value: Double) -> Double {
    let threshold = 1e-16
    return value >= threshold ? log(value) : 2 * log(threshold) - log(2 * threshold - value)
  }
}
