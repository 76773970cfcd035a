internal import CVisionPixels

/// The background of an image, blurred: means of cells without the subject, smoothed and scaled up again.
///
/// Cells count by how much background they have, so that the subject's colours do not surround it.
struct BackgroundBlur {
  /// The pixels of a cell's side, for an image of 1280 pixels; larger images have larger cells.
  private static let cellsOfLongSide = 160
  private static let radius = 4
  private static let passes = 3
  /// What a cell inside the subject counts, so that a subject without any background has colours behind it.
  private static let leastWeight: Float = 1e-4

  private var (columns, rows) = (0, 0)
  /// Planes of blue, green and red, and of the weights.
  private var planes: [[Float]] = []
  private var width = 0
  private var resizer: MaskResizer?
  private var band: [Float] = []

  /// Takes the background of an image.
  mutating func read(_ image: ImageBuffer, foreground mask: Mask) {
    prepare(image.width, image.height)
    var cells = [UInt32](repeating: 0, count: columns * rows)
    let isRead = cells.withUnsafeMutableBufferPointer {
      AreaSampler(columns: columns, rows: rows, taps: 4).sample(
        x: 0..<image.width, y: 0..<image.height, of: image, into: $0)
    }
    guard isRead else { return }
    mask.withUnsafeFloats { probabilities in
      for cell in cells.indices {
        let row = (2 * (cell / columns) + 1) * mask.height / (2 * rows)
        let column = (2 * (cell % columns) + 1) * mask.width / (2 * columns)
        let weight = max(1 - probabilities[row * mask.width + column].inUnitRange, Self.leastWeight)
        planes[0][cell] = Float(cells[cell] >> 16 & 255) * weight
        planes[1][cell] = Float(cells[cell] >> 8 & 255) * weight
        planes[2][cell] = Float(cells[cell] & 255) * weight
        planes[3][cell] = weight
      }
    }
    for plane in planes.indices {
      for _ in 0..<Self.passes {
        smooth(plane, lines: rows, lineStep: columns, count: columns, step: 1)
        smooth(plane, lines: columns, lineStep: 1, count: rows, step: columns)
      }
    }
    for cell in cells.indices {
      let weight = max(planes[3][cell], .leastNormalMagnitude)
      for plane in 0..<3 { planes[plane][cell] /= weight }
    }
  }

  /// Writes rows of the blurred background, opaque BGRA without padding.
  mutating func fill(_ range: Range<Int>, _ pixels: UnsafeMutablePointer<UInt32>) {
    guard let resizer else { return }
    let size = range.count * width
    if band.count < 3 * size { band = Array(repeating: 0, count: 3 * size) }
    band.withUnsafeMutableBufferPointer { band in
      guard let first = band.baseAddress else { return }
      for (number, plane) in planes.prefix(3).enumerated() {
        resizer.resize(plane, rows: range, into: first + number * size - range.lowerBound * width, stride: width)
      }
      vision_pack_row(first, first + size, first + 2 * size, Int64(size), pixels)
    }
  }

  private mutating func prepare(_ width: Int, _ height: Int) {
    let side = max(1, (max(width, height) + Self.cellsOfLongSide - 1) / Self.cellsOfLongSide)
    let size = (max(width / side, 1), max(height / side, 1))
    if size == (columns, rows), self.width == width, resizer != nil { return }
    ((columns, rows), self.width) = (size, width)
    planes = Array(repeating: Array(repeating: 0, count: columns * rows), count: 4)
    resizer = MaskResizer(width: columns, height: rows, targetWidth: width, targetHeight: height)
  }

  /// Replaces each value of a plane's lines by the sum of its neighbours; a line's ends are repeated.
  private mutating func smooth(_ plane: Int, lines: Int, lineStep: Int, count: Int, step: Int) {
    let radius = Self.radius
    planes[plane].withUnsafeMutableBufferPointer { values in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { copy in
        for number in 0..<lines {
          let first = number * lineStep
          for place in 0..<count { copy.initializeElement(at: place, to: values[first + place * step]) }
          func value(_ place: Int) -> Float { copy[min(max(place, 0), count - 1)] }
          var sum: Float = 0
          for place in -radius..<radius { sum += value(place) }
          for place in 0..<count {
            sum += value(place + radius)
            values[first + place * step] = sum / Float(2 * radius + 1)
            sum -= value(place - radius)
          }
        }
      }
    }
  }
}
