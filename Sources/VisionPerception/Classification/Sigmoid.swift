import Foundation

/// The logistic function, which turns a model's logits into probabilities.
package enum Sigmoid {
  /// The probability that belongs to a logit.
  package static func probability(logit: Float) -> Float { 1 / (1 + exp(-logit)) }

  /// A logit whose probability is certainly below the given one, so that nearly all candidates are dropped by one comparison.
  /// The margin covers the sigmoid's rounding.
  package static func logitSurelyBelow(_ probability: Float) -> Float {
    guard probability > 0 else { return -.infinity }
    guard probability < 1 else { return 10 }
    let logit = log(probability / (1 - probability))
    return logit - 0.01 - abs(logit) * 0.01
  }
}
