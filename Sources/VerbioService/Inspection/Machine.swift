internal import FoundationEssentials
package import Plumbing

/// What this machine has for local engines.
package struct Machine: Sendable, Hashable {
    /// Processor cores that this process may use.
    package var cores: Int
    /// Bytes of memory; nil if the machine does not tell.
    package var memory: Int64?
    package var disk: DiskSpace
    /// Whether NVIDIA's driver is loaded.
    package var hasGPU: Bool

    /// - Parameter folder: where models and conversations are kept. It need not exist.
    package init(storingAt folder: String) {
        cores = ProcessInfo.processInfo.activeProcessorCount
        memory = Int64(exactly: ProcessInfo.processInfo.physicalMemory).flatMap { $0 > 0 ? $0 : nil }
        disk = DiskSpace(at: folder)
        hasGPU = FileManager.default.fileExists(atPath: "/proc/driver/nvidia/version")
    }

    /// `2 cores, 24 GB of memory, 48 GB of disk free, no NVIDIA GPU`.
    package var told: String {
        [
            cores == 1 ? "1 core" : "\(cores) cores", memory.map { "\(Self.gigabytes($0)) of memory" },
            "\(Self.gigabytes(disk.free)) of disk free", hasGPU ? "an NVIDIA GPU" : "no NVIDIA GPU",
        ].compactMap(\.self).joined(separator: ", ")
    }

    private static func gigabytes(_ bytes: Int64) -> String {
        bytes < 10_000_000_000 ? "\(bytes / 1_000_000) MB" : "\(bytes / 1_000_000_000) GB"
    }

    /// The Whisper model that suits the machine: larger ones are several times slower.
    ///
    /// `base` recognizes speech at several times its own pace with two cores. `small` needs about three times the computing and
    /// `large-v3-turbo` about ten times, by the sizes of their networks; neither was measured by this project.
    package var recognizer: String {
        let memory = memory ?? 0
        if hasGPU, memory >= 8_000_000_000 { return "large-v3-turbo" }
        return cores >= 8 && memory >= 8_000_000_000 ? "small" : "base"
    }
}
