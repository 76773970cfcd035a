#if canImport(UIKit)
  import CoreGraphics
  import Foundation
  import VisionCore
  import VisionImaging

  extension ImageBuffer {
    /// Makes an image from the pixels of a `CGImage`.
    ///
    /// On Linux no pixels are copied; on Apple's platforms the image is drawn into RGBA.
    ///
    /// - Parameter cgImage: The image.
    /// - Throws: `TasksError` with `invalidArgumentError` for an image that is too large or cannot be drawn.
    public init(cgImage: CGImage) throws {
      self = try CGImagePixels.imageBuffer(of: cgImage)
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
        guard
          let provider = CGDataProvider(data: padded as CFData),
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
  }
#endif
