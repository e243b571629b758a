internal import Glibc

/// How the processes with local neural models are run. They are Python with CTranslate2.
public struct LocalWorkerSettings: Sendable, Hashable {
    public enum Device: String, Sendable, Hashable, CaseIterable {
        /// A GPU if CTranslate2 finds one, else the processor.
        case auto
        case cpu
        case cuda
    }

    /// The Python interpreter of a virtual environment that has CTranslate2 and numpy.
    public var python: String
    /// The folder that holds a folder for each model.
    public var modelsDirectory: String
    public var device = Device.auto
    /// Threads of computation over all processes; at least 1.
    public var threads: Int
    /// How long a process is kept without work.
    public var idleLimit = Duration.seconds(300)
    /// Bytes of memory that one process may allocate; nil for no limit.
    public var memoryLimit: Int?

    /// - Parameter dataDirectory: Verbio's data folder, `~/.local/share/verbio` by default.
    public init(dataDirectory: String) {
        python = dataDirectory + "/engines/ct2/bin/python3"
        modelsDirectory = dataDirectory + "/models"
        threads = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }
}
