import Benchmark
import VisionImaging
import VisionModels
import VisionPerception

/// Decoding of a detector's raw outputs to boxes.
enum DetectionBenchmarks {
  /// EfficientDet-Lite0's boxes and classes.
  private static let (boxCount, classCount) = (19_206, 90)

  static func register() {
    Benchmark("anchors of the palm detector") { benchmark in
      for _ in benchmark.scaledIterations { blackHole(SSDAnchorOptions.palm.anchorCenters()) }
    }
    decoding()
    classSearch()
    suppression()
  }

  private static func decoding() {
    Benchmark("palms of 2016 raw boxes, 1 in 100 above the threshold", configuration: scaled) { benchmark in
      let decoder = BoxDecoder(anchors: .palm, keypointCount: 7, minimumScore: 0.5)
      let boxes = Noise.floats(decoder.anchorCenters.count * decoder.valuesPerBox, in: 0...100)
      let scores = Noise.floats(decoder.anchorCenters.count, in: -9.9...0.1)
      var found = DetectionList(keypointCount: 7)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        found.removeAll()
        boxes.withUnsafeBufferPointer { boxes in
          scores.withUnsafeBufferPointer { decoder.decode(rawBoxes: boxes, rawScores: $0, into: &found) }
        }
      }
      benchmark.stopMeasurement()
      blackHole(found)
    }
    Benchmark("25 of EfficientDet's raw boxes", configuration: scaled) { benchmark in
      let anchors = Noise.floats(boxCount, in: 0...1).map {
        DetectorAnchor(xCenter: $0, yCenter: 1 - $0, width: 0.1, height: 0.2)
      }
      let decoder = try AnchorBoxDecoder(
        RawDetectorMetadata(anchors: anchors, hasExponentialSize: true), valueCount: 4 * boxCount)
      let raw = Noise.floats(4 * boxCount, in: -1...1)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        raw.withUnsafeBufferPointer { raw in
          for index in stride(from: 0, to: boxCount, by: boxCount / 25) {
            blackHole(decoder.box(index, from: UnsafeBufferPointer(rebasing: raw[4 * index..<4 * index + 4])))
          }
        }
      }
      benchmark.stopMeasurement()
    }
  }

  private static func classSearch() {
    Benchmark("best class of EfficientDet's 19206 boxes") { benchmark in
      let search = BestClassSearch(classCount: classCount, categories: try CategorySelection(labels: []))
      let scores = Noise.floats(boxCount * classCount, in: -10...0)
      var found = 0
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        scores.withUnsafeBufferPointer { search.forEachBox(of: $0, atLeast: -0.001) { box, _ in found &+= box } }
      }
      benchmark.stopMeasurement()
      blackHole(found)
    }
    Benchmark("best class of EfficientDet's 19206 boxes, plain") { benchmark in
      let scores = Noise.floats(boxCount * classCount, in: -10...0)
      var found = 0
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        for box in 0..<boxCount {
          var best = -Float.infinity
          for index in box * classCount..<(box + 1) * classCount where scores[index] > best { best = scores[index] }
          if best >= -0.001 { found &+= box }
        }
      }
      benchmark.stopMeasurement()
      blackHole(found)
    }
  }

  private static func suppression() {
    for isPerClass in [false, true] {
      Benchmark("suppression among 200 boxes\(isPerClass ? ", class by class" : "")", configuration: scaled) {
        benchmark in
        let boxes = boxes(200)
        var suppression = NonMaxSuppression(overlapThreshold: 0.5, isPerClass: isPerClass)
        var kept = 0
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
          suppression.removeAll()
          for (index, box) in boxes.enumerated() where suppression.keeps(box, classIndex: index % 5) { kept &+= 1 }
        }
        benchmark.stopMeasurement()
        blackHole(kept)
      }
    }
    Benchmark("weighted suppression among 20 palms", configuration: scaled) { benchmark in
      var palms = DetectionList(keypointCount: 7)
      for (index, box) in boxes(20).enumerated() { palms.append(box: box, score: 1 - Float(index) / 40) }
      var suppression = WeightedNonMaxSuppression(overlapThreshold: 0.3)
      var survivors = DetectionList(keypointCount: 7)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        survivors.removeAll()
        suppression(palms, into: &survivors)
      }
      benchmark.stopMeasurement()
      blackHole(survivors)
    }
  }

  /// Work of a few microseconds is repeated a thousand times.
  private static var scaled: Benchmark.Configuration {
    .init(
      metrics: [.wallClock], warmupIterations: 3, scalingFactor: .kilo, maxDuration: .seconds(2), maxIterations: 1000)
  }

  /// Boxes of which some overlap.
  private static func boxes(_ count: Int) -> [NormalizedBox] {
    let numbers = Noise.floats(4 * count, in: 0...1)
    return (0..<count).map { index in
      NormalizedBox(
        minX: 0.7 * numbers[4 * index], minY: 0.7 * numbers[4 * index + 1], width: 0.1 + 0.2 * numbers[4 * index + 2],
        height: 0.1 + 0.2 * numbers[4 * index + 3])
    }
  }
}
