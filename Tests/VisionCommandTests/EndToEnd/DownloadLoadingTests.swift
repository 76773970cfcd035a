#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What a fresh process loads to download with.
  @Suite("libcurl, end to end", .needs(.command))
  struct DownloadLoadingTests {
    private static let names = ["libcurl", "libcurl-gnutls", "libFoundationNetworking"]

    @Test("What downloads nothing loads neither libcurl nor Foundation's networking")
    func none() throws {
      let loaded = try LoadedLibraries(by: ["models", "list"])
      #expect(loaded.run.status == 0, "\(loaded.run.errors)")
      #expect(loaded.which(Self.names) == [])
    }

    @Test("A download loads libcurl alone, which uses the proxy that is set")
    func download() throws {
      try withEmptyCache { environment in
        let loaded = try LoadedLibraries(by: ["models", "fetch", "gesture_recognizer"], environment: environment)
        #expect(loaded.run.status != 0)
        let failure = try #require(loaded.run.errors.split(separator: "\n").first { $0.hasPrefix("- https://") })
        #expect(failure.contains("127.0.0.1"), "\(failure)")
        #expect(loaded.which(Self.names).count == 1)
        #expect(!loaded.which(Self.names).contains("libFoundationNetworking"))
      }
    }

    @Test("Without libcurl the other sources are tried, and the error says what to install")
    func missing() throws {
      let folder = try LoadedLibraries.makeFolder(hiding: ["libcurl.so.4", "libcurl-gnutls.so.4"])
      defer { try? FileManager.default.removeItem(at: folder) }
      try withEmptyCache { environment in
        let run = try CommandRun(
          ["models", "fetch", "gesture_recognizer"],
          environment: environment.merging(["LD_LIBRARY_PATH": folder.path]) { $1 })
        #expect(run.status != 0)
        #expect(run.errors.contains(": downloads need libcurl, which cannot be loaded ("), "\(run.errors)")
        #expect(run.errors.contains("install the package libcurl4"))
        #expect(run.errors.contains("- Python package"))
      }
    }

    /// Settings with which nothing comes from this machine or from the network: no mirror, a proxy that is not there, no Python.
    private func withEmptyCache(_ body: ([String: String]) throws -> Void) throws {
      let folder = try LoadedLibraries.makeFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      try body([
        "XDG_CACHE_HOME": folder.path, "VISION_MODELS_MIRROR": "", "PATH": folder.path,
        "https_proxy": "http://127.0.0.1:1", "no_proxy": "",
      ])
    }
  }
#endif
