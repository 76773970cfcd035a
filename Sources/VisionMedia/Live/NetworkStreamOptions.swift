import Foundation
import VisionErrors

/// The options of a `NetworkStream`: how it is opened, and what it does when the connection fails.
public struct NetworkStreamOptions: Sendable, Hashable {
  /// The transport of RTSP's packets.
  public enum RTSPTransport: String, Sendable, Hashable, CaseIterable {
    /// Within the connection: passes every firewall, loses nothing.
    case tcp
    /// As single datagrams: less delay on a good network, lost images on a bad one.
    case udp
  }

  /// Timeout in seconds for connecting and learning the frame size; more than 0. Default 10. The system's DNS lookup is
  /// not counted.
  public var openTimeout: TimeInterval = 10
  /// The seconds within which each piece of video has to come; more than 0. Default 10.
  public var readTimeout: TimeInterval = 10
  /// The number of consecutive attempts to reconnect; 0 for never. A received frame resets the count. Default 5.
  public var reconnectionAttempts = 5
  /// The seconds before the first attempt; each further wait is twice as long. More than 0; default 0.5.
  public var reconnectionDelay: TimeInterval = 0.5
  /// The longest wait before an attempt, in seconds; not less than `reconnectionDelay`. Default 8.
  public var maximumReconnectionDelay: TimeInterval = 8
  /// The transport of RTSP's packets. Default `.tcp`.
  public var rtspTransport = RTSPTransport.tcp
  /// Whether to wait for a sender at the address instead of calling there; for `rtsp://`, `rtmp://`, `http://` and
  /// `tcp://`. `openTimeout` is then the time that a sender may take to come. Default false.
  public var listens = false
  /// The number of decoding threads; 0 means one for each processor core. Default 0.
  public var decodingThreads = 0

  /// The default settings.
  public init() {}

  /// Refuses values that make no sense.
  func check() throws {
    for (name, value) in [
      ("openTimeout", openTimeout), ("readTimeout", readTimeout), ("reconnectionDelay", reconnectionDelay),
      ("maximumReconnectionDelay", maximumReconnectionDelay),
    ] where !(value > 0 && value <= Self.longestTime) {
      throw TasksError.invalidArgument(
        "\(name) is \(value.plainText) seconds; give more than 0 and at most \(Int(Self.longestTime)).")
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

  /// A day; longer waits are a mistake.
  private static let longestTime: TimeInterval = 86_400
}
