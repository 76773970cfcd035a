extension ObjectTracker {
  /// The ids of all tracked objects, with those out of sight.
  package var followedIDs: Set<Int> { Set(tracks.compactMap(\.trackingID)) }
}
