/// Rows and columns of a tensor with a batch of 1.
package struct SpatialSize: Sendable, Hashable {
  package var height: Int
  package var width: Int

  package init(height: Int, width: Int) {
    self.height = height
    self.width = width
  }
}
