import Foundation

/// A Python with a package of the index, for tests with the trait `.needs(.pip)`.
package enum PythonPackage {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The system's Python or that of an environment in the checkout's `.build`, the first that has the package; else one in a new environment,
  /// into which the package is installed.
  package static func python(with package: String, in folder: TemporaryFolder) throws -> URL {
    guard let python = SystemCommand.python else { throw Failure(description: "There is no python3.") }
    for python in [python] + checkoutPythons {
      if try run(python, ["-c", "import \(package)"]).status == 0 { return python }
    }
    let environment = folder.path("python")
    for (program, arguments) in [
      (python, ["-m", "venv", environment]),
      (URL(filePath: environment + "/bin/python"), ["-m", "pip", "install", "--quiet", "--no-compile", package]),
    ] {
      let result = try run(program, arguments)
      guard result.status == 0 else {
        throw Failure(description: "\(program.path) \(arguments.joined(separator: " ")): status \(result.status)")
      }
    }
    return URL(filePath: environment + "/bin/python")
  }

  /// The checks' environments, in the order of their names.
  private static var checkoutPythons: [URL] {
    let build = Checkout.url.appending(path: ".build")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: build.path)) ?? []
    return names.sorted().map { build.appending(path: "\($0)/bin/python") }
      .filter { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Runs a program and gives its standard output.
  package static func run(_ program: URL, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
