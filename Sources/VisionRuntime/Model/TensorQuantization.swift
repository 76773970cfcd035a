/// How stored integers stand for real values: real = scale · (stored − zeroPoint).
package struct TensorQuantization: Sendable, Hashable {
  package let scale: Float
  package let zeroPoint: Int64
}
