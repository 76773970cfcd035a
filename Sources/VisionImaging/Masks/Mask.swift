import Foundation
import VisionCore

/// The element type of the values of a `Mask`.
public enum MaskDataType: UInt, Sendable, CaseIterable {
  /// Bytes, 0...255.
  case uInt8 = 0
  /// Floats, usually 0...1.
  case float32 = 1
}

/// A value for every pixel of an image: one channel, row by row, without row padding.
public final class Mask: NSObject, NSCopying, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  private let native: MaskValues
  /// The values in the other type, once converted.
  private let convertedBytes = Locked<MaskPlane<UInt8>?>(nil)
  private let convertedFloats = Locked<MaskPlane<Float>?>(nil)

  /// Makes a mask from bytes; nil for a size that is not positive or too large.
  ///
  /// - Parameters:
  ///   - uInt8Data: `width * height` bytes.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - shouldCopy: Whether to copy the bytes; else they have to outlive the mask.
  public init?(uInt8Data: UnsafePointer<UInt8>, width: Int, height: Int, shouldCopy: Bool) {
    guard let count = Self.pixelCount(width: width, height: height) else { return nil }
    (self.width, self.height) = (width, height)
    native = .uInt8(MaskPlane(uInt8Data, count: count, shouldCopy: shouldCopy))
  }

  /// Makes a mask from floats; nil for a size that is not positive or too large.
  ///
  /// - Parameters:
  ///   - float32Data: `width * height` floats.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - shouldCopy: Whether to copy the floats; else they have to outlive the mask.
  public init?(float32Data: UnsafePointer<Float>, width: Int, height: Int, shouldCopy: Bool) {
    guard let count = Self.pixelCount(width: width, height: height) else { return nil }
    (self.width, self.height) = (width, height)
    native = .float32(MaskPlane(float32Data, count: count, shouldCopy: shouldCopy))
  }

  init(_ values: MaskValues, width: Int, height: Int) {
    (native, self.width, self.height) = (values, width, height)
  }

  /// The element type of the values.
  public var dataType: MaskDataType { if case .uInt8 = native { .uInt8 } else { .float32 } }

  /// The memory of the values, in the type they were given in.
  package var byteCount: Int { width * height * (dataType == .uInt8 ? 1 : MemoryLayout<Float>.stride) }

  /// The values as bytes. Floats are converted once: times 255, truncated.
  ///
  /// The pointer is valid as long as the mask, which the compiler may release after its last use in the code: keep it
  /// in a property, or read the bytes in `withUnsafeBytes(_:)`.
  public var uint8Data: UnsafePointer<UInt8> { bytes.baseAddress }

  /// The values as floats. Bytes are converted once: divided by 255.
  ///
  /// The pointer is valid as long as the mask, which the compiler may release after its last use in the code: keep it
  /// in a property, or read the floats in `withUnsafeFloats(_:)`.
  public var float32Data: UnsafePointer<Float> { floats.baseAddress }

  /// Calls a function with the values as `width * height` bytes, row by row, converted as for `uint8Data`.
  ///
  /// An addition to MediaPipe's mask, which stays alive during the call.
  /// - Parameter body: Reads the bytes; the buffer is valid until it returns.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withUnsafeValues(body)
  }

  /// Calls a function with the values as `width * height` floats, row by row, converted as for `float32Data`.
  ///
  /// An addition to MediaPipe's mask, which stays alive during the call.
  /// - Parameter body: Reads the floats; the buffer is valid until it returns.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withUnsafeFloats<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try floats.withUnsafeValues(body)
  }

  /// Whether the other object is a mask of the same size and type whose values are the same, bit for bit.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Mask, width == other.width, height == other.height else { return false }
    switch (native, other.native) {
    case (.uInt8(let values), .uInt8(let others)): return values.hasSameValues(as: others)
    case (.float32(let values), .float32(let others)): return values.hasSameValues(as: others)
    default: return false
    }
  }

  /// A hash of the size, the type and some of the values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine([width, height])
    switch native {
    case .uInt8(let plane): plane.hashSample(into: &hasher)
    case .float32(let plane): plane.hashSample(into: &hasher)
    }
    return hasher.finalize()
  }

  /// Size and type, such as `640 x 480 float32 mask`.
  public override var description: String { "\(width) x \(height) \(dataType == .uInt8 ? "uInt8" : "float32") mask" }

  /// Size, type and how many values are above one half.
  public override var debugDescription: String {
    let count = withUnsafeFloats { $0.count { $0 > 0.5 } }
    return "Mask(width: \(width), height: \(height), dataType: \(dataType), values above 0.5: \(count))"
  }

  /// A copy with memory of its own, in the type the values were given in.
  public func copy(with zone: NSZone? = nil) -> Any {
    switch native {
    case .uInt8(let plane): Mask(.uInt8(plane.copy()), width: width, height: height)
    case .float32(let plane): Mask(.float32(plane.copy()), width: width, height: height)
    }
  }

  private var bytes: MaskPlane<UInt8> {
    switch native {
    case .uInt8(let plane): plane
    case .float32(let plane):
      convertedBytes.made { MaskPlane(converting: plane) { $0 > 0 ? UInt8(min($0 * 255, 255)) : 0 } }
    }
  }

  private var floats: MaskPlane<Float> {
    switch native {
    case .float32(let plane): plane
    case .uInt8(let plane): convertedFloats.made { MaskPlane(converting: plane) { Float($0) / 255 } }
    }
  }

  static func pixelCount(width: Int, height: Int) -> Int? {
    guard width > 0, height > 0 else { return nil }
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    let (_, bytesOverflow) = count.multipliedReportingOverflow(by: MemoryLayout<Float>.stride)
    return overflows || bytesOverflow ? nil : count
  }
}

