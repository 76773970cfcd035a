#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import VisionCore

  @testable import VisionCatalog

  @Suite("Certificates", .needs(.openssl))
  struct CertificateTests {
    @Test("a server that nobody vouches for is refused")
    func selfSigned() throws {
      let sandbox = try Sandbox()
      let server = try EncryptingServer(in: sandbox.root)
      defer { server.stop() }
      let error = #expect(throws: TasksError.self) { try sandbox.deliver(from: server.address) }
      #expect(error?.code == .unavailableError)
      #expect(error?.message.lowercased().contains("certificate") == true, "\(error?.message ?? "")")
      #expect(sandbox.leftovers.isEmpty)
    }
  }
#endif
