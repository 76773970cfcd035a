import Foundation
import TestSupport
import Testing
import VisionCore
import VisionImaging

/// A segmenter's output of random values, and its masks by plain loops.
private struct SampleMap {
  let width: Int
  let height: Int
  let classes: Int
  let activation: ClassActivation
  let values: [Float]

  /// Values of smooth waves for each class with some noise, so that classes have areas and borders.
  init(_ width: Int, _ height: Int, _ classes: Int, _ activation: ClassActivation, noise: Float, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let phases = (0..<classes * 3).map { _ in Float.random(in: 0...6, using: &random) }
    var values: [Float] = []
    for y in 0..<height {
      for x in 0..<width {
        for k in 0..<classes {
          let wave = sin(Float(x) * 0.2 + phases[3 * k]) + sin(Float(y) * 0.15 + phases[3 * k + 1])
          let offset: Float = classes == 1 && activation == .none ? 0.5 : 0
          values.append(wave * 4 + offset + Float.random(in: -noise...noise, using: &random))
        }
      }
    }
    (self.width, self.height, self.classes) = (width, height, classes)
    (self.activation, self.values) = (activation, values)
  }

  func value(_ x: Int, _ y: Int, _ k: Int) -> Float { values[(y * width + x) * classes + k] }

  func withMap(_ body: (ClassMap) throws -> Void) throws {
    try values.withUnsafeBufferPointer { buffer in
      let map = try ClassMap(buffer, width: width, height: height, classes: classes, activation: activation)
      try body(map)
    }
  }

  func code(_ column: Int, _ row: Int, of targetWidth: Int, _ targetHeight: Int) -> UInt8 {
    func taps(_ place: Int, _ count: Int, _ size: Int) -> (Int, Int, Float) {
      let position = count > 1 ? Float(place) * (Float(size - 1) / Float(count - 1)) : 0
      let first = Int(position.rounded(.down))
      return (first, min(Int(position.rounded(.up)), size - 1), min(max(position - Float(first), 0), 1))
    }
    let (x0, x1, across) = taps(column, targetWidth, width)
    let (y0, y1, down) = taps(row, targetHeight, height)
    var best = (code: 0, value: -Float.infinity)
    for k in 0..<classes {
      let left = value(x0, y0, k) + (value(x0, y1, k) - value(x0, y0, k)) * down
      let right = value(x1, y0, k) + (value(x1, y1, k) - value(x1, y0, k)) * down
      var interpolated = left + (right - left) * across
      if activation == .sigmoid { interpolated = Float(1 / (1 + exp(-Double(interpolated)))) }
      if classes == 1 { return interpolated > 0.5 ? 0 : 255 }
      if interpolated > best.value { best = (k, interpolated) }
    }
    return UInt8(best.code)
  }

  func probabilities() -> [[Double]] {
    (0..<width * height).map { pixel in
      let logits = (0..<classes).map { Double(values[pixel * classes + $0]) }
      switch activation {
      case .none: return logits
      case .sigmoid: return logits.map { 1 / (1 + exp(-$0)) }
      case .softmax:
        let largest = logits.max() ?? 0
        let powers = logits.map { exp($0 - largest) }
        let sum = powers.reduce(0, +)
        return powers.map { $0 / sum }
      }
    }
  }
}

@Suite("Masks of segments")
struct SegmentMaskTests {
  static let maps: [(Int, ClassActivation, Float)] = [
    (1, .none, 0.1), (1, .sigmoid, 0.1), (1, .none, 5), (2, .softmax, 0.1), (5, .sigmoid, 30), (21, .softmax, 0.1),
    (21, .none, 5), (255, .softmax, 1),
  ]

  @Test("Category masks equal those of every pixel's interpolation, wherever the shortcut is taken", arguments: maps)
  func codes(classes: Int, activation: ClassActivation, noise: Float) throws {
    for (seed, (width, height)) in [(96, 64), (33, 70), (20, 31), (1, 40), (50, 1), (1, 1)].enumerated() {
      let sample = SampleMap(33, 31, classes, activation, noise: noise, seed: UInt64(seed))
      try sample.withMap { map in
        map.prepareCodes()
        map.findCodes(pixels: 0..<500)
        map.findCodes(pixels: 500..<33 * 31)
        var found = [UInt8](repeating: 77, count: width * height)
        let positions = CategoryPositions(of: map, width: width, height: height)
        found.withUnsafeMutableBufferPointer {
          map.fillCodes($0.baseAddress!, of: positions, rows: height / 2..<height, stride: width)
          map.fillCodes($0.baseAddress!, of: positions, rows: 0..<height / 2, stride: width)
        }
        let expected = (0..<width * height).map { sample.code($0 % width, $0 / width, of: width, height) }
        let wrong = zip(found, expected).count { $0 != $1 }
        #expect(wrong == 0, "\(width) x \(height): \(wrong) of \(found.count) differ")
      }
    }
  }

