import Testing
import VisionErrors

@testable import VisionStudio

@Suite("Room on the disk")
struct DiskRoomTests {
  private func refusal(_ body: () throws -> Void) -> TasksError? {
    do { try body() } catch { return error as? TasksError }
    return nil
  }

  @Test("A visitor's limit and that of all hold at once; what is refused takes nothing")
  func limits() throws {
    let whole = DiskRoom(limit: 10_000_000)
    let (one, other) = (DiskRoom(limit: 6_000_000, within: whole), DiskRoom(limit: 6_000_000, within: whole))
    try one.take(6_000_000)
    let own = refusal { try one.take(1) }
    #expect(own?.code == .resourceExhaustedError && own?.message.contains("Your files") == true)
    let all = refusal { try other.take(4_000_001) }
    #expect(all?.code == .resourceExhaustedError && all?.message.contains("than 10 MB") == true)
    #expect(refusal { try other.take(.max) } != nil)
    #expect(one.taken == 6_000_000 && other.taken == 0 && whole.taken == 6_000_000)
    one.giveBack(1_000_000)
    try other.take(5_000_000)
    #expect(whole.taken == 10_000_000)
  }

  @Test("A visit that ends gives all back once, and takes no more")
  func closing() throws {
    let whole = DiskRoom(limit: 100)
    let visit = DiskRoom(limit: 100, within: whole)
    let results = ResultRoom(disk: visit)
    try visit.take(40)
    try results.take(50)
    visit.close()
    results.release()
    visit.giveBack(40)
    visit.close()
    #expect(whole.taken == 0)
    #expect(refusal { try visit.take(1) }?.code == .notFoundError)
    #expect(refusal { try results.take(1) } != nil)
  }

  @Test("A run's results give back what they took, also what came after they were removed")
  func results() throws {
    let disk = DiskRoom(limit: 100)
    let results = ResultRoom(disk: disk)
    try results.take(60)
    results.giveBack(20)
    #expect(disk.taken == 40)
    #expect(refusal { try results.take(61) } != nil && disk.taken == 40)
    results.release()
    try results.take(5)
    results.release()
    #expect(disk.taken == 0)
  }
}
