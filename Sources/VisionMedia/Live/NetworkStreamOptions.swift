import Foundation
import VisionCore

/// The options of a `NetworkStream`: how it is opened, and what it does when the connection fails.
public struct NetworkStreamOptions: Sendable, Hashable {
  /// The transport of RTSP's packets.
  public enum RTSPTransport: String, Sendable, Hashable, CaseIterable {
    /// Within the RTSP connection: passes firewalls, loses no packets.
    case tcp
    /// As datagrams: less delay, but packets may be lost.
    case udp
  }

  /// Timeout in seconds for connecting and learning the frame size; more than 0. Default 10. The system's DNS lookup is
  /// not counted.
  public var openTimeout: TimeInterval = 10
  /// Timeout for each packet, in seconds; more than 0. Default 10.
  public var readTimeout: TimeInterval = 10
  /// The number of consecutive attempts to reconnect; 0 for never. A received frame resets the count. Default 5.
  public var reconnectionAttempts = 5
  /// The seconds before the first attempt; each further wait is twice as long. More than 0; default 0.5.
  public var reconnectionDelay: TimeInterval = 0.5
  /// The longest wait before an attempt, in seconds; not less than `reconnectionDelay`. Default 8.
  public var maximumReconnectionDelay: TimeInterval = 8
  /// The transport of RTSP's packets. Default `.tcp`.
  public var rtspTransport = RTSPTransport.tcp
  /// Whether to wait for a sender at the address instead of connecting to it; for `rtsp://`, `rtmp://`, `http://` and
  /// `tcp://`. `openTimeout` is then the timeout for a sender. Default false.
  public var listens = false
  /// The number of decoding threads; 0 means one for each processor core. Default 0.
  public var decodingThreads = 0

  /// The default settings.
  public init() {}

  /// Checks the ranges.
  func check() throws {
    for (name, value) in [
      ("openTimeout", openTimeout), ("readTimeout", readTimeout), ("reconnectionDelay", reconnectionDelay),
      ("maximumReconnectionDelay", maximumReconnectionDelay),
    ] where !(value > 0 && value <= Self.maxTime) {
      throw TasksError.invalidArgument(
        "\(name) is \(value.plainText) seconds; give more than 0 and at most \(Int(Self.maxTime)).")
    }
    guard maximumReconnectionDelay >= reconnectionDelay else {
      throw TasksError.invalidArgument(
        "maximumReconnectionDelay is \(maximumReconnectionDelay) seconds; give at least reconnectionDelay, "
          + "\(reconnectionDelay).")
    }
    guard reconnectionAttempts >= 0 else {
      throw TasksError.invalidArgument("\(reconnectionAttempts) attempts to reconnect are not allowed; give 0 or more.")
    }
  }

  /// The seconds to wait before an attempt, the first being number 1.
  func delay(beforeAttempt number: Int) -> TimeInterval {
    min(reconnectionDelay * pow(2, Double(max(number - 1, 0))), maximumReconnectionDelay)
  }

  /// One day, in seconds; longer waits are likely a mistake.
  private static let maxTime: TimeInterval = 86_400
}
