import CurlHTTP
package import LocalModels

extension Assembly {
    package var modelFolder: ModelFolder { ModelFolder(dataPath() + "/models") }

    package var workerEnvironment: WorkerEnvironment {
        WorkerEnvironment(at: dataPath() + "/engines/ct2", environment: environment)
    }

    package func modelInstaller() throws -> ModelInstaller {
        ModelInstaller(
            folder: modelFolder, environment: workerEnvironment, variables: environment,
            client: HTTPClient(configuration: try RemoteProviders.clientConfiguration(self), time: time), time: time)
    }
}
