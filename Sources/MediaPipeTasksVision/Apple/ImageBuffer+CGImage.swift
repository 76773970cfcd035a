#if os(Linux) || canImport(UIKit)

  extension ImageBuffer {
    /// Makes an image from the pixels of a `CGImage`.
    ///
    /// On Linux no pixels are copied; on Apple's platforms the image is drawn into RGBA.
    ///
    /// - Parameter cgImage: The image.
    /// - Throws: `TasksError` with `invalidArgumentError` for an image that is too large or cannot be drawn.
    public init(cgImage: CGImage) throws {
      #if os(Linux)
        self = cgImage.imageBuffer
      #else
        self = try Self.drawing(cgImage)
      #endif
    }

    /// Makes a `CGImage` of the pixels. On Linux no pixels are copied.
    ///
    /// - Throws: `TasksError` with `internalError` when Core Graphics refuses the pixels. Never throws on Linux.
    public func makeCGImage() throws -> CGImage {
      #if os(Linux)
        CGImage(imageBuffer: self)
      #else
        let data = withUnsafeBytes { Data($0) }
        // The buffer's last row has no padding, but Core Graphics requires it.
        let padded = data + Data(count: bytesPerRow * height - data.count)
        let alpha: CGImageAlphaInfo =
          switch format {
          case .rgb, .gray: .none
          case .rgba: .last
          case .bgra: .first
          }
        let order: CGBitmapInfo = format == .bgra ? .byteOrder32Little : []
        guard let provider = CGDataProvider(data: padded as CFData),
          let image = CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 8 * format.bytesPerPixel,
            bytesPerRow: bytesPerRow,
            space: format == .gray ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue).union(order), provider: provider, decode: nil,
            shouldInterpolate: false, intent: .defaultIntent)
        else { throw TasksError.internalFailure("Core Graphics does not take the image's pixels.") }
        return image
      #endif
    }

    #if !os(Linux)
      /// Draws the image into RGBA. Premultiplied colours are divided by alpha, as in MediaPipe.
      private static func drawing(_ image: CGImage) throws -> ImageBuffer {
        var result = try ImageBuffer(width: image.width, height: image.height, format: .rgba)
        let (width, height, bytesPerRow) = (result.width, result.height, result.bytesPerRow)
        let isDrawn = result.withUnsafeMutableBytes { bytes in
          bytes.initializeMemory(as: UInt8.self, repeating: 0)
          guard
            let context = CGContext(
              data: bytes.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: bytesPerRow,
              space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
          else { return false }
          context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
          divideOutAlpha(bytes)
          return true
        }
        guard isDrawn else { throw TasksError.invalidArgument("The UIImage's pixels cannot be drawn into 8-bit RGBA.") }
        return result
      }

      private static func divideOutAlpha(_ pixels: UnsafeMutableRawBufferPointer) {
        for pixel in stride(from: 0, to: pixels.count - 3, by: 4) {
          let alpha = Int(pixels[pixel + 3])
          guard alpha != 0, alpha != 255 else { continue }
          for channel in pixel..<pixel + 3 {
            pixels[channel] = UInt8(clamping: (Int(pixels[channel]) * 255 + alpha / 2) / alpha)
          }
        }
      }
    #endif
  }
#endif
