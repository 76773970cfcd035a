extension ObjectTracker {
  /// The numbers of all objects that are followed, those out of sight included.
  package var followedIDs: Set<Int> { Set(tracks.compactMap(\.trackingID)) }

  /// A number for something that the caller follows itself; no object gets it.
  package mutating func reserveID() -> Int {
    defer { nextID += 1 }
    return nextID
  }
}
