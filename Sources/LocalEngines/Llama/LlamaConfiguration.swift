internal import Glibc
internal import Plumbing

/// How llama.cpp's server is run for language models on this machine.
package struct LlamaConfiguration: Sendable, Hashable {
    /// The models that the settings name; empty for all that are installed. Only the engine's status depends on it.
    package var models: [String] = []
    /// The folder that holds a folder for each model.
    package var modelsDirectory: String
    /// The names of models in the catalogue, the best first.
    package var order: [String] = []
    /// The program: its path, or a name on the search path.
    package var program = "llama-server"
    package var searchPath = SearchPath.environment
    /// Threads of computation, at least 1.
    package var threads: Int
    /// The tokens of a prompt and its answer together. The server allocates its cache for them at its start.
    package var contextTokens = 4_096
    package var device = LocalWorkerSettings.Device.auto
    /// The bytes that the server may allocate; nil for as much as the machine has.
    package var memoryLimit: Int64?
    /// How long the server is kept without work.
    package var idleLimit: Duration

    package init(worker: LocalWorkerSettings) {
        modelsDirectory = worker.modelsDirectory
        threads = worker.threads
        device = worker.device
        memoryLimit = worker.memoryLimit
        idleLimit = worker.idleLimit
    }

    /// The limit of memory if it applies: a server that computes on a graphics card reserves addresses that it never uses.
    var usedLimit: Int64? { device == .cuda ? nil : memoryLimit }

    /// The names of the installed models, the best first.
    package var installed: [String] { LlamaModel.installed(in: modelsDirectory, order: order) }

    /// The path of the program; nil if it is not there.
    var programPath: String? {
        guard program.contains("/") else { return searchPath.find(program) }
        return FileFacts(program)?.isRegular == true && access(program, X_OK) == 0 ? program : nil
    }

    /// What is missing if there is no program.
    var missingProgram: String {
        program.contains("/")
            ? "llama.cpp's server (there is no \(program), which local.llama-server names)"
            : "llama.cpp's server (\(program) is not on the PATH, and local.llama-server names none)"
    }

    static let installing =
        "install llama.cpp so that llama-server is on the PATH, or set local.llama-server to its path"
}
