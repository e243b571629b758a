/// Which files of one module hold a type: its declaration and its extensions.
///
/// It reads text, not meaning, and relies on the layout that is checked: declarations at the beginnings of lines, members four
/// columns behind them. Private declarations and extensions belong to their file and do not count.
struct TypeSpread {
    /// The files of each type, by its name as it is written.
    private(set) var files: [String: Set<String>] = [:]
    /// The types that are declared in the module.
    private(set) var declared: Set<String> = []

    /// - Parameter texts: the texts of a module's files by their paths below its folder.
    init(_ texts: [String: String]) {
        for (path, text) in texts {
            var block: Block?
            for line in text.split(separator: "\n") {
                if let opened = Block(opening: line) {
                    block = opened
                    if opened.isDeclaration { declared.insert(opened.type) }
                }
                block?.read(line)
                guard let read = block, line.hasPrefix("}") || line.hasSuffix("{}") && !line.hasPrefix(" ") else {
                    continue
                }
                if read.counts { files[read.type, default: []].insert(path) }
                block = nil
            }
        }
    }

    /// A declaration or an extension at the beginning of a line.
    private struct Block {
        let type: String
        let isDeclaration: Bool
        private var members = 0
        private var staticMembers = 0

        /// An extension that holds static members alone is an entry of a registry, such as a wire or a list of words.
        var counts: Bool { isDeclaration || members == 0 || members > staticMembers }

        init?(opening line: Substring) {
            guard let first = line.first, first.isLetter || first == "@" else { return nil }
            let words = line.split { !$0.isLetter && !$0.isNumber && !"._".contains($0) }
            let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "extension"]
            guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count,
                !words[..<kind].contains(where: { $0.hasSuffix("private") }), words[kind + 1].first?.isUppercase == true
            else { return nil }
            type = String(words[kind + 1])
            isDeclaration = words[kind] != "extension"
        }

        mutating func read(_ line: Substring) {
            guard line.hasPrefix("    "), let first = line.dropFirst(4).first, first.isLetter || first == "@" else {
                return
            }
            let head = line.prefix { !"(=:{\"".contains($0) }.split { !$0.isLetter }
            let kinds: Set<Substring> = [
                "var", "let", "func", "init", "subscript", "case", "struct", "class", "enum", "actor",
            ]
            guard head.contains(where: kinds.contains) else { return }
            members += 1
            if head.contains("static") { staticMembers += 1 }
        }
    }
}
