/// Ways in which a model can be simplified.
package struct Simplifications: OptionSet, Sendable {
  package let rawValue: Int

  /// Channels that are the same number whatever the input are left out (`ConstantChannels`).
  package static let constantChannels = Simplifications(rawValue: 1)
  /// A convolution of single pixels comes before the enlarging of its data (`EarlyConvolution`).
  package static let earlyConvolutions = Simplifications(rawValue: 2)
  package static let all: Simplifications = [.constantChannels, .earlyConvolutions]

  package init(rawValue: Int) { self.rawValue = rawValue }
}
