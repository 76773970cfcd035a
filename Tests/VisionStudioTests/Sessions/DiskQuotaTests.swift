import Testing
import VisionCore

@testable import VisionStudio

@Suite("Disk quotas")
struct DiskQuotaTests {
  private func refusal(_ body: () throws -> Void) -> TasksError? {
    do { try body() } catch { return error as? TasksError }
    return nil
  }

  @Test("A visitor's limit and the common one both hold; a refused reservation changes nothing")
  func limits() throws {
    let all = DiskQuota(limit: 10_000_000)
    let (one, other) = (DiskQuota(limit: 6_000_000, within: all), DiskQuota(limit: 6_000_000, within: all))
    try one.reserve(6_000_000)
    let own = refusal { try one.reserve(1) }
    #expect(own?.code == .resourceExhaustedError && own?.message.contains("Your files") == true)
    let refused = refusal { try other.reserve(4_000_001) }
    #expect(refused?.code == .resourceExhaustedError && refused?.message.contains("than 10 MB") == true)
    #expect(refusal { try other.reserve(.max) } != nil)
    #expect(one.reserved == 6_000_000 && other.reserved == 0 && all.reserved == 6_000_000)
    one.release(1_000_000)
    try other.reserve(5_000_000)
    #expect(all.reserved == 10_000_000)
  }

  @Test("Closing releases everything once, and later reservations fail")
  func closing() throws {
    let all = DiskQuota(limit: 100)
    let visit = DiskQuota(limit: 100, within: all)
    let results = DiskQuota(within: visit)
    try visit.reserve(40)
    try results.reserve(50)
    visit.close()
    results.close()
    visit.release(40)
    visit.close()
    #expect(all.reserved == 0)
    #expect(refusal { try visit.reserve(1) }?.code == .notFoundError)
    #expect(refusal { try results.reserve(1) } != nil)
  }

  @Test("A job's results release everything once, and count no more after their removal")
  func results() throws {
    let disk = DiskQuota(limit: 100)
    let results = DiskQuota(within: disk)
    try results.reserve(60)
    results.release(20)
    #expect(disk.reserved == 40)
    #expect(refusal { try results.reserve(61) } != nil && disk.reserved == 40)
    results.close()
    #expect(refusal { try results.reserve(5) } != nil)
    results.release(5)
    results.close()
    #expect(disk.reserved == 0)
  }
}
