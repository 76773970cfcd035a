import CoreMedia
import Foundation

extension NSValue {
  /// The bytes of a time, as a type that Foundation can hold on Linux.
  private static let encodingOfTime = "[\(MemoryLayout<CMTime>.size)C]"

  /// Makes an object of a time, for lists of times.
  public convenience init(time: CMTime) {
    self.init(bytes: withUnsafeBytes(of: time) { Array($0) }, objCType: Self.encodingOfTime)
  }

  /// The time; `.invalid` for an object that was not made by `init(time:)`.
  public var timeValue: CMTime {
    guard String(cString: objCType) == Self.encodingOfTime else { return .invalid }
    var time = CMTime.invalid
    getValue(&time)
    return time
  }
}
