internal import CAssets
internal import Plumbing

/// The scenarios of `config/scenarios`, which are part of the program.
enum BuiltInScenarios {
    /// Their names, in alphabetical order.
    static var names: [String] { all.map(\.name).sorted() }

    /// The scenario of that name; nil if there is none.
    static func scenario(_ name: String) throws(Problem) -> Scenario? {
        guard let yaml = all.first(where: { $0.name == name })?.yaml else { return nil }
        return try Scenario(yaml: yaml, name: name, file: "\(name).yaml")
    }

    private static var all: [(name: String, yaml: String)] {
        var all: [(String, String)] = []
        var name: UnsafePointer<CChar>?
        var count = 0
        while let bytes = verbio_asset_scenario(all.count, &name, &count), let found = name {
            let yaml = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
            all.append((String(cString: found), yaml))
        }
        return all
    }
}
