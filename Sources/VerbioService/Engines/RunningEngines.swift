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
    /// Who speaks when in the recording that was heard last.
    private let persons = Locked<(recording: String, persons: HeardPersons)?>(nil)

    /// Nil if another recording was heard since.
    func persons(of recording: String) -> HeardPersons? {
        persons.withLock { $0?.recording == recording ? $0?.persons : nil }
    }

    func keep(_ heard: HeardPersons, of recording: String) { persons.withLock { $0 = (recording, heard) } }

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
