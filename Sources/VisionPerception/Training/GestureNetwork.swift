import Foundation
import VisionCore

/// The classifier that is trained: embedding → one hidden layer with ReLU → a score for each class by softmax.
///
/// Plain loops in a fixed order on one thread, so that equal examples and seeds give equal weights.
package struct GestureNetwork: Sendable {
  package let inputCount, hiddenCount, classCount: Int
  /// The rows of the inputs one after the other, then biases; likewise for the second layer.
  package fileprivate(set) var weights: [Float]

  package var firstBiases: Range<Int> { start(1)..<start(2) }
  package var secondBiases: Range<Int> { start(3)..<start(4) }

  /// Random weights of He and Xavier's sizes, biases of 0.
  package init(inputCount: Int, hiddenCount: Int, classCount: Int, by random: inout SplitMix64) {
    (self.inputCount, self.hiddenCount, self.classCount) = (inputCount, hiddenCount, classCount)
    let (first, second) = ((2 / Float(inputCount)).squareRoot(), (1 / Float(hiddenCount)).squareRoot())
    weights = (0..<inputCount * hiddenCount).map { _ in random.normal(deviation: first) }
    weights += repeatElement(0, count: hiddenCount)
    weights += (0..<hiddenCount * classCount).map { _ in random.normal(deviation: second) }
    weights += repeatElement(0, count: classCount)
  }

  /// Where a part of the weights starts.
  fileprivate func start(_ part: Int) -> Int {
    let sizes = [inputCount * hiddenCount, hiddenCount, hiddenCount * classCount, classCount]
    return sizes[..<part].reduce(0, +)
  }

  /// The weights of the first layer for inputs that are not multiplied by `scale`, as a model has them: a row for each
  /// hidden unit.
  package func firstLayer(scale: [Float]) -> [Float] {
    (0..<hiddenCount).flatMap { unit in (0..<inputCount).map { weights[$0 * hiddenCount + unit] * scale[$0] } }
  }

  /// A row for each class.
  package func secondLayer() -> [Float] {
    let first = start(2)
    return (0..<classCount).flatMap { index in (0..<hiddenCount).map { weights[first + $0 * classCount + index] } }
  }

  /// The probability of each class.
  package func scores(_ input: [Float]) -> [Float] {
    var workspace = Workspace(self)
    weights.withUnsafeBufferPointer { weights in
      input.withUnsafeBufferPointer { workspace.forward($0, weights, self) }
    }
    return workspace.scores
  }
}

extension GestureNetwork {
  package struct Sample {
    /// Multiplied by the dimensions' scales.
    let input: [Float]
    let label: Int
    let weight: Float

    package init(input: [Float], label: Int, weight: Float) {
      (self.input, self.label, self.weight) = (input, label, weight)
    }
  }

  /// The layers' values for one sample.
  fileprivate struct Workspace {
    var hidden, scores, hiddenGradient: [Float]

    init(_ network: GestureNetwork) {
      hidden = [Float](repeating: 0, count: network.hiddenCount)
      scores = [Float](repeating: 0, count: network.classCount)
      hiddenGradient = hidden
    }

    /// Embeddings are sparse: a ReLU ends the published embedder.
    mutating func forward(
      _ input: UnsafeBufferPointer<Float>, _ weights: UnsafeBufferPointer<Float>, _ network: GestureNetwork
    ) {
      let (units, classes) = (network.hiddenCount, network.classCount)
      let (firstBiases, secondLayer, secondBiases) = (network.start(1), network.start(2), network.start(3))
      hidden.withUnsafeMutableBufferPointer { hidden in
        for unit in 0..<units { hidden[unit] = weights[firstBiases + unit] }
        for index in 0..<input.count where input[index] != 0 {
          let (value, row) = (input[index], index * units)
          for unit in 0..<units { hidden[unit] += value * weights[row + unit] }
        }
        for unit in 0..<units where hidden[unit] < 0 { hidden[unit] = 0 }
        scores.withUnsafeMutableBufferPointer { scores in
          for index in 0..<classes { scores[index] = weights[secondBiases + index] }
          for unit in 0..<units where hidden[unit] != 0 {
            let (value, row) = (hidden[unit], secondLayer + unit * classes)
            for index in 0..<classes { scores[index] += value * weights[row + index] }
          }
          var highest = scores[0]
          for score in scores where score > highest { highest = score }
          var sum: Float = 0
          for index in 0..<classes {
            scores[index] = Float(exp(Double(scores[index] - highest)))
            sum += scores[index]
          }
          for index in 0..<classes { scores[index] /= sum }
        }
      }
    }

    /// Adds a sample's gradient after `forward`.
    mutating func backward(
      _ sample: Sample, _ weights: UnsafeBufferPointer<Float>, into gradient: UnsafeMutableBufferPointer<Float>,
      _ network: GestureNetwork
    ) {
      let (units, classes) = (network.hiddenCount, network.classCount)
      let (firstBiases, secondLayer, secondBiases) = (network.start(1), network.start(2), network.start(3))
      scores[sample.label] -= 1
      hiddenGradient.withUnsafeMutableBufferPointer { hiddenGradient in
        scores.withUnsafeMutableBufferPointer { error in
          for index in 0..<classes {
            error[index] *= sample.weight
            gradient[secondBiases + index] += error[index]
          }
          for unit in 0..<units {
            hiddenGradient[unit] = 0
            guard hidden[unit] > 0 else { continue }
            let row = secondLayer + unit * classes
            var sum: Float = 0
            for index in 0..<classes {
              gradient[row + index] += hidden[unit] * error[index]
              sum += weights[row + index] * error[index]
            }
            hiddenGradient[unit] = sum
            gradient[firstBiases + unit] += sum
          }
        }
        for index in sample.input.indices where sample.input[index] != 0 {
          let (value, row) = (sample.input[index], index * units)
          for unit in 0..<units { gradient[row + unit] += value * hiddenGradient[unit] }
        }
      }
    }
  }
}

