/// Images side by side on a dark ground, with captions: rows of tiles, of which each group begins in a new row.
package enum ContactSheet {
  package struct Tile {
    /// Nil for an empty tile.
    let image: ImageBuffer?
    let caption: [String]
    let isMarked: Bool

    package init(image: ImageBuffer?, caption: [String], isMarked: Bool = false) {
      (self.image, self.caption, self.isMarked) = (image, caption, isMarked)
    }
  }

  private static let side = 220
  private static let gap = 16
  private static let fontSize = 15.0
  private static let lineHeight = 22
  private static let captionLines = 2
  private static let maxColumns = 6
  /// Red, green, blue and alpha of `DrawingColor.ink`, from the lowest byte on.
  private static let ground: UInt32 = 0xFF1C_1714

  private static var rowHeight: Int { side + captionLines * lineHeight + gap }

  /// Shrinks an image to the size of a tile, each pixel the mean of those that it covers; small ones are enlarged.
  package static func thumbnail(of image: ImageBuffer) throws -> ImageBuffer {
    let scale = Double(side) / Double(max(image.width, image.height))
    let width = max(1, Int((Double(image.width) * scale).rounded()))
    let height = max(1, Int((Double(image.height) * scale).rounded()))
    var thumbnail = try ImageBuffer(width: width, height: height, format: .rgba)
    thumbnail.withUnsafeMutableBytes { bytes in
      let cells = bytes.bindMemory(to: UInt32.self)
      _ = AreaSampler(columns: width, rows: height).sample(
        x: 0..<image.width, y: 0..<image.height, of: image, into: cells)
      for index in cells.indices { cells[index] = (cells[index] | 0xFF00_0000).littleEndian }
    }
    return thumbnail
  }

  /// Draws the tiles.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for more tiles than an image has room for; the errors of
  ///   drawing.
  package static func draw(_ groups: [[Tile]]) throws -> ImageBuffer {
    let columns = max(1, min(maxColumns, groups.map(\.count).max() ?? 0))
    let rows = max(1, groups.reduce(0) { $0 + ($1.count + columns - 1) / columns })
    let (width, height) = (columns * (side + gap) + gap, rows.multipliedReportingOverflow(by: rowHeight))
    guard !height.overflow, height.partialValue + gap <= ImageCanvas.maximumDimension else {
      throw TasksError.invalidArgument(
        "A contact sheet of \(rows) rows is too large; the maximum is \(ImageCanvas.maximumDimension / rowHeight). "
          + "Use a smaller --top, or fewer images.")
    }
    var sheet = try ImageBuffer(width: width, height: height.partialValue + gap, format: .rgba)
    sheet.withUnsafeMutableBytes { $0.bindMemory(to: UInt32.self).update(repeating: ground.littleEndian) }
    var places: [(tile: Tile, x: Int, y: Int)] = []
    var row = 0
    for group in groups {
      for (index, tile) in group.enumerated() {
        places.append((tile, gap + index % columns * (side + gap), gap + (row + index / columns) * rowHeight))
      }
      row += (group.count + columns - 1) / columns
    }
    for place in places { place.tile.image.map { copy($0, to: &sheet, x: place.x, y: place.y) } }
    let canvas = try ImageCanvas(sheet)
    for place in places { draw(place.tile, x: Double(place.x), y: Double(place.y), on: canvas) }
    return try canvas.finish()
  }

  /// Copies a thumbnail into the middle of its tile.
  private static func copy(_ image: ImageBuffer, to sheet: inout ImageBuffer, x: Int, y: Int) {
    guard image.width <= side, image.height <= side, image.format == .rgba else { return }
    let (left, top, rowBytes) = (x + (side - image.width) / 2, y + (side - image.height) / 2, sheet.bytesPerRow)
    sheet.withUnsafeMutableBytes { target in
      image.withUnsafeBytes { source in
        for line in 0..<image.height {
          let from = source[line * image.bytesPerRow..<line * image.bytesPerRow + 4 * image.width]
          let start = (top + line) * rowBytes + 4 * left
          UnsafeMutableRawBufferPointer(rebasing: target[start..<start + from.count]).copyBytes(from: from)
        }
      }
    }
  }

  private static func draw(_ tile: Tile, x: Double, y: Double, on canvas: borrowing ImageCanvas) {
    let box = DrawingBox(minX: x, minY: y, width: Double(side), height: Double(side))
    if tile.image == nil { canvas.fillRoundedBox(box, cornerRadius: 6, color: .white.withAlpha(0.08)) }
    if tile.isMarked {
      canvas.strokeRoundedBox(box.insetted(by: -4), cornerRadius: 6, width: 3, color: .palette(1))
    }
    for (number, line) in tile.caption.prefix(captionLines).enumerated() {
      let baseline = y + Double(side) + 20 + Double(number * lineHeight)
      canvas.drawText(
        shortened(line, on: canvas), at: SIMD2(x, baseline), size: fontSize,
        color: number == 0 ? .white : .white.withAlpha(0.7))
    }
  }

  /// The text without letters of its middle, so that it fits a tile.
  private static func shortened(_ text: String, on canvas: borrowing ImageCanvas) -> String {
    var shown = text
    var kept = text.count
    while canvas.textWidth(shown, size: fontSize) > Double(side), kept > 4 {
      kept -= max(1, kept / 10)
      shown = text.prefix(kept / 2) + "…" + text.suffix(kept - kept / 2)
    }
    return shown
  }
}
