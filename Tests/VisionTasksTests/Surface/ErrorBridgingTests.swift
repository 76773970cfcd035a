import Foundation
import Testing
import VisionCore

/// iOS code catches the tasks' errors as `NSError`, which only Apple's platforms do by themselves.
@Suite("Errors as NSError")
struct ErrorBridgingTests {
  private func fail() throws { throw TasksError.invalidArgument("numHands is 0; allowed is 1 to 64.") }

  @Test("A pattern of iOS code matches, with MediaPipe's domain and code and the message")
  func pattern() throws {
    do {
      try fail()
      Issue.record("nothing was thrown")
    } catch let error as NSError {
      #expect(error.domain == "com.google.mediapipe.tasks" && error.code == 3)
      #expect(error.localizedDescription == "numHands is 0; allowed is 1 to 64.")
    }
  }

  @Test("Casts go both ways for MediaPipe's domain, and not for others")
  func casts() throws {
    let error: any Error = TasksError.notFound("There is no file.")
    let bridged = error as NSError
    #expect(bridged.code == 5)
    var back: TasksError?
    #expect(TasksError._conditionallyBridgeFromObjectiveC(bridged, result: &back) && back?.code == .notFoundError)
    #expect(back?.message == "There is no file.")
    let other = NSError(domain: NSCocoaErrorDomain, code: 3)
    #expect(!TasksError._conditionallyBridgeFromObjectiveC(other, result: &back))
    #expect(!TasksError._conditionallyBridgeFromObjectiveC(NSError(domain: TasksError.domain, code: -1), result: &back))
  }

  @Test("Errors of our own type are still caught as such first")
  func ownType() {
    do { try fail() } catch let error as TasksError { #expect(error.code == .invalidArgumentError) } catch {
      Issue.record("caught as \(type(of: error))")
    }
  }
}
