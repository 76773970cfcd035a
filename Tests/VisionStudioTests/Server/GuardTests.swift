import Foundation
import TestSupport
import Testing

@testable import VisionStudio

@Suite("Who may use the page's server")
struct GuardTests {
  @Test("Only the machine's own names count as Host, so that no other site's name can point here")
  func host() async throws {
    let studio = try await RunningStudio()
    let port = try #require(studio.address.port)
    func status(_ host: String) async throws -> String {
      let request =
        "GET /api/catalog HTTP/1.1\r\n\(host)Authorization: Bearer \(studio.token)\r\nConnection: close\r\n\r\n"
      return try await RawConnection.status(of: Data(request.utf8), port: port)
    }
    for name in ["127.0.0.1:\(port)", "localhost:\(port)", "localhost:9000", "[::1]:\(port)", "LOCALHOST"] {
      #expect(try await status("Host: \(name)\r\n") == "HTTP/1.1 200", "\(name)")
    }
    for name in ["evil.example", "127.0.0.1.evil.example", "evil.example:\(port)", "192.168.1.2"] {
      #expect(try await status("Host: \(name)\r\n") == "HTTP/1.1 403", "\(name)")
    }
    // Not names at all; RFC 9112 wants 400 for them, and for a request without a name.
    for name in ["", ":80", "[::1", "localhost:x"] {
      #expect(try await status("Host: \(name)\r\n") == "HTTP/1.1 400", "\(name)")
    }
    #expect(try await status("") == "HTTP/1.1 400")
    try await studio.stop()
  }

