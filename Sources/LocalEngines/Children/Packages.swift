/// The commands that install Debian packages, and the versions of installed programs.
enum Packages {
    /// The command that installs packages; nil if there are none.
    static func installing(_ packages: [String]) -> String? {
        packages.isEmpty ? nil : "apt-get install \(packages.joined(separator: " "))"
    }

    /// The first part of a program's output that looks like a version: `1.51`, `3.8.3`, `2.2-current`.
    static func version(of program: String, _ option: String, _ searchPath: SearchPath) async -> String? {
        guard let path = program.contains("/") ? program : searchPath.find(program) else { return nil }
        var said: [UInt8] = []
        // The output counts, whatever the program's status: flite ends with 1.
        try? await ChildCommand(path: path, arguments: [option], searchPath: searchPath).run(limit: 64 * 1024) {
            said += $0
        }
        let words = String(decoding: said, as: UTF8.self).split { $0.isWhitespace || $0 == ":" }
        return words.lazy.map { word in word.drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." } }
            .first { $0.contains(".") && $0.last != "." }
            .map(String.init)
    }
}
