/// How many hands a task may look for.
package enum HandCount {
  /// From one hand to more than the palm detector finds in any image.
  package static let allowed = 1...64
}