  @Test("Pages of other sites are refused, whatever they ask for; this page and programs are not")
  func origin() async throws {
    let studio = try await RunningStudio()
    let own = "http://127.0.0.1:\(studio.address.port ?? 0)"
    func status(_ method: String, _ path: String, _ headers: [String: String]) async throws -> Int {
      try await studio.client.send(method, path, headers: headers).status
    }
    for foreign in [
      "http://evil.example", "null", "https://127.0.0.1:\(studio.address.port ?? 0)", "http://127.0.0.1:1",
    ] {
      #expect(try await status("POST", "/api/visits", ["Origin": foreign]) == 403, "\(foreign)")
      #expect(try await status("GET", "/api/catalog", ["Origin": foreign]) == 403)
    }
    #expect(try await status("POST", "/api/visits", ["Origin": own]) == 201)
    #expect(try await status("POST", "/api/visits", [:]) == 201)
    #expect(try await status("GET", "/api/catalog", ["Sec-Fetch-Site": "cross-site"]) == 403)
    #expect(try await status("GET", "/api/catalog", ["Sec-Fetch-Site": "same-site"]) == 403)
    #expect(try await status("GET", "/", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]) == 200)
    #expect(
      try await status("POST", "/api/visits", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]) == 403)
    try await studio.stop()
  }

  @Test("Nothing answers without the token, on this machine either; the address brings it, a cookie keeps it")
  func token() async throws {
    let studio = try await RunningStudio()
    let (token, client) = (studio.token, StudioClient(studio.address, isStranger: true))
    let name = "vision-studio-\(studio.address.port ?? 0)"
    #expect(token.count == 32)
    for path in ["/", "/api/catalog", "/page/main.js", "/?token=wrong", "/?token=", "/nothing", "/favicon.ico"] {
      #expect(try await client.get(path).status == 401, "\(path)")
    }
    #expect(try await client.send("POST", "/api/visits", body: Data(count: 100)).status == 401)
    for cookie in ["\(name)=wrong", "vision-studio=\(token)", "vision-studio-1=\(token)"] {
      #expect(try await client.get("/", headers: ["Cookie": cookie]).status == 401, "\(cookie)")
    }
    let entrance = try await client.get("/?token=\(token)")
    #expect(entrance.status == 303 && entrance.headers["location"] == "/")
    #expect(entrance.headers["set-cookie"] == "\(name)=\(token); Path=/; HttpOnly; SameSite=Strict")
    // What another site or a file leads here goes on by a page of ours, as the cookie would stay away from a redirection.
    let led = try await client.get(
      "/?token=\(token)", headers: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"])
    #expect(led.status == 200 && led.headers["refresh"] == "0;url=/" && led.headers["set-cookie"] != nil)
    #expect(!String(decoding: led.body, as: UTF8.self).contains(token))
    // One of two pages side by side does not take the other's place.
    #expect(try await client.get("/", headers: ["Cookie": "vision-studio-1=x; \(name)=\(token)"]).status == 200)
    #expect(try await client.get("/api/catalog", headers: ["Authorization": "Bearer \(token)"]).status == 200)
    try await studio.stop()
  }

  @Test("Without the token a browser gets a page with a field for it; a token in another place's address does nothing")
  func entrance() async throws {
    let studio = try await RunningStudio()
    let stranger = StudioClient(studio.address, isStranger: true)
    let wrong = try await stranger.get("/?token=wrong")
    #expect(wrong.status == 401 && wrong.headers["content-type"] == "text/html; charset=utf-8")
    let answer = try await stranger.get("/")
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == 401 && answer.headers["content-type"] == "text/html; charset=utf-8")
    #expect(text.contains("<input name=\"token\"") && text.contains("vision studio") && !text.contains(studio.token))
    let policy = try #require(answer.headers["content-security-policy"])
    #expect(
      policy.contains("default-src 'none'") && policy.contains("form-action 'self'") && !policy.contains("unsafe"))
    // Else browsers ask for one that the policy does not allow, and Firefox reports that.
    #expect(text.contains("<link rel=\"icon\" href=\"data:,\">") && policy.contains("img-src data:"))
    #expect(try await stranger.get("/?token=\(studio.token)").status == 303)
    for path in ["/api/catalog", "/page/main.js"] {
      let refused = try await stranger.get(path + "?token=\(studio.token)")
      #expect(refused.status == 401 && refused.headers["set-cookie"] == nil, "\(path)")
    }
    try await studio.stop()
  }

  @Test("Where other machines may come every name will do, with the token, and HTTPS may stand in front")
  func remote() async throws {
    let studio = try await RunningStudio {
      $0.host = "0.0.0.0"
      $0.allowsRemote = true
    }
    let (token, client) = (studio.token, StudioClient(studio.address, isStranger: true))
    #expect(token.count == 32)
    // The token does not open the door to other sites' pages, and lets HTTPS stand in front.
    let own = "127.0.0.1:\(studio.address.port ?? 0)"
    let name = "vision-studio-\(studio.address.port ?? 0)"
    func status(origin: String) async throws -> Int {
      let headers = ["Cookie": "\(name)=\(token)", "Origin": origin]
      return try await client.send("POST", "/api/visits", headers: headers).status
    }
    #expect(try await status(origin: "https://evil.example") == 403)
    #expect(try await status(origin: "https://" + own) == 201)
    try await studio.stop()
    // A proxy on this machine passes on its clients' names; then the token is missing, not another name.
    let proxied = try await RunningStudio { $0.allowsRemote = true }
    let request = Data("GET / HTTP/1.1\r\nHost: vision.example\r\nConnection: close\r\n\r\n".utf8)
    let port = proxied.address.port ?? 0
    #expect(try await RawConnection.status(of: request, port: port) == "HTTP/1.1 401")
    try await proxied.stop()
  }

  @Test("An address that others reach needs to be allowed, and a token needs some length")
  func options() throws {
    func refused(_ change: (inout StudioOptions) -> Void) -> Bool {
      var options = StudioOptions()
      change(&options)
      do { _ = try Studio(options: options) } catch { return true }
      return false
    }
    #expect(refused { $0.host = "0.0.0.0" })
    #expect(refused { $0.host = "192.168.1.2" })
    #expect(refused { $0.token = "short" })
    #expect(refused { $0.token = "with spaces and more" })
    #expect(refused { $0.port = 70_000 })
    #expect(!refused { $0.host = "localhost" })
    #expect(!refused { ($0.host, $0.allowsRemote, $0.token) = ("0.0.0.0", true, "abcdefghijkl") })
  }

  @Test("Every answer, errors too, tells browsers to run nothing but this server's files")
  func headers() async throws {
    let studio = try await RunningStudio()
    for path in ["/", "/page/main.js", "/api/catalog", "/nothing", "/api/visits/x"] {
      let headers = try await studio.client.get(path).headers
      let policy = try #require(headers["content-security-policy"], "\(path)")
      #expect(
        policy.contains("default-src 'none'") && policy.contains("script-src 'self'") && !policy.contains("unsafe"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(headers["x-content-type-options"] == "nosniff" && headers["referrer-policy"] == "no-referrer")
      #expect(headers["cross-origin-resource-policy"] == "same-origin" && headers["cache-control"] == "no-store")
    }
    try await studio.stop()
  }

  @Test("A port that is taken is said by its number")
  func takenPort() async throws {
    let studio = try await RunningStudio()
    var options = StudioOptions()
    options.port = studio.address.port ?? 0
    let other = try Studio(options: options)
    await #expect {
      try await other.run()
    } throws: { "\($0)".contains("port \(options.port)") && "\($0)".contains("--port") }
    try await studio.stop()
  }
}
