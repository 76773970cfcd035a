internal import CVisionPixels
import VisionImaging

/// Tints the pixels of a category mask in the colors of their classes.
struct CodeTint {
  private static let weight: UInt32 = 115  // The opacity of `MaskAnnotator`, in 1/256.

  private let colors: [UInt32]

  /// The background and pixels of no class keep their colors.
  init(leavingOut background: Int?) {
    colors = (0..<256).map { code in
      code == background || code == Int(ClassMap.unlabeled) ? 0 : DrawingColor.category(code).opaqueBGRA
    }
  }

  /// Tints a canvas; a mask of another size is scaled by its nearest pixels.
  func apply(_ mask: Mask, to canvas: borrowing ImageCanvas) {
    let (width, height) = (canvas.width, canvas.height)
    canvas.withPixels { pixels in
      mask.withUnsafeBytes { codes in
        guard let codes = codes.baseAddress else { return }
        let target = pixels.assumingMemoryBound(to: UInt32.self)
        if mask.width == width, mask.height == height {
          return vision_tint_codes(codes, Int64(width * height), colors, Self.weight, target)
        }
        let columns = (0..<width).map { (2 * $0 + 1) * mask.width / (2 * width) }
        var row = [UInt8](repeating: 0, count: width)
        for y in 0..<height {
          let source = codes + (2 * y + 1) * mask.height / (2 * height) * mask.width
          for (x, column) in columns.enumerated() { row[x] = source[column] }
          vision_tint_codes(row, Int64(width), colors, Self.weight, target + y * width)
        }
      }
    }
  }
}

extension DrawingColor {
  var opaqueBGRA: UInt32 {
    func byte(_ value: Double) -> UInt32 { UInt32((value > 0 ? min(value, 1) : 0) * 255 + 0.5) }
    return 0xFF00_0000 | byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}
