/// What several visitors wait for. They take turns: the next element is of the visitor whose turn is longest ago, and the oldest
/// of that visitor's.
struct FairQueue<Element> {
  /// The visitors who wait for something, the next one first.
  private var turns: [String] = []
  private var elements: [String: [Element]] = [:]

  var isEmpty: Bool { turns.isEmpty }

  /// Adds an element behind the visitor's others.
  mutating func append(_ element: Element, for visitor: String) {
    if elements[visitor] == nil { turns.append(visitor) }
    elements[visitor, default: []].append(element)
  }

  /// The next element of the visitors who may go; it stays in the queue.
  func next(where mayGo: (String, Element) -> Bool) -> (visitor: String, element: Element)? {
    for visitor in turns {
      if let element = elements[visitor]?.first, mayGo(visitor, element) { return (visitor, element) }
    }
    return nil
  }

  /// Takes out a visitor's oldest element and puts the visitor at the end of the turns.
  mutating func removeFirst(of visitor: String) {
    guard var own = elements[visitor], !own.isEmpty else { return }
    own.removeFirst()
    turns.removeAll { $0 == visitor }
    elements[visitor] = own.isEmpty ? nil : own
    if !own.isEmpty { turns.append(visitor) }
  }

  /// Takes out an element wherever it waits; nil when it does not.
  mutating func remove(of visitor: String, where isWanted: (Element) -> Bool) -> Element? {
    guard var own = elements[visitor], let place = own.firstIndex(where: isWanted) else { return nil }
    let element = own.remove(at: place)
    elements[visitor] = own.isEmpty ? nil : own
    if own.isEmpty { turns.removeAll { $0 == visitor } }
    return element
  }
}
