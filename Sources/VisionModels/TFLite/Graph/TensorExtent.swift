/// Rows and columns of a tensor of one picture.
package struct TensorExtent: Sendable, Hashable {
  package var height: Int
  package var width: Int

  package init(height: Int, width: Int) {
    self.height = height
    self.width = width
  }
}
