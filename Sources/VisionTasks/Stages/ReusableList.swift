/// The things found in one frame, in memory that is used again for the next.
struct ReusableList<Element> {
  private var slots: [Element] = []
  private let makeEmpty: () -> Element
  /// The number of things.
  private(set) var count = 0

  /// A new slot starts as what `makeEmpty` gives.
  init(_ makeEmpty: @escaping () -> Element) { self.makeEmpty = makeEmpty }

  /// The things, in order.
  var elements: ArraySlice<Element> { slots[0..<count] }

  /// Empties the list; the slots stay.
  mutating func removeAll() { count = 0 }

  /// Lets `fill` write the next thing; keeps it if that returns true.
  mutating func append(_ fill: (inout Element) throws -> Bool) rethrows {
    if count == slots.count { slots.append(makeEmpty()) }
    if try fill(&slots[count]) { count += 1 }
  }

  /// Moves the things of another list behind its own; the other one gets empty slots for them.
  mutating func takeAll(from other: inout ReusableList) {
    for index in 0..<other.count {
      append { slot in
        swap(&slot, &other.slots[index])
        return true
      }
    }
    other.removeAll()
  }

  /// Changes the first thing in place.
  mutating func updateFirst(_ update: (inout Element) -> Void) {
    if count > 0 { update(&slots[0]) }
  }

  /// Drops every thing that `isDuplicate` takes for the same as one before it that is kept.
  mutating func dropDuplicates(_ isDuplicate: (Element, Element) -> Bool) {
    var kept = 0
    for index in 0..<count where !slots[0..<kept].contains(where: { isDuplicate($0, slots[index]) }) {
      if kept != index { slots.swapAt(kept, index) }
      kept += 1
    }
    count = kept
  }
}
