/// Limits on the connections of a server.
package struct ConnectionLimits: Sendable {
  /// The maximum number of open connections; 256.
  package var connections = 256
  /// The maximum number of open connections per client address; 128. Browsers open six per page.
  package var connectionsPerAddress = 128
  /// The maximum time to receive a request's headers, in seconds; 10.
  package var headerSeconds = 10.0
  /// The minimum rate of a request's body, in bytes per second averaged over `headerSeconds`; 1000.
  package var bodyBytesPerSecond = 1000
  /// The fixed part of the maximum time to receive a whole body, in seconds; 10.
  package var wholeBodySeconds = 10.0
  /// The minimum rate of a whole body, in bytes per second; 100,000. Its length divided by this adds to the maximum time.
  package var wholeBodyBytesPerSecond = 100_000.0

  package init() {}
}