  @Test("Values that are not finite, or all equal, give codes and no trap")
  func oddValues() throws {
    for value in [Float.nan, .infinity, -.infinity, 0, .greatestFiniteMagnitude] {
      for classes in [1, 3] {
        let values = [Float](repeating: value, count: 8 * 8 * classes)
        try values.withUnsafeBufferPointer { buffer in
          let map = try ClassMap(buffer, width: 8, height: 8, classes: classes, activation: .softmax)
          map.prepareCodes()
          map.findCodes(pixels: 0..<64)
          var codes = [UInt8](repeating: 9, count: 100)
          let positions = CategoryPositions(of: map, width: 10, height: 10)
          codes.withUnsafeMutableBufferPointer {
            map.fillCodes($0.baseAddress!, of: positions, rows: 0..<10, stride: 10)
          }
          #expect(codes.allSatisfy { classes == 1 ? $0 == 0 || $0 == 255 : $0 < 3 })
          let planes = UnsafeMutableBufferPointer<Float>.allocate(capacity: 64 * classes)
          defer { planes.deallocate() }
          map.fillPlanes(planes, pixels: 0..<64)
        }
      }
    }
    #expect(throws: TasksError.self) {
      try [Float](repeating: 0, count: 10).withUnsafeBufferPointer {
        _ = try ClassMap($0, width: 3, height: 3, classes: 1, activation: .none)
      }
    }
  }

  @Test("Probabilities are within 1e-6 of double precision", arguments: maps)
  func planes(classes: Int, activation: ClassActivation, noise: Float) throws {
    let sample = SampleMap(33, 31, classes, activation, noise: noise, seed: 5)
    let pixels = 33 * 31
    try sample.withMap { map in
      let planes = UnsafeMutableBufferPointer<Float>.allocate(capacity: pixels * classes)
      defer { planes.deallocate() }
      map.fillPlanes(planes, pixels: 0..<100)
      map.fillPlanes(planes, pixels: 100..<pixels)
      var worst = 0.0
      for (pixel, expected) in sample.probabilities().enumerated() {
        for k in 0..<classes { worst = max(worst, abs(Double(planes[k * pixels + pixel]) - expected[k])) }
      }
      print("\(classes) classes, \(activation): largest difference of a probability \(worst)")
      #expect(worst <= 1e-6)
    }
  }

  @Test("Resizing equals bilinear interpolation between pixel centers, to the last bit", arguments: [false, true])
  func resizing(isStreamed: Bool) {
    var random = SeededGenerator(seed: 3)
    for (width, height, targetWidth, targetHeight) in [
      (16, 16, 64, 48), (17, 13, 33, 40), (30, 20, 7, 9), (8, 8, 8, 8), (5, 5, 1, 20), (1, 1, 9, 9), (9, 1, 1, 1),
      (4, 3, 90, 31), (20, 9, 47, 20),
    ] {
      let plane = (0..<width * height).map { _ in Float.random(in: -1...1, using: &random) }
      func taps(_ place: Int, _ count: Int, _ size: Int) -> (Int, Int, Float) {
        let position = Float((Double(place) + 0.5) * (Double(size) / Double(count)) - 0.5)
        let first = Int(position.rounded(.down))
        if first < 0 { return (0, 0, 0) }
        return first < size - 1 ? (first, first + 1, position - Float(first)) : (size - 1, size - 1, 0)
      }
      let stride = targetWidth + 3
      var found = [Float](repeating: 7, count: stride * targetHeight)
      let resizer = MaskResizer(width: width, height: height, targetWidth: targetWidth, targetHeight: targetHeight)
      let half = targetHeight / 2
      found.withUnsafeMutableBufferPointer { target in
        for rows in [half..<targetHeight, 0..<half] {
          resizer.resize(plane, rows: rows, into: target.baseAddress!, stride: stride, isStreamed: isStreamed)
        }
      }
      for y in 0..<targetHeight {
        let (y0, y1, down) = taps(y, targetHeight, height)
        for x in 0..<targetWidth {
          let (x0, x1, across) = taps(x, targetWidth, width)
          let upper = plane[y0 * width + x0] * (1 - across) + plane[y0 * width + x1] * across
          let lower = plane[y1 * width + x0] * (1 - across) + plane[y1 * width + x1] * across
          #expect(found[y * stride + x] == upper * (1 - down) + lower * down)
        }
        #expect(found[y * stride + targetWidth..<(y + 1) * stride].allSatisfy { $0 == 7 })
      }
    }
  }

  @Test("A rotated map has the values of the rotated image")
  func rotation() throws {
    let sample = SampleMap(5, 3, 7, .none, noise: 1, seed: 1)
    try sample.withMap { map in
      let turned = ClassMap(rotating: map, by: .right)
      turned.rotate(map, by: .right)
      #expect(turned.width == 3 && turned.height == 5 && turned.classes == 7)
      let planes = UnsafeMutableBufferPointer<Float>.allocate(capacity: 15 * 7)
      defer { planes.deallocate() }
      turned.fillPlanes(planes, pixels: 0..<15)
      // A quarter turn clockwise: the bottom row becomes the left column, from below.
      for k in 0..<7 {
        for y in 0..<5 { for x in 0..<3 { #expect(planes[k * 15 + y * 3 + x] == sample.value(y, 2 - x, k)) } }
      }
    }
  }

  @Test("The memory of a mask serves the next one of its size, and only then")
  func pool() throws {
    let pool = MaskPool(byteCount: 64, count: 1)
    func address(_ mask: Mask) -> UInt { UInt(bitPattern: mask.uint8Data) }
    func make() throws -> Mask {
      try Mask(width: 8, height: 8, in: pool) { (codes: UnsafeMutableBufferPointer<UInt8>) in
        codes.update(repeating: 3)
      }
    }
    var first: Mask? = try make()
    let place = first.map(address)
    let second = try make()
    #expect(address(second) != place)
    first = nil
    let third = try make()
    #expect(address(third) == place && third == second)
    #expect(throws: TasksError.self) {
      _ = try Mask(width: 4, height: 8, in: pool) { (_: UnsafeMutableBufferPointer<UInt8>) in }
    }
  }
}
