import LocalEngines
import Plumbing

/// The engines of this machine that are in use, each made once, so that its workers keep their models for all recordings of a
/// run. A worker ends when it has been idle for a while, or with this object.
final class RunningEngines: Sendable {
    private struct Key: Hashable {
        var name: String
        var settings: LocalEngineSettings
    }

    private let engines = Locked<[Key: any Sendable]>([:])

    /// - Parameters:
    ///   - name: of the stage, the engine and its model.
    ///   - settings: of all engines of this machine. With other settings another engine is made.
    func engine<Engine: Sendable, Failure>(
        _ name: String, _ settings: LocalEngineSettings, make: () throws(Failure) -> Engine
    ) throws(Failure) -> Engine {
        let key = Key(name: name, settings: settings)
        if let known = engines.withLock({ $0[key] as? Engine }) { return known }
        let new = try make()
        return engines.withLock { engines in
            if let known = engines[key] as? Engine { return known }
            engines[key] = new
            return new
        }
    }
}
