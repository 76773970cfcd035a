#if AppleTypes && canImport(UIKit)
  import CoreGraphics
  import VisionCore
  import VisionImaging

  /// Converts a `CGImage` to an `ImageBuffer`.
  enum CGImagePixels {
    #if AppleTypes && os(Linux)
      /// Returns the image's own memory.
      static func imageBuffer(of image: CGImage) throws -> ImageBuffer { image.imageBuffer }
    #else
      /// Draws the image into RGBA. Premultiplied colors are divided by alpha, as in MediaPipe.
      static func imageBuffer(of image: CGImage) throws -> ImageBuffer {
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
        guard isDrawn else {
          throw TasksError.invalidArgument("The UIImage's pixels cannot be drawn into 8-bit RGBA.")
        }
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
