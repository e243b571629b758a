internal import CAssets
package import Plumbing

/// The tiers of a server, as `config/tiers.yaml` declares them.
package struct TierCatalogue: Sendable, Hashable {
    /// The most tiers in a file.
    package static let maximumTiers = 32

    /// In the order of the file; never empty.
    package let tiers: [Tier]

    /// The tier of new accounts.
    package var first: Tier { tiers[0] }

    /// `config/tiers.yaml`, which is part of the program.
    ///
    /// - Throws: ``Problem`` if that file is broken.
    package static func builtIn() throws(Problem) -> TierCatalogue {
        var count = 0
        let start = verbio_asset_tiers(&count)
        let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        return try TierCatalogue(yaml: text, at: "config/tiers.yaml")
    }

    /// - Parameters:
    ///   - yaml: a file of the form of `config/tiers.yaml`.
    ///   - path: its name, for errors.
    /// - Throws: ``Problem`` of kind `usage`, code `tiers.unreadable`, with the line.
    package init(yaml: String, at path: String) throws(Problem) {
        tiers = try TierReader(path: path).tiers(yaml)
    }

    /// - Throws: ``Problem`` of kind `usage`, code `tiers.unknown`, with the known names.
    package func tier(_ name: String) throws(Problem) -> Tier {
        if let tier = tiers.first(where: { $0.name == name }) { return tier }
        throw Problem(
            .usage, "tiers.unknown", "there is no tier '\(name.clipped(to: 40).printableOnOneLine)'",
            cure: "use one of: " + tiers.map(\.name).joined(separator: ", "))
    }

    /// The tier of an account. One that is not declared any more gives the rights of the first tier, and no more.
    package func rights(of name: String) -> Tier { tiers.first { $0.name == name } ?? first }
}
