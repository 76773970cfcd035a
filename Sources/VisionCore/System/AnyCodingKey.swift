/// A key of JSON, or of another decoder, that is known at run time only.
package struct AnyCodingKey: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(_ name: String) { stringValue = name }
  package init(stringLiteral name: String) { self.init(name) }
  package init(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { nil }
}
