import VisionImaging
import VisionPerception

/// The hands of one frame in memory that is used again for the next.
struct HandList {
  private var slots: [Hand] = []
  private var count = 0

  /// The hands, in order.
  var hands: ArraySlice<Hand> { slots[0..<count] }

  mutating func removeAll() { count = 0 }

  /// Lets `fill` write the next hand; keeps it if that returns true.
  mutating func append(_ fill: (inout Hand) throws -> Bool) rethrows {
    if count == slots.count { slots.append(Hand()) }
    if try fill(&slots[count]) { count += 1 }
  }

  /// Drops every hand that is the same as one before it, whatever their scores.
  mutating func dropDuplicates(in size: ImageSize) {
    var kept = 0
    for index in 0..<count {
      let isDuplicate = slots[0..<kept].contains {
        HandDuplicates.areSameHand(slots[index].landmarks, $0.landmarks, in: size)
      }
      guard !isDuplicate else { continue }
      if kept != index { slots.swapAt(kept, index) }
      kept += 1
    }
    count = kept
  }
}
