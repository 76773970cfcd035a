/// Resizes images of four bytes a pixel to the byte as OpenCV's `resize`: each pixel the mean of the area that it
/// covers where both sides shrink, else bilinear with half-pixel centres in fixed point.
///
/// Rows are asked for one at a time, so that the whole image need not exist in this format.
package struct PixelResizer {
  package typealias RowReader = (_ row: Int, UnsafeMutableBufferPointer<UInt8>) -> Void

  private static let channels = 4
  private let width, height, targetWidth, targetHeight: Int

  package init(width: Int, height: Int, targetWidth: Int, targetHeight: Int) {
    (self.width, self.height) = (width, height)
    (self.targetWidth, self.targetHeight) = (targetWidth, targetHeight)
  }

  /// Returns the pixels, row by row without padding.
  package func resized(_ read: RowReader) -> [UInt8] {
    let shrinks = width > targetWidth && height > targetHeight
    if shrinks, width % targetWidth == 0, height % targetHeight == 0 { return blocks(read) }
    return shrinks ? areas(read) : bilinear(read)
  }

  private func withRow(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * Self.channels)
    defer { row.deallocate() }
    row.initialize(repeating: 0)
    body(row)
  }

  /// Means of blocks of whole pixels, with integer sums.
  private func blocks(_ read: RowReader) -> [UInt8] {
    let (columns, rows) = (width / targetWidth, height / targetHeight)
    var target = [UInt8](repeating: 0, count: targetWidth * targetHeight * Self.channels)
    let scale = 1 / Float(columns * rows)
    withRow { row in
      for y in 0..<targetHeight {
        var sums = [Int](repeating: 0, count: targetWidth * Self.channels)
        for line in y * rows..<(y + 1) * rows {
          read(line, row)
          for x in 0..<targetWidth {
            for column in x * columns..<(x + 1) * columns {
              for channel in 0..<Self.channels {
                sums[x * Self.channels + channel] += Int(row[column * Self.channels + channel])
              }
            }
          }
        }
        for (index, sum) in sums.enumerated() {
          // OpenCV's code for blocks of 2 x 2 rounds halves up, the other one to even.
          target[y * sums.count + index] =
            columns == 2 && rows == 2 ? UInt8((sum + 2) >> 2) : Self.byte(Float(sum) * scale)
        }
      }
    }
    return target
  }

  private struct Tap {
    let target, source: Int
    let weight: Float
  }

  private static func areaTaps(_ count: Int, _ targetCount: Int) -> [Tap] {
    let scale = Double(count) / Double(targetCount)
    var taps: [Tap] = []
    for target in 0..<targetCount {
      let start = Double(target) * scale
      let end = start + scale
      let size = min(scale, Double(count) - start)
      let last = min(Int(end.rounded(.down)), count - 1)
      let first = min(Int(start.rounded(.up)), last)
      if Double(first) - start > 1e-3 {
        taps.append(Tap(target: target, source: first - 1, weight: Float((Double(first) - start) / size)))
      }
      for source in first..<last { taps.append(Tap(target: target, source: source, weight: Float(1 / size))) }
      if end - Double(last) > 1e-3 {
        taps.append(Tap(target: target, source: last, weight: Float(min(end - Double(last), 1, size) / size)))
      }
    }
    return taps
  }

  private func areas(_ read: RowReader) -> [UInt8] {
    let (columnTaps, rowTaps) = (Self.areaTaps(width, targetWidth), Self.areaTaps(height, targetHeight))
    let rowLength = targetWidth * Self.channels
    var target = [UInt8](repeating: 0, count: rowLength * targetHeight)
    var (sums, means) = ([Float](repeating: 0, count: rowLength), [Float](repeating: 0, count: rowLength))
    withRow { row in
      var (current, meansRow) = (0, -1)
      for tap in rowTaps {
        if tap.target != current {
          for index in 0..<rowLength { target[current * rowLength + index] = Self.byte(sums[index]) }
          sums = [Float](repeating: 0, count: rowLength)
          current = tap.target
        }
        if meansRow != tap.source {
          read(tap.source, row)
          for index in 0..<rowLength { means[index] = 0 }
          for column in columnTaps {
            for channel in 0..<Self.channels {
              means[column.target * Self.channels + channel] +=
                Float(row[column.source * Self.channels + channel]) * column.weight
            }
          }
          meansRow = tap.source
        }
        for index in 0..<rowLength { sums[index] += tap.weight * means[index] }
      }
      for index in 0..<rowLength { target[current * rowLength + index] = Self.byte(sums[index]) }
    }
    return target
  }

  private struct Pair { let first, second, firstWeight, secondWeight: Int }

  /// Positions with weights of 11 bits. Only columns lose the weight of pixels beyond the edge, as in OpenCV.
  private static func pairs(_ count: Int, _ targetCount: Int, isColumn: Bool) -> [Pair] {
    let scale = Double(count) / Double(targetCount)
    return (0..<targetCount).map { target in
      let place = Float((Double(target) + 0.5) * scale - 0.5)
      var first = Int(place.rounded(.down))
      var fraction = place - Float(first)
      if isColumn, first < 0 || first >= count - 1 { (first, fraction) = (min(max(first, 0), count - 1), 0) }
      return Pair(
        first: min(max(first, 0), count - 1), second: min(max(first + 1, 0), count - 1),
        firstWeight: Int(((1 - fraction) * 2048).rounded(.toNearestOrEven)),
        secondWeight: Int((fraction * 2048).rounded(.toNearestOrEven)))
    }
  }

  private func bilinear(_ read: RowReader) -> [UInt8] {
    let columns = Self.pairs(width, targetWidth, isColumn: true)
    let rowLength = targetWidth * Self.channels
    var target: [UInt8] = []
    target.reserveCapacity(rowLength * targetHeight)
    // The last two rows, of which enlarging needs each several times.
    var (upperRow, upper, lowerRow, lower) = (-1, [Int](), -1, [Int]())
    withRow { row in
      for pair in Self.pairs(height, targetHeight, isColumn: false) {
        if pair.first == lowerRow { (upperRow, upper) = (lowerRow, lower) }
        if pair.first != upperRow {
          read(pair.first, row)
          (upperRow, upper) = (pair.first, Self.weighted(row, columns))
        }
        if pair.second != lowerRow {
          read(pair.second, row)
          (lowerRow, lower) = (pair.second, Self.weighted(row, columns))
        }
        for index in 0..<rowLength {
          let sum =
            ((pair.firstWeight * (upper[index] >> 4)) >> 16) + ((pair.secondWeight * (lower[index] >> 4)) >> 16)
          target.append(UInt8(clamping: (sum + 2) >> 2))
        }
      }
    }
    return target
  }

  private static func weighted(_ row: UnsafeMutableBufferPointer<UInt8>, _ columns: [Pair]) -> [Int] {
    var values: [Int] = []
    values.reserveCapacity(columns.count * channels)
    for pair in columns {
      for channel in 0..<channels {
        values.append(
          Int(row[pair.first * channels + channel]) * pair.firstWeight
            + Int(row[pair.second * channels + channel]) * pair.secondWeight)
      }
    }
    return values
  }

  /// Rounds halves to even, as processors do.
  private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value.rounded(.toNearestOrEven), 0), 255)) }
}
