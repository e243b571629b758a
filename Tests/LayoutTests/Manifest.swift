import Foundation

/// What `Package.swift` says of its targets, read as text.
struct Manifest {
    struct Target: Equatable {
        var name: String
        var isTest = false
        /// Targets of this package.
        var targets: Set<String> = []
        /// Products of other packages, with the packages' names.
        var products: [String: String] = [:]
    }

    /// The names of the packages that this one depends on, as in their addresses.
    let packages: Set<String>
    /// The targets of every build.
    let targets: [String: Target]
    /// The targets that are built only if a variable of the environment asks for them.
    let targetsOnRequest: Set<String>

    init(_ text: String) {
        let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        packages = Set(
            code.matches(of: /\.package\(\s*url: "[^"]*\/([^"\/]+)"/).map {
                $0.1.hasSuffix(".git") ? String($0.1.dropLast(4)) : String($0.1)
            })
        let parts = code.split(separator: /\nif Context\.environment/)
        let always = Self.targets(in: parts[0])
        targets = Dictionary(always.map { ($0.name, $0) }) { first, _ in first }
        targetsOnRequest = Set(parts.dropFirst().flatMap { Self.targets(in: $0) }.map(\.name))
    }

    /// The products of other packages that a target needs, through all targets below it.
    func products(below name: String) -> [String: String] {
        var found: [String: String] = [:]
        var seen: Set<String> = []
        var waiting = [name]
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted, let target = targets[next] else { continue }
            found.merge(target.products) { first, _ in first }
            waiting += target.targets
        }
        return found
    }

    // MARK: Reading

    private static func targets(in text: Substring) -> [Target] {
        text.matches(of: /(?:\s)(library|tests|\.target|\.testTarget|\.executableTarget)\(/).compactMap { match in
            let call = balanced(text[match.range.upperBound...])
            guard let name = call.firstMatch(of: /"([^"]+)"/)?.1 else { return nil }
            let isTest = match.1 == "tests" || match.1 == ".testTarget"
            var target = Target(name: match.1 == "tests" ? "\(name)Tests" : String(name), isTest: isTest)
            if match.1 == "tests" { target.targets = [String(name), "VerbioTesting"] }
            guard let open = call.firstIndex(of: "[") else { return target }
            let list = balanced(call[call.index(after: open)...])
            for product in list.matches(of: /\.product\(name: "([^"]+)", package: "([^"]+)"\)/) {
                let package = product.2.hasSuffix(".git") ? product.2.dropLast(4) : product.2
                target.products[String(product.1)] = String(package)
            }
            let rest = list.replacing(/\.product\([^)]*\)/, with: "")
            target.targets.formUnion(rest.matches(of: /"([^"]+)"/).map { String($0.1) })
            return target
        }
    }

    /// The text up to the bracket that closes what was opened before it.
    private static func balanced(_ text: Substring) -> Substring {
        var depth = 1
        for index in text.indices {
            switch text[index] {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            default: break
            }
            if depth == 0 { return text[..<index] }
        }
        return text
    }
}
