/// Failures of functions in C that return false after they wrote why into memory they were given.
package enum CFailure {
  /// Calls such a function.
  ///
  /// - Parameter body: Calls it with memory for the reason and how many bytes that has.
  /// - Returns: The reason; nil where it returned true.
  package static func reason(_ body: (UnsafeMutablePointer<CChar>?, Int) -> Bool) -> String? {
    var message = [CChar](repeating: 0, count: 1024)
    let isDone = message.withUnsafeMutableBufferPointer { body($0.baseAddress, $0.count) }
    guard !isDone else { return nil }
    return String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
