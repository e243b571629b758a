/// The name of finished work: a hash of its input, stage, provider, parameters and context.
package struct ContentKey: RawRepresentable, Sendable, Hashable, Codable {
    package var rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
}
