// The headers of CMediaPipe document the functions.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CMediaPipe
import Foundation
import VisionCore

@c @implementation public func MpImageCreateFromUint8Data(
  _ format: MpImageFormat, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<UInt8>?, _ count: Int32,
  _ image: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { create(format, width, height, pixels, count, image, message) }

@c @implementation public func MpImageCreateFromUint16Data(
  _ format: MpImageFormat, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<UInt16>?, _ count: Int32,
  _ image: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { create(format, width, height, pixels, count, image, message) }

@c @implementation public func MpImageCreateFromFloatData(
  _ format: MpImageFormat, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<Float>?, _ count: Int32,
  _ image: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { create(format, width, height, pixels, count, image, message) }

private func create<Value>(
  _ format: MpImageFormat, _ width: Int32, _ height: Int32, _ pixels: UnsafePointer<Value>?, _ count: Int32,
  _ image: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus {
  place(image, "The image's place", message) {
    let values = UnsafeBufferPointer(start: try required(pixels, "pixel_data"), count: max(Int(count), 0))
    return try ImagePixels(
      copying: UnsafeRawBufferPointer(values), format, width: Int(width), height: Int(height),
      depth: MemoryLayout<Value>.size)
  }
}

@c @implementation public func MpImageCreateFromFile(
  _ name: UnsafePointer<CChar>?, _ image: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus {
  place(image, "The image's place", message) {
    try ImagePixels.read(contentsOfFile: String(cString: required(name, "file_name")))
  }
}

@c @implementation public func MpImageCreateFromImageFrame(
  _ image: MpImagePtr?, _ copy: ObjectPlace?, _ message: ErrorMessage?
) -> MpStatus { place(copy, "The image's place", message) { try ImagePixels.at(image) } }

@c @implementation public func MpImageFree(_ image: MpImagePtr?) {
  guard let image else { return }
  Unmanaged<ImagePixels>.fromOpaque(UnsafeRawPointer(image)).release()
}

// A NULL image has no pixels.

@c @implementation public func MpImageIsContiguous(_ image: MpImagePtr?) -> Bool { true }
@c @implementation public func MpImageUsesGpu(_ image: MpImagePtr?) -> Bool { false }
@c @implementation public func MpImageIsEmpty(_ image: MpImagePtr?) -> Bool { image == nil }

@c @implementation public func MpImageIsAligned(_ image: MpImagePtr?, _ boundary: UInt32) -> Bool {
  guard boundary > 0, let pixels: ImagePixels = object(at: image) else { return false }
  return UInt(bitPattern: pixels.bytes) % UInt(boundary) == 0 && pixels.bytesPerRow % Int(boundary) == 0
}

@c @implementation public func MpImageGetWidth(_ image: MpImagePtr?) -> Int32 { number(image) { $0.width } }
@c @implementation public func MpImageGetHeight(_ image: MpImagePtr?) -> Int32 { number(image) { $0.height } }
@c @implementation public func MpImageGetChannels(_ image: MpImagePtr?) -> Int32 {
  number(image) { $0.layout.channels }
}
@c @implementation public func MpImageGetByteDepth(_ image: MpImagePtr?) -> Int32 { number(image) { $0.layout.depth } }
@c @implementation public func MpImageGetWidthStep(_ image: MpImagePtr?) -> Int32 { number(image) { $0.bytesPerRow } }
@c @implementation public func MpImageGetFormat(_ image: MpImagePtr?) -> MpImageFormat {
  (object(at: image) as ImagePixels?)?.format ?? kMpImageFormatUnknown
}

private func number(_ image: MpImagePtr?, _ value: (ImagePixels) -> Int) -> Int32 {
  object(at: image).map { Int32(value($0)) } ?? 0
}

@c @implementation public func MpImageDataUint8(
  _ image: MpImagePtr?, _ data: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ message: ErrorMessage?
) -> MpStatus { status(message) { try required(data, "data").pointee = values(image) } }

@c @implementation public func MpImageDataUint16(
  _ image: MpImagePtr?, _ data: UnsafeMutablePointer<UnsafePointer<UInt16>?>?, _ message: ErrorMessage?
) -> MpStatus { status(message) { try required(data, "data").pointee = values(image) } }

@c @implementation public func MpImageDataFloat32(
  _ image: MpImagePtr?, _ data: UnsafeMutablePointer<UnsafePointer<Float>?>?, _ message: ErrorMessage?
) -> MpStatus { status(message) { try required(data, "data").pointee = values(image) } }

private func values<Value>(_ image: MpImagePtr?) throws -> UnsafePointer<Value> {
  let pixels = try ImagePixels.at(image)
  guard pixels.layout.depth == MemoryLayout<Value>.size else {
    throw TasksError.invalidArgument(
      "The image has values of \(pixels.layout.depth.counted("byte")), not of "
        + "\(MemoryLayout<Value>.size.counted("byte")); call the function for its format, \(pixels.format.rawValue).")
  }
  return pixels.bytes.assumingMemoryBound(to: Value.self)
}

@c @implementation public func MpImageGetValueUint8(
  _ image: MpImagePtr?, _ position: UnsafePointer<Int32>?, _ size: Int32, _ value: UnsafeMutablePointer<UInt8>?,
  _ message: ErrorMessage?
) -> MpStatus { get(image, position, size, value, message) }

@c @implementation public func MpImageGetValueUint16(
  _ image: MpImagePtr?, _ position: UnsafePointer<Int32>?, _ size: Int32, _ value: UnsafeMutablePointer<UInt16>?,
  _ message: ErrorMessage?
) -> MpStatus { get(image, position, size, value, message) }

@c @implementation public func MpImageGetValueFloat32(
  _ image: MpImagePtr?, _ position: UnsafePointer<Int32>?, _ size: Int32, _ value: UnsafeMutablePointer<Float>?,
  _ message: ErrorMessage?
) -> MpStatus { get(image, position, size, value, message) }

private func get<Value>(
  _ image: MpImagePtr?, _ position: UnsafePointer<Int32>?, _ size: Int32, _ value: UnsafeMutablePointer<Value>?,
  _ message: ErrorMessage?
) -> MpStatus {
  status(message) {
    let (pixels, values) = (try ImagePixels.at(image), try values(image) as UnsafePointer<Value>)
    let (position, value) = (try required(position, "position"), try required(value, "value"))
    let channels = pixels.layout.channels
    guard size == 3 || (size == 2 && channels == 1) else {
      throw TasksError.invalidArgument(
        "A position of \(size) numbers was given; give row, column and channel"
          + (channels == 1 ? ", or row and column." : "."))
    }
    let (row, column, channel) = (Int(position[0]), Int(position[1]), size == 3 ? Int(position[2]) : 0)
    guard (0..<pixels.height).contains(row), (0..<pixels.width).contains(column), (0..<channels).contains(channel)
    else {
      throw TasksError(
        .outOfRangeError,
        "Row \(row), column \(column), channel \(channel) lies outside the image: it has \(pixels.height) rows, "
          + "\(pixels.width) columns and \(channels.counted("channel")).")
    }
    value.pointee = values[(row * pixels.width + column) * channels + channel]
  }
}
