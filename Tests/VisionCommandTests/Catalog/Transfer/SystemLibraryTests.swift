#if !canImport(Darwin)
  import Foundation
  import Testing
  import VisionCore

  @testable import VisionCatalog

  @Suite("Loading of libcurl and libcrypto")
  struct SystemLibraryTests {
    private let missing = SystemLibrary.curl.named("libcurl-none.so.4", "libcurl-no-other.so.4")

    @Test("without it the error names what was tried and what to install")
    func none() throws {
      let error = #expect(throws: TasksError.self) { try missing.load() }
      #expect(error?.code == .failedPreconditionError)
      #expect(error?.message.hasPrefix("downloads need libcurl, which cannot be loaded (libcurl-none.so.4: ") == true)
      #expect(error?.message.contains("libcurl-no-other.so.4: ") == true)
      #expect(error?.message.contains("install the package libcurl4 (Debian, Ubuntu)") == true)
    }

    @Test("another library is refused, and the next name is tried")
    func other() throws {
      let error = #expect(throws: TasksError.self) { try SystemLibrary.curl.named("libc.so.6").load() }
      #expect(error?.code == .failedPreconditionError)
      #expect(error?.message.contains("libc.so.6 has no function curl_global_init") == true)
      let library = SystemLibrary.curl.named("libcurl-none.so.4", "libc.so.6", "libcurl.so.4", "libcurl-gnutls.so.4")
      #expect(try library.load() == library.load())
    }

    @Test("without libcrypto a file's digest cannot be checked, and the error says what to install")
    func noCrypto() throws {
      let error = #expect(throws: TasksError.self) {
        try SHA256Digest(library: SystemLibrary.crypto.named("libcrypto-none.so"))
      }
      #expect(error?.code == .failedPreconditionError)
      #expect(error?.message.contains("install the package libssl3 (Debian, Ubuntu)") == true)
    }

    @Test("many threads at once load it once")
    func threads() async throws {
      let library = SystemLibrary.curl.named("libcurl.so.4", "libcurl-gnutls.so.4")
      let addresses = try await withThrowingTaskGroup(of: UInt.self) { group in
        for _ in 0..<16 { group.addTask { UInt(bitPattern: try library.load()) } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(addresses.count == 1)
    }

    @Test("a fetch without it goes on to the next source")
    func nextSource() throws {
      let sandbox = try Sandbox()
      try sandbox.write(sandbox.bytes, to: sandbox.mirror.appendingPathComponent("sample.task"))
      let download = DownloadSource(address: "http://127.0.0.1:9/file", transport: CurlTransport(library: missing))
      try AtomicFile.makeFolder(sandbox.cache.models)
      let log = ProgressLog()
      try sandbox.catalog().fetch(
        sandbox.entry(), from: [download, MirrorSource(folder: sandbox.mirror)], to: sandbox.file, progress: log.add)
      #expect(log.all.map(\.source) == [.official, .mirror, .mirror])
      #expect(try Array(Data(contentsOf: sandbox.file)) == sandbox.bytes)
      #expect(sandbox.leftovers == ["sample.task"])
    }

    @Test("a fetch that has no other source says so, and what was there of the file stays")
    func onlySource() throws {
      let sandbox = try Sandbox()
      try sandbox.write(sandbox.bytes.prefix(1000), to: sandbox.part)
      let download = DownloadSource(address: "http://127.0.0.1:9/file", transport: CurlTransport(library: missing))
      let error = #expect(throws: TasksError.self) {
        try sandbox.catalog().fetch(sandbox.entry(), from: [download], to: sandbox.file) { _ in }
      }
      #expect(error?.code == .unavailableError)
      #expect(error?.message.contains("- http://127.0.0.1:9/file: downloads need libcurl") == true)
      #expect(sandbox.leftovers == ["sample.task.part"])
    }
  }
#endif
