import Foundation

/// Requests that are wrong in one way or another, the same ones each time.
enum MalformedRequests {
  static func make(count: Int, token: String) -> [Data] { (0..<count).map { Data(request($0, token)) } }

  private static func request(_ number: Int, _ token: String) -> [UInt8] {
    let host = "Authorization: Bearer \(token)\r\nHost: localhost\r\n"
    let end = "Connection: close\r\n\r\n"
    switch number % 16 {
    case 0: return noise(number, count: 300)
    case 1: return Array("GET / HTTP/9.9\r\n\(host)\(end)".utf8)
    case 2: return Array("BREW /pot HTTP/1.1\r\n\(host)\(end)".utf8)
    case 3: return Array("GET /\(String(repeating: "a", count: 90_000)) HTTP/1.1\r\n\(host)\(end)".utf8)
    case 4: return Array("GET / HTTP/1.1\r\n\(host)X: \(String(repeating: "b", count: 40_000))\r\n\(end)".utf8)
    case 5:
      return Array("POST /api/visits/x/files HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\(end)".utf8)
    case 6: return Array("POST /api/visits/x/files HTTP/1.1\r\n\(host)Content-Length: -5\r\n\(end)".utf8)
    case 7: return Array("POST /api/code HTTP/1.1\r\n\(host)Content-Length: 12\r\n\(end){\"settings\":".utf8)
    case 8:
      return Array("POST /api/code HTTP/1.1\r\n\(host)Content-Length: 20\r\n\(end)".utf8) + noise(number, count: 20)
    case 9:
      return Array(
        "POST /api/code HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\(end)ZZZ\r\nhello\r\n0\r\n\r\n".utf8)
    case 10: return Array("POST /api/visits HTTP/1.1\r\nHost: other.example\r\n\(end)".utf8)
    case 11: return Array("POST /api/visits HTTP/1.1\r\n\(host)Origin: http://other.example\r\n\(end)".utf8)
    case 12: return Array("GET /api/visits/%00%ff/jobs/..%2f..%2f HTTP/1.1\r\n\(host)\(end)".utf8)
    case 13: return Array("PUT /api/visits/x/live HTTP/1.1\r\n\(host)Content-Length: 2\r\n\(end){}".utf8)
    case 14: return Array("GET /api/catalog".utf8)
    default: return Array(("GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 300) + host + end).utf8)
    }
  }

  private static func noise(_ seed: Int, count: Int) -> [UInt8] {
    var state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }
}
