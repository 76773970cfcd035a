import CFuzzer
import Foundation

/// Runs libFuzzer in a program of Swift's. A program has a main function of its own already, so libFuzzer's is called as a function.
public enum Fuzzer {
  /// The code under test. Safe: it is set once, before the only thread that reads it calls it.
  nonisolated(unsafe) private static var body: (UnsafeRawBufferPointer) -> Void = { _ in }

  /// Tries inputs until libFuzzer's options say that it is enough, or one of them ends the process.
  ///
  /// - Parameter body: Gets one input after the other. Whatever it throws away is fine; traps, sanitizers' findings, time-outs
  ///   and memory beyond the limit end the process with the input written to a file.
  /// - Returns: Never; the process ends with libFuzzer's status.
  public static func run(_ body: @escaping (UnsafeRawBufferPointer) -> Void) -> Never {
    Self.body = body
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    let status = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
      Fuzzer.body(UnsafeRawBufferPointer(start: bytes, count: count))
      return 0
    }
    exit(status)
  }

  /// Ends the process as a found fault: what must hold for every input does not.
  public static func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    guard !condition else { return }
    FileHandle.standardError.write(Data("fuzz: \(message())\n".utf8))
    abort()
  }
}
