import Testing

@testable import VisionCore

@Suite("Fair queue")
struct FairQueueTests {
  private func all(_ queue: FairQueue<Int>) -> [Int] {
    var (queue, order) = (queue, [Int]())
    while let (client, element) = queue.next(where: { _, _ in true }) {
      order.append(element)
      queue.removeFirst(of: client)
    }
    return order
  }

  @Test("Clients take turns, however much one of them has brought; each one's elements stay in order")
  func turns() {
    var queue = FairQueue<Int>()
    #expect(queue.isEmpty && all(queue).isEmpty)
    for number in 1...4 { queue.append(number, for: "a") }
    for number in 11...12 { queue.append(number, for: "b") }
    queue.append(21, for: "c")
    #expect(!queue.isEmpty && all(queue) == [1, 11, 21, 2, 12, 3, 4])
  }

  @Test("A client that comes back is behind those who wait")
  func comingBack() {
    var queue = FairQueue<Int>()
    queue.append(1, for: "a")
    queue.append(11, for: "b")
    queue.removeFirst(of: "a")
    queue.append(2, for: "a")
    #expect(all(queue) == [11, 2])
  }

  @Test("A client that may not go is passed over and keeps the turn; what is taken out is gone")
  func passing() {
    var queue = FairQueue<Int>()
    for (number, client) in [(1, "a"), (11, "b"), (2, "a")] { queue.append(number, for: client) }
    #expect(queue.next { client, _ in client != "a" }?.element == 11)
    #expect(queue.next { _, _ in true }?.element == 1)
    #expect(queue.remove(of: "a") { $0 == 1 } == 1 && queue.remove(of: "a") { $0 == 1 } == nil)
    #expect(queue.remove(of: "nobody") { _ in true } == nil)
    #expect(all(queue) == [2, 11])
    #expect(queue.remove(of: "b") { $0 == 11 } == 11 && queue.remove(of: "a") { $0 == 2 } == 2 && queue.isEmpty)
    queue.removeFirst(of: "a")
    #expect(queue.isEmpty)
  }
}
