/// A list for the detections of one frame that reuses its memory for the next.
struct ReusableList<Element> {
  private var slots: [Element] = []
  private let makeEmpty: () -> Element
  private(set) var count = 0

  init(_ makeEmpty: @escaping () -> Element) { self.makeEmpty = makeEmpty }

  var elements: ArraySlice<Element> { slots[0..<count] }

  mutating func removeAll() { count = 0 }

  /// Calls `fill` with the next slot, and appends it if `fill` returns true.
  mutating func append(_ fill: (inout Element) throws -> Bool) rethrows {
    if count == slots.count { slots.append(makeEmpty()) }
    if try fill(&slots[count]) { count += 1 }
  }

  /// Appends the elements of another list and empties that list. Slots are swapped, not copied.
  mutating func takeAll(from other: inout ReusableList) {
    for index in 0..<other.count {
      append { slot in
        swap(&slot, &other.slots[index])
        return true
      }
    }
    other.removeAll()
  }

  mutating func updateFirst(_ update: (inout Element) -> Void) { if count > 0 { update(&slots[0]) } }

  mutating func dropDuplicates(_ isDuplicate: (Element, Element) -> Bool) {
    var kept = 0
    for index in 0..<count where !slots[0..<kept].contains(where: { isDuplicate($0, slots[index]) }) {
      if kept != index { slots.swapAt(kept, index) }
      kept += 1
    }
    count = kept
  }
}
