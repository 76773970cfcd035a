import HTTPTypes
import Hummingbird
import Testing
import VisionErrors

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
    #expect(isAllowed("127.0.0.1:80") && isAllowed("[::1]:9") && isAllowed("LOCALHOST"))
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

  @Test("An address says whether others can reach it, and what clients call it")
  func address() {
    func address(_ host: String) -> ListeningAddress {
      ListeningAddress(host: host, port: 0, allowsRemote: true, token: nil)
    }
    #expect(address("0.0.0.0").url(port: 5).string == "http://127.0.0.1:5/")
    #expect(address("::1").url(port: 5).string == "http://[::1]:5/")
    #expect(address("::1").isLoopback && !address("0.0.0.0").isLoopback)
  }
}
