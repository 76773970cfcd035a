import Foundation
import HTTPTypes
import Hummingbird
import Testing
import VisionCore

@testable import VisionHTTP

@Suite("What every request has to satisfy")
struct AccessRulesTests {
  private func isAllowed(_ host: String?, _ fields: [(String, String)] = [], anyName: Bool = false) -> Bool {
    var headers = HTTPFields()
    for (name, value) in fields { if let name = HTTPField.Name(name) { headers[name] = value } }
    let head = HTTPRequest(method: .post, scheme: "http", authority: host, path: "/", headerFields: headers)
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    do { try AccessRules(acceptsAnyName: anyName).check(request) } catch { return false }
    return true
  }

  @Test("Loopback names only, unless other machines may come")
  func hosts() {
    #expect(isAllowed("127.0.0.2:80") && isAllowed("127.0.0.1:80") && isAllowed("[::1]:9") && isAllowed("LOCALHOST"))
    for host in ["evil.example", "127.0.0.1.evil.example", "", "[::1", nil] {
      #expect(!isAllowed(host), "\(host ?? "")")
    }
    #expect(isAllowed("evil.example", anyName: true) && !isAllowed(nil, anyName: true))
  }

  @Test("No pages of other sites; HTTPS only where a proxy may stand in front")
  func origins() {
    #expect(isAllowed("localhost:1", [("Origin", "http://localhost:1")]))
    #expect(!isAllowed("localhost:1", [("Origin", "https://localhost:1")]))
    #expect(isAllowed("a.example", [("Origin", "https://a.example")], anyName: true))
    #expect(!isAllowed("a.example", [("Origin", "https://b.example")], anyName: true))
    #expect(!isAllowed("localhost", [("Sec-Fetch-Site", "cross-site")]))
  }

  @Test("A token is equal to itself only, also to none of another length")
  func tokens() {
    let token = RandomToken.make()
    #expect(RandomToken.areEqual(token, token) && RandomToken.areEqual("", ""))
    for other in [String(token.dropLast()), token + "0", "", String(token.prefix(1)), token.uppercased() + "x"] {
      #expect(!RandomToken.areEqual(token, other) && !RandomToken.areEqual(other, token), "\(other)")
    }
    #expect(!RandomToken.areEqual("abc", "abd") && token != RandomToken.make())
  }

  @Test("The scheme of a token has no case")
  func bearer() {
    func token(_ field: String) -> String? {
      let head = HTTPRequest(
        method: .get, scheme: nil, authority: nil, path: "/", headerFields: [.authorization: field])
      return AccessRules.bearer(of: Request(head: head, body: RequestBody(buffer: ByteBuffer())))
    }
    #expect(token("Bearer a") == "a" && token("bearer a") == "a" && token("BEARER  a") == "a")
    #expect(token("Basic a") == nil && token("Bearer") == nil && token("") == nil)
  }

  @Test("A used or unknown address is told in words")
  func unusable() {
    let address = ListeningAddress(host: "127.0.0.1", port: 80, allowsRemote: false, token: nil)
    #expect(address.unusable(code: EADDRINUSE).message.contains("another program uses it"))
    #expect(address.unusable(code: EACCES).message.contains("below 1024"))
    #expect(address.unusable(code: EIO).message.contains(String(cString: strerror(EIO))))
  }

  @Test("Connections fit the limit of open files")
  func descriptors() throws {
    var limits = ConnectionLimits()
    limits.connections = 1
    #expect(try limits.fitDescriptors() == nil && limits.connections == 1)
    limits.connections = .max / 2
    let note = try limits.fitDescriptors()
    #expect(note?.contains("open files") == true)
    #expect((1..<ProcessResources.descriptors).contains(limits.connections), "\(limits.connections)")
  }

  @Test("An address says whether others can reach it, and what clients call it")
  func address() {
    func address(_ host: String) -> ListeningAddress {
      ListeningAddress(host: host, port: 0, allowsRemote: true, token: nil)
    }
    #expect(address("0.0.0.0").url(port: 5).string == "http://127.0.0.1:5/")
    #expect(address("::1").url(port: 5).string == "http://[::1]:5/")
    #expect(address("[::1]").url(port: 5).string == "http://[::1]:5/" && address("[::1]").host == "::1")
    for host in [
      "127.0.0.1", "127.0.0.2", "127.255.255.254", "localhost", "LOCALHOST", "::1", "[::1]", "0:0:0:0:0:0:0:1",
    ] {
      #expect(address(host).isLoopback, "\(host)")
    }
    for host in ["0.0.0.0", "::", "::2", "1::1", "128.0.0.1", "127.evil.example", "localhost.example", ""] {
      #expect(!address(host).isLoopback, "\(host)")
    }
  }

  @Test("Hosts and sockets that cannot be used are refused with what is allowed")
  func refused() {
    func message(_ host: String, socket: String? = nil) -> String {
      let address = ListeningAddress(host: host, port: 0, allowsRemote: false, token: nil, socket: socket)
      return #expect(throws: TasksError.self) { try address.validate() }?.message ?? ""
    }
    #expect(message("").hasPrefix("The host is empty;") && message("[]").hasPrefix("The host is empty;"))
    #expect(message("10.0.0.1").hasPrefix("Other machines can reach the host 10.0.0.1."))
    let long = message("localhost", socket: "/" + String(repeating: "a", count: 103))
    #expect(long.contains("has 104 bytes; allowed are 1 to 103"), "\(long)")
  }

  @Test("A foreign Host is named, with the names that are served and the option that lifts it")
  func foreignHost() {
    let head = HTTPRequest(method: .get, scheme: "http", authority: "evil.example:1", path: "/")
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let error = #expect(throws: TasksError.self) { try AccessRules(acceptsAnyName: false).check(request) }
    for part in ["\"evil.example\"", "127.0.0.1", "--allow-remote"] {
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
  }
}
