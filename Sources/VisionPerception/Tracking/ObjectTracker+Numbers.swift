extension ObjectTracker {
  /// The numbers of all objects that are followed, those out of sight included.
  package var followedIDs: Set<Int> { Set(tracks.compactMap(\.trackingID)) }
}
