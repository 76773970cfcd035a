import VisionModels

/// The examples of one training, split, varied and embedded.
///
/// Every example is kept in two forms: its landmarks, which can be changed as hands change, and the embedding of what
/// they became. Hands of other poses are made up by bending the examples' fingers and by turning the hands; those that
/// are as close to a gesture as its own examples are to one another are left out.
struct GestureTraining {
  /// The share of a class's examples that is kept from training.
  private static let heldOutShare = 0.2
  /// How many variants of all its examples a class has at least; of many classes each has fewer.
  private static let variantsPerClass = 60...400
  private static let allVariants = 20_000
  /// How far from a gesture a made-up hand has to be, in distances between the gesture's own examples.
  private static let minimumDistance: Float = 0.8

  let labels: [String]
  /// For each class its examples, for training and held out. The first class is the background.
  let training, heldOut: [[HandShape]]
  private let embedder: GestureEmbedder
  private var random: SplitMix64

  init(labels: [String], examples: [[HandShape]], embedder: GestureEmbedder, seed: UInt64) {
    self.labels = labels
    self.embedder = embedder
    random = SplitMix64(seed: seed)
    var (training, heldOut): ([[HandShape]], [[HandShape]]) = ([], [])
    for hands in examples {
      var hands = hands
      random.shuffle(&hands)
      let count = hands.count < 2 ? 0 : max(1, Int((Double(hands.count) * Self.heldOutShare).rounded()))
      heldOut.append(Array(hands.prefix(count)))
      training.append(Array(hands.dropFirst(count)))
    }
    (self.training, self.heldOut) = (training, heldOut)
  }

  /// Trains, and writes the classifier into a copy of `base`.
  mutating func run(base: TaskBundle, onProgress: (Double) throws -> Void) throws -> TrainedGestures {
    // Embedding takes about as long as the epochs that it usually takes.
    let positives = try training.indices.map { index in
      try onProgress(0.3 * Double(index) / Double(training.count))
      return try variants(of: training[index])
    }
    let scale = Self.scale(of: positives.dropFirst().flatMap { $0 })
    func scaled(_ embedding: [Float]) -> [Float] { zip(embedding, scale).map { $0 * $1 } }
    let classes = positives.map { $0.map(scaled) }
    try onProgress(0.3)
    let madeUp = try madeUpHands { try onProgress(0.3 + 0.1 * $0) }
    var others = try farFromGestures(madeUp.map(scaled), classes) { try onProgress(0.4 + 0.1 * $0) }
    random.shuffle(&others)
    let (heldOutOthers, trainingOthers) = (others.prefix(others.count / 5), others.dropFirst(others.count / 5))

    let background = classes[0] + trainingOthers
    let samples = Self.samples([background] + classes.dropFirst())
    let embeddings = try heldOut.map { try $0.map { try embedder.embed($0) } }
    let unseen = embeddings.map { $0.map(scaled) }
    let validation = Self.samples([unseen[0] + heldOutOthers] + unseen.dropFirst())
    var network = GestureNetwork(
      inputCount: scale.count, hiddenCount: min(max(48, 2 * labels.count), 128), classCount: labels.count, by: &random)
    let schedule = GestureNetwork.Schedule()
    try network.train(samples, heldOut: validation, schedule: schedule, by: &random) { epoch in
      try onProgress(0.5 + 0.5 * Double(epoch) / Double(schedule.epochs))
    }
    let model = GestureClassifierModel(network: network, scale: scale, labels: labels)
    let bundle = try model.bundle(from: base, checkedWith: Array(embeddings.joined().prefix(64)))
    try onProgress(1)
    return TrainedGestures(bundle: Data(bundle), report: report(on: unseen, others: heldOutOthers, of: network))
  }

  private func report(
    on unseen: [[[Float]]], others: ArraySlice<[Float]>, of network: GestureNetwork
  ) -> GestureTrainingReport {
    var confusion = [[Int]](repeating: [Int](repeating: 0, count: labels.count), count: labels.count)
    for (label, embeddings) in unseen.enumerated() {
      for embedding in embeddings { confusion[label][network.bestClass(embedding)] += 1 }
    }
    let rejected = others.count { network.bestClass($0) == 0 }
    return GestureTrainingReport(
      labels: labels, imageCounts: zip(training, heldOut).map { $0.count + $1.count },
      heldOutCounts: heldOut.map(\.count), confusion: confusion,
      otherHandsRejected: Double(rejected) / Double(max(others.count, 1)))
  }

  /// The embeddings of examples and of variants of them.
  private mutating func variants(of hands: [HandShape]) throws -> [[Float]] {
    guard !hands.isEmpty else { return [] }
    let wanted = min(
      max(Self.allVariants / labels.count, Self.variantsPerClass.lowerBound), Self.variantsPerClass.upperBound)
    return try hands.flatMap { hand in
      let own = [hand, hand.mirrored] + (0..<(wanted / hands.count)).map { _ in hand.varied(by: &random) }
      return try own.map { try embedder.embed($0) }
    }
  }

