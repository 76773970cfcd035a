/// A round-robin queue over visitors: the next element is the oldest of the visitor served longest ago.
struct FairQueue<Element> {
  /// The visitors with queued elements, the next one first.
  private var turns: [String] = []
  private var elements: [String: [Element]] = [:]

  var isEmpty: Bool { turns.isEmpty }
  var count: Int { elements.values.reduce(0) { $0 + $1.count } }

  /// Appends an element to the visitor's own queue.
  mutating func append(_ element: Element, for visitor: String) {
    if elements[visitor] == nil { turns.append(visitor) }
    elements[visitor, default: []].append(element)
  }

  /// The first element, in turn order, that satisfies the predicate; it stays in the queue.
  func next(where isEligible: (String, Element) -> Bool) -> (visitor: String, element: Element)? {
    for visitor in turns {
      if let element = elements[visitor]?.first, isEligible(visitor, element) { return (visitor, element) }
    }
    return nil
  }

  /// Removes a visitor's oldest element and moves the visitor to the end of the order.
  mutating func removeFirst(of visitor: String) {
    guard var own = elements[visitor], !own.isEmpty else { return }
    own.removeFirst()
    turns.removeAll { $0 == visitor }
    elements[visitor] = own.isEmpty ? nil : own
    if !own.isEmpty { turns.append(visitor) }
  }

  /// Removes a visitor's first matching element; nil if there is none.
  mutating func remove(of visitor: String, where isWanted: (Element) -> Bool) -> Element? {
    guard var own = elements[visitor], let place = own.firstIndex(where: isWanted) else { return nil }
    let element = own.remove(at: place)
    elements[visitor] = own.isEmpty ? nil : own
    if own.isEmpty { turns.removeAll { $0 == visitor } }
    return element
  }
}
