internal import Glibc

/// How the processes with local neural models are run. They are Python with CTranslate2.
public struct LocalWorkerSettings: Sendable, Hashable {
    public enum Device: String, Sendable, Hashable, CaseIterable {
        /// A GPU if CTranslate2 finds one, otherwise the processor.
        case auto
        case cpu
        case cuda
    }

    /// The Python interpreter of a virtual environment that has CTranslate2 and numpy.
    public var python: String
    /// The folder that holds a folder for each model.
    public var modelsDirectory: String
    public var device = Device.auto
    /// The number of threads of computation in all processes together; at least 1.
    public var threads: Int
    /// How long a process is kept without work.
    public var idleLimit = Duration.seconds(300)
    /// The bytes of memory that one process may allocate on a processor; if it is nil, ``standardMemory(weights:)``.
    public var memoryLimit: Int64?

    /// - Parameter dataDirectory: Verbio's data folder, `~/.local/share/verbio` by default.
    public init(dataDirectory: String) {
        python = dataDirectory + "/engines/ct2/bin/python3"
        modelsDirectory = dataDirectory + "/models"
        threads = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    /// The limit for a model with weights of this size.
    ///
    /// Whisper base (0.15 GB) allocates 1.3 GB of addresses, of which it uses 0.3 GB.
    static func standardMemory(weights: Int64) -> Int64 { (2 << 30) + 4 * weights }
}
