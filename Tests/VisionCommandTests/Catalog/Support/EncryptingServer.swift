#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A web server that encrypts with a certificate of its own, run by the command `openssl`.
  struct EncryptingServer {
    let address: String
    private let process = Process()

    init(in folder: URL) throws {
      let key = folder.appendingPathComponent("key.pem").path
      let certificate = folder.appendingPathComponent("certificate.pem").path
      let maker = Process()
      maker.executableURL = SystemCommand.openssl
      maker.arguments = [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
      ]
      maker.standardError = FileHandle.nullDevice
      try maker.run()
      maker.waitUntilExit()
      try #require(maker.terminationStatus == 0)
      let output = Pipe()
      process.executableURL = SystemCommand.openssl
      process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      // It says where it listens: "ACCEPT 127.0.0.1:38405".
      var said = Data()
      while !(said.last == UInt8(ascii: "\n") && String(decoding: said, as: UTF8.self).contains("ACCEPT")) {
        let more = output.fileHandleForReading.availableData
        try #require(!more.isEmpty, "openssl ended without listening")
        said += more
      }
      let port = String(decoding: said, as: UTF8.self).split(separator: ":").last ?? ""
      address = "https://127.0.0.1:\(port.trimmingCharacters(in: .whitespacesAndNewlines))/file"
    }

    /// Ends it by the one signal that cannot be blocked: it has inherited what Swift's threads block.
    func stop() {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }
#endif
