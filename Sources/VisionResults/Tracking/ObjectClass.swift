/// The class that a detector assigned to an object.
public struct ObjectClass: Sendable, Hashable {
  /// The index in the detector's labels; any number may stand for "no class".
  public var index: Int
  /// The label; nil when the detector has none.
  public var name: String?
  /// The label in the reader's language; nil when the detector has none.
  public var displayName: String?

  /// Makes a class.
  ///
  /// - Parameters:
  ///   - index: The index in the detector's labels.
  ///   - name: The label.
  ///   - displayName: The label in the reader's language.
  public init(index: Int, name: String? = nil, displayName: String? = nil) {
    self.index = index
    self.name = name
    self.displayName = displayName
  }
}
