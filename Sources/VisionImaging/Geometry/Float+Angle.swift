import Foundation

extension Float {
  /// The cosine and sine, each calculated in double precision and rounded once.
  package var cosineAndSine: (cosine: Float, sine: Float) {
    (Float(cos(Double(self))), Float(sin(Double(self))))
  }

  /// The same angle within [-π, π).
  package var normalizedRadians: Float {
    let angle = Double(self)
    return Float(angle - 2 * .pi * ((angle + .pi) / (2 * .pi)).rounded(.down))
  }
}
