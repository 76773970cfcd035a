internal import CVisionSandbox

/// What a process can do, found by trying it harmlessly; for tests and for `vision worker check`.
package enum SandboxReport {
  /// What each bit stands for, the lowest first, as in `CVisionSandbox.h`.
  private static let names = [
    "internet socket", "local socket", "process", "program", "trace", "ring", "writing", "removing", "signal", "limit",
    "thread",
  ]

  /// Whether this system can filter system calls at all.
  package static var isSupported: Bool { vision_sandbox_is_supported() }

  /// The names of what was not refused.
  package static func possible() -> [String] {
    let bits = vision_sandbox_attempt()
    return names.enumerated().filter { bits & (1 << UInt32($0.offset)) != 0 }.map(\.element)
  }
}
