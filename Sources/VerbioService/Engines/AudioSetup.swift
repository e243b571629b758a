import CurlHTTP
import Plumbing
import S3

/// The S3 store of the audio, with its address from the settings and its keys from the environment.
struct AudioSetup: Sendable {
    let run: RunSettings

    /// - Returns: nil if the settings name none.
    /// - Throws: `Problem` of kind `usage` for a wrong address or proxy, of kind `store` for missing keys.
    func store() throws(Problem) -> AudioStore? {
        guard let text = run.settings.text(.storeAudio) else { return nil }
        let address = try S3Address(text, setting: Setting.storeAudio.name, environment: run.environment)
        let credentials = try S3Credentials(run.environment)
        let configuration = try run.clientConfiguration()
        let time = run.time
        return AudioStore(address) {
            S3Bucket(
                address, credentials, client: { HTTPClient(configuration: configuration, time: time) }, time: time)
        }
    }
}