/// The values of a mask, in one of the two types.
package enum MaskValues: Sendable {
  case uInt8(MaskPlane<UInt8>)
  case float32(MaskPlane<Float>)
}

/// The values of a mask at a fixed address. `@unchecked Sendable` is safe because the values are written by the
/// initializers only, and the address never changes.
package final class MaskPlane<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  let baseAddress: UnsafePointer<Element>
  let count: Int
  /// The memory to free; nil when it is the caller's.
  private let owned: UnsafeMutablePointer<Element>?
  /// Where the memory came from; nil for memory of Swift's.
  private let pool: MaskPool?

  private init(
    _ baseAddress: UnsafePointer<Element>, count: Int, owned: UnsafeMutablePointer<Element>?, pool: MaskPool? = nil
  ) {
    (self.baseAddress, self.count, self.owned, self.pool) = (baseAddress, count, owned, pool)
  }

  convenience init(_ memory: UnsafeMutablePointer<Element>, count: Int, of pool: MaskPool) {
    self.init(memory, count: count, owned: memory, pool: pool)
  }

  convenience init(count: Int, initialize: (UnsafeMutableBufferPointer<Element>) -> Void) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
    initialize(UnsafeMutableBufferPointer(start: memory, count: count))
    self.init(memory, count: count, owned: memory)
  }

  /// Copies `count` values, or borrows the caller's memory, which then has to outlive the plane.
  convenience init(_ source: UnsafePointer<Element>, count: Int, shouldCopy: Bool) {
    if shouldCopy {
      self.init(count: count) { $0.baseAddress?.initialize(from: source, count: count) }
    } else {
      self.init(source, count: count, owned: nil)
    }
  }

  convenience init<Source>(converting source: MaskPlane<Source>, _ convert: (Source) -> Element) {
    self.init(count: source.count) { target in
      for index in target.indices { target.initializeElement(at: index, to: convert(source.baseAddress[index])) }
    }
  }

  func copy() -> MaskPlane { MaskPlane(baseAddress, count: count, shouldCopy: true) }

  func withUnsafeValues<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeBufferPointer(start: baseAddress, count: count))
  }

  func hasSameValues(as other: MaskPlane) -> Bool {
    defer { withExtendedLifetime((self, other)) {} }
    return count == other.count && memcmp(baseAddress, other.baseAddress, count * MemoryLayout<Element>.stride) == 0
  }

  /// Hashes up to 64 values, evenly spaced.
  func hashSample(into hasher: inout Hasher) {
    let step = max(count / 64, 1)
    withUnsafeValues { values in
      for index in Swift.stride(from: 0, to: values.count, by: step) {
        Swift.withUnsafeBytes(of: values[index]) { hasher.combine(bytes: $0) }
      }
    }
  }

  deinit { if let pool, let owned { pool.giveBack(owned) } else { owned?.deallocate() } }
}
