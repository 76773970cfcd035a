import ArgumentParser

/// `vision doctor`: what is installed, what is missing, and how to mend it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show what is installed, what is missing, and how to install it.",
    discussion: """
      Reads the processor's features and what the process may use of the machine, loads LiteRT and the system's libraries, and lists fetched models. The exit status is \
      3 when LiteRT is missing; without the other libraries only the named features fail.
      """)

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let report = DoctorReport()
    if json { try JSONText.print(report) } else { print(report.text) }
    guard report.engine.isFound else { throw ExitStatus.unusableModel }
  }
}