extension GestureNetwork {
  /// How a network is trained: Adam on batches with L2, until the held-out samples get no better.
  package struct Schedule: Sendable {
    package var epochs = 60
    /// Epochs without a lower loss of the held-out samples after which training ends.
    var patience = 10
    var batch = 64
    var rate: Float = 5e-3
    var decay: Float = 1e-3

    package init() {}
  }

  /// Source: Kingma and Ba, "Adam: a method for stochastic optimization", 2015. The weights of the epoch with the
  /// lowest loss of the held-out samples are kept.
  package mutating func train(
    _ samples: [Sample], heldOut: [Sample], schedule: Schedule, by random: inout SplitMix64,
    onEpoch: (Int) throws -> Void
  ) rethrows {
    let (firstDecay, firstMomentum, secondMomentum): (Float, Float, Float) = (schedule.decay, 0.9, 0.999)
    let decayed = [0..<start(1), start(2)..<start(3)]
    var workspace = Workspace(self)
    var gradient = [Float](repeating: 0, count: weights.count)
    var (mean, square) = (gradient, gradient)
    var (first, second): (Float, Float) = (1, 1)
    var best = (loss: Float.infinity, epoch: 0, weights: weights)
    var order = Array(samples.indices)
    for epoch in 0..<schedule.epochs {
      try onEpoch(epoch)
      random.shuffle(&order)
      for begin in stride(from: 0, to: order.count, by: schedule.batch) {
        let batch = order[begin..<min(begin + schedule.batch, order.count)]
        let share = 1 / Float(batch.count)
        first *= firstMomentum
        second *= secondMomentum
        gradient.withUnsafeMutableBufferPointer { gradient in
          for index in gradient.indices { gradient[index] = 0 }
          weights.withUnsafeBufferPointer { weights in
            for index in batch {
              samples[index].input.withUnsafeBufferPointer { workspace.forward($0, weights, self) }
              workspace.backward(samples[index], weights, into: gradient, self)
            }
          }
          weights.withUnsafeMutableBufferPointer { weights in
            for index in gradient.indices { gradient[index] *= share }
            for part in decayed { for index in part { gradient[index] += firstDecay * weights[index] } }
            mean.withUnsafeMutableBufferPointer { mean in
              square.withUnsafeMutableBufferPointer { square in
                let (meanScale, squareScale) = (1 / (1 - first), 1 / (1 - second))
                for index in weights.indices {
                  let slope = gradient[index]
                  mean[index] += (1 - firstMomentum) * (slope - mean[index])
                  square[index] += (1 - secondMomentum) * (slope * slope - square[index])
                  weights[index] -=
                    schedule.rate * (mean[index] * meanScale) / ((square[index] * squareScale).squareRoot() + 1e-8)
                }
              }
            }
          }
        }
      }
      let loss = loss(of: heldOut, &workspace)
      if loss < best.loss { best = (loss, epoch, weights) }
      if epoch - best.epoch >= schedule.patience { break }
    }
    weights = best.weights
  }

  private func loss(of samples: [Sample], _ workspace: inout Workspace) -> Float {
    var sum: Float = 0
    weights.withUnsafeBufferPointer { weights in
      for sample in samples {
        sample.input.withUnsafeBufferPointer { workspace.forward($0, weights, self) }
        sum -= sample.weight * Float(log(Double(max(workspace.scores[sample.label], 1e-9))))
      }
    }
    return sum
  }
}
