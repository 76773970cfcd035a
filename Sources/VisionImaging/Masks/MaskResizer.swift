internal import CVisionPixels

/// The positions of an image's columns or rows in a mask, each between two neighbours.
struct MaskPositions: Sendable {
  private let first, second: [Int32]
  private let weight: [Float]
  /// Where the neighbours change, from 0 on; the number of positions is last.
  private let runs: [Int32]

  var count: Int { first.count }

  /// Pixel centres on pixel centres, clamped to the edges, as in OpenCV's `INTER_LINEAR`.
  static func centers(_ count: Int, of size: Int) -> MaskPositions {
    let scale = Double(size) / Double(max(count, 1))
    let last = size - 1
    return MaskPositions(
      (0..<max(count, 0)).map { number in
        let position = Float((Double(number) + 0.5) * scale - 0.5)
        let place = Int(position.rounded(.down))
        if place < 0 { return (0, 0, 0) }
        return place < last ? (place, place + 1, position - Float(place)) : (last, last, 0)
      })
  }

  /// The outer pixels' centres on the outer pixels' centres, as in MediaPipe's category masks. A single pixel has the
  /// first position, where MediaPipe divides by zero.
  static func corners(_ count: Int, of size: Int) -> MaskPositions {
    let scale = count > 1 ? Float(size - 1) / Float(count - 1) : 0
    return MaskPositions(
      (0..<max(count, 0)).map { number in
        let position = Float(number) * scale
        let place = min(Int(position), size - 1)
        return (place, min(Int(position.rounded(.up)), size - 1), min(max(position - Float(place), 0), 1))
      })
  }

  private init(_ positions: [(Int, Int, Float)]) {
    first = positions.map { Int32(clamping: $0.0) }
    second = positions.map { Int32(clamping: $0.1) }
    weight = positions.map(\.2)
    func begins(_ number: Int) -> Bool {
      number == 0 || positions[number].0 != positions[number - 1].0 || positions[number].1 != positions[number - 1].1
    }
    runs = positions.indices.filter(begins).map(Int32.init(clamping:)) + [Int32(clamping: positions.count)]
  }

  subscript(number: Int) -> (first: Int, second: Int, weight: Float) {
    (Int(first[number]), Int(second[number]), weight[number])
  }

  func withTaps(_ body: (VisionTaps) -> Void) {
    let runCount = Int32(clamping: runs.count - 1)
    // The arrays become pointers for the length of this call.
    func call(
      _ first: UnsafePointer<Int32>, _ second: UnsafePointer<Int32>, _ weight: UnsafePointer<Float>,
      _ runs: UnsafePointer<Int32>
    ) { body(VisionTaps(first: first, second: second, weight: weight, runs: runs, runCount: runCount)) }
    call(first, second, weight, runs)
  }
}

/// Resizes planes of floats bilinearly: columns first, then rows, in single precision.
package struct MaskResizer: Sendable {
  private let width, height: Int
  private let columns, rows: MaskPositions

  /// Resizes planes of `width` x `height` values to `targetWidth` x `targetHeight`.
  package init(width: Int, height: Int, targetWidth: Int, targetHeight: Int) {
    (self.width, self.height) = (width, height)
    columns = .centers(targetWidth, of: width)
    rows = .centers(targetHeight, of: height)
  }

  /// Fills rows of the target, whose first pixel is at `target` and whose rows are `stride` values apart. With
  /// `isStreamed` the values go past the caches, which is faster where these cannot hold them until they are read.
  package func resize(
    _ plane: UnsafePointer<Float>, rows range: Range<Int>, into target: UnsafeMutablePointer<Float>, stride: Int,
    isStreamed: Bool = false
  ) {
    let count = columns.count
    if count == width, self.rows.count == height {
      for y in range { (target + y * stride).update(from: plane + y * width, count: width) }
      return
    }
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count) { memory in
      guard var upper = memory.baseAddress else { return }
      var lower = upper + count
      var (upperRow, lowerRow) = (-1, -1)
      let blend = isStreamed ? vision_stream_blended_rows : vision_blend_rows
      columns.withTaps { taps in
        func fill(_ row: Int, _ values: UnsafeMutablePointer<Float>) {
          vision_resize_row(plane + row * width, taps, values)
        }
        for y in range {
          let (first, second, weight) = rows[y]
          if first == lowerRow, first != upperRow {
            swap(&upper, &lower)
            swap(&upperRow, &lowerRow)
          }
          if first != upperRow {
            fill(first, upper)
            upperRow = first
          }
          if second != first, second != lowerRow {
            fill(second, lower)
            lowerRow = second
          }
          blend(upper, second == first ? upper : lower, weight, Int32(clamping: count), target + y * stride)
        }
      }
      if isStreamed { vision_finish_streaming() }
    }
  }
}

extension Mask {
  /// The mask at another size, in floats; the mask itself at its own.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is no memory for it.
  package func resized(width: Int, height: Int) throws -> Mask {
    if width == self.width, height == self.height { return self }
    let resizer = MaskResizer(width: self.width, height: self.height, targetWidth: width, targetHeight: height)
    let pool = MaskPool(byteCount: width * height * MemoryLayout<Float>.stride, count: 0)
    return try Mask(width: width, height: height, in: pool) { (target: UnsafeMutableBufferPointer<Float>) in
      withUnsafeFloats { floats in
        guard let plane = floats.baseAddress, let first = target.baseAddress else { return }
        resizer.resize(plane, rows: 0..<height, into: first, stride: width)
      }
    }
  }
}
