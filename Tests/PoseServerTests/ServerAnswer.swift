import Foundation

/// What the server answered.
struct ServerAnswer: Sendable {
  let status: Int
  let body: Data

  /// The number of people in a photo.
  var people: Int? {
    get throws { (try json()["landmarks"] as? [[[Double]]])?.count }
  }

  /// The message of a refusal.
  var message: String? {
    get throws { (try json()["error"] as? [String: Any])?["message"] as? String }
  }

  /// How many requests wait.
  var waiting: Int? {
    get throws { try json()["waiting"] as? Int }
  }

  private func json() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
  }
}
