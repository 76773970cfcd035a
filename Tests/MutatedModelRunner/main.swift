import Foundation

// Mutates models and runs them; see Supervisor.
do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  switch arguments.first {
  case "supervise": exit(try Supervisor(Array(arguments.dropFirst())).run() ? 0 : 1)
  case "try": try Trial(Array(arguments.dropFirst())).run()
  default: throw RunnerError(Supervisor.usage)
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(2)
}

/// What is wrong with how the program was called.
struct RunnerError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
