internal import Audio
internal import Plumbing

/// Lets a file get its name in a separate folder, where nothing else can be.
struct NewFile: OutputAdmission {
    func admit(_ path: String, as state: FileState, from partial: String) throws(Problem) -> Replacement { .nothing }
}
