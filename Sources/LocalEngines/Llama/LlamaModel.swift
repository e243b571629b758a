internal import Plumbing

/// One GGUF file: a model of the catalogue in its folder, or a file of the user's.
struct LlamaModel: Sendable, Hashable {
    /// Why a model cannot be used.
    struct Fault: Error, Hashable {
        /// One clause.
        var reason: String
        var cure: String
    }

    /// What the names of folders begin with: `llama-qwen2.5-coder-1.5b`.
    static let prefix = "llama-"

    /// The name without ``prefix``, or the path of the file if it was named by that.
    let name: String
    let file: String
    let header: GGUFHeader
    /// The size of the file, in bytes.
    let bytes: Int64

    var isOfUser: Bool { name.hasPrefix("/") }
    /// The folder of the file.
    var folder: String { String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]) }

    /// - Parameters:
    ///   - name: a folder's name with or without ``prefix``, or the path of a file or a folder.
    ///   - models: the folder that holds a folder for each model.
    init(_ name: String, in models: String) throws(Fault) {
        let isPath = name.hasPrefix("/")
        let short = name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : name
        self.name = isPath ? name : short
        let place = isPath ? name : "\(models)/\(Self.prefix)\(short)"
        let cure =
            isPath
            ? "name another GGUF file, or fetch this one again"
            : "run 'verbio models install --again \(Self.prefix)\(short)'"
        guard let facts = FileFacts(place) else {
            throw Fault(
                reason: "there is no \(place)",
                cure: isPath ? "name a GGUF file by its path" : "run 'verbio models install \(Self.prefix)\(short)'")
        }
        if facts.isDirectory {
            guard let found = FileFacts.names(in: place).first(where: { $0.hasSuffix(".gguf") }) else {
                throw Fault(reason: "\(place) has no .gguf file", cure: cure)
            }
            file = "\(place)/\(found)"
        } else {
            file = place
        }
        do throws(GGUFHeader.Fault) { header = try GGUFHeader(path: file) } catch {
            throw Fault(reason: "\(file) \(error.reason)", cure: cure)
        }
        bytes = FileFacts(file)?.size ?? 0
    }

    /// The names of the models in a folder of models, without ``prefix``. Their files are not read.
    ///
    /// - Parameter order: names with ``prefix``, the best first; other models come after them.
    static func installed(in models: String, order: [String] = []) -> [String] {
        let found = FileFacts.names(in: models).filter { name in
            name.hasPrefix(prefix) && FileFacts.names(in: "\(models)/\(name)").contains { $0.hasSuffix(".gguf") }
        }
        let known = order.filter(found.contains)
        return (known + found.filter { !known.contains($0) }).map { String($0.dropFirst(prefix.count)) }
    }
}