  /// The embeddings of hands that are none of the gestures, as far as landmarks say.
  private mutating func madeUpHands(onProgress: (Double) throws -> Void) throws -> [[Float]] {
    let gestures = training.dropFirst().filter { !$0.isEmpty }
    var embeddings: [[Float]] = []
    func embed(_ hand: HandShape, tilt: Float, roll: Float = 20, random: inout SplitMix64) throws {
      let sided = random.next() & 1 == 0 ? hand : hand.mirrored
      let rotation = HandRotation.random(roll: roll, tilt: tilt, by: &random)
      embeddings.append(try embedder.embed(sided.held(rotation, noise: 0.01, by: &random)))
    }
    let perGesture = max(20, min(300, 6000 / gestures.count))
    for (index, hands) in gestures.enumerated() {
      try onProgress(Double(index) / Double(gestures.count))
      for _ in 0..<perGesture {
        let hand = hands[random.index(below: hands.count)]
        let poses = FingerPoses.flipping(in: hand, by: &random)
        try embed(hand.changed { poses($0) }, tilt: 12, random: &random)
      }
      for _ in 0..<max(10, min(300, 1200 / gestures.count)) {
        let hand = hands[random.index(below: hands.count)]
        let poses = FingerPoses.random(by: &random)
        try embed(hand.changed { poses($0) }, tilt: 25, roll: 35, random: &random)
      }
      // Rotated so far that it would be another gesture: a thumb up and a thumb down.
      for _ in 0..<max(5, min(100, 300 / gestures.count)) {
        let hand = hands[random.index(below: hands.count)]
        let rotation = HandRotation(roll: random.float(75, 285) * (.pi / 180), pitch: 0, yaw: 0)
        try embed(hand.changed { rotation($0) }, tilt: 12, roll: 0, random: &random)
      }
    }
    return embeddings
  }

  /// Those of `hands` that are not as close to a gesture as the gesture's examples are to one another.
  private mutating func farFromGestures(
    _ hands: [[Float]], _ classes: [[[Float]]], onProgress: (Double) throws -> Void
  ) throws -> [[Float]] {
    let limit = max(16, min(100, 8000 / classes.count))
    var nearby = [Bool](repeating: false, count: hands.count)
    for (number, var examples) in classes.enumerated().dropFirst() {
      try onProgress(Double(number) / Double(classes.count))
      random.shuffle(&examples)
      let examples = Array(examples.prefix(limit))
      let spread = examples.indices.map { index in
        Self.squaredDistance(from: examples[index], to: examples, except: index)
      }.sorted()
      // The 95th percentile.
      guard let typical = spread.isEmpty ? nil : spread[(spread.count - 1) * 19 / 20] else { continue }
      let minimum = typical * Self.minimumDistance * Self.minimumDistance
      for (index, hand) in hands.enumerated() where !nearby[index] {
        nearby[index] = Self.squaredDistance(from: hand, to: examples) <= minimum
      }
    }
    return zip(hands, nearby).filter { !$1 }.map(\.0)
  }

  /// To the nearest of the others.
  private static func squaredDistance(from one: [Float], to others: [[Float]], except: Int? = nil) -> Float {
    var lowest = Float.infinity
    one.withUnsafeBufferPointer { one in
      for (index, other) in others.enumerated() where index != except {
        var sum: Float = 0
        other.withUnsafeBufferPointer { other in
          for place in one.indices where sum < lowest {
            let difference = one[place] - other[place]
            sum += difference * difference
          }
        }
        lowest = min(lowest, sum)
      }
    }
    return lowest
  }

  /// What makes the dimensions comparable: the inverse of their standard deviations, with a floor for dimensions that
  /// hardly change in the examples, but may elsewhere. Nothing is subtracted: zeros stay zeros, which saves time.
  private static func scale(of embeddings: [[Float]]) -> [Float] {
    guard let first = embeddings.first else { return [] }
    let count = Float(embeddings.count)
    let deviations = first.indices.map { dimension -> Float in
      let mean = embeddings.reduce(Float(0)) { $0 + $1[dimension] } / count
      return (embeddings.reduce(Float(0)) { $0 + ($1[dimension] - mean) * ($1[dimension] - mean) } / count)
        .squareRoot()
    }
    let floor = max(0.25 * deviations.reduce(0, +) / Float(deviations.count), 1e-3)
    return deviations.map { 1 / ($0 + floor) }
  }

  /// Samples of all classes; every class has the same weight.
  private static func samples(_ classes: [[[Float]]]) -> [GestureNetwork.Sample] {
    let total = Float(classes.reduce(0) { $0 + $1.count })
    let present = Float(classes.count { !$0.isEmpty })
    return classes.enumerated().flatMap { label, embeddings in
      embeddings.map { embedding in
        GestureNetwork.Sample(input: embedding, label: label, weight: total / (present * Float(embeddings.count)))
      }
    }
  }
}

extension GestureNetwork {
  /// The class with the highest score, the first of equal ones.
  fileprivate func bestClass(_ input: [Float]) -> Int {
    let scores = scores(input)
    return scores.indices.reduce(0) { scores[$1] > scores[$0] ? $1 : $0 }
  }
}
