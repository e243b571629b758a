import CurlHTTP
import Foundation
import HTTPTypes
import Language
import LocalEngines
import Plumbing
import Providers
import Testing
import VerbioTesting

// Part of the other suite because one of its tests ends all children of the process, which must not happen during these.
extension LocalWorkerTests {
    @Suite(.serialized, .timeLimit(.minutes(2))) struct LlamaServerTests {
        private let client = HTTPClient()

        private func configuration(_ standIn: borrowing StandInLlama) -> LlamaConfiguration {
            var worker = LocalWorkerSettings(dataDirectory: standIn.folder.path())
            worker.modelsDirectory = standIn.modelsDirectory
            worker.threads = 2
            var configuration = LlamaConfiguration(worker: worker)
            configuration.program = standIn.program
            return configuration
        }

        private func server(_ standIn: borrowing StandInLlama, time: TimeSource = .patient) throws -> LlamaServer {
            try LlamaServer.shared(standIn.model, configuration(standIn), among: LlamaServers(), time: time)
        }

        /// What the server answers, as its events say it.
        private func answer(_ server: LlamaServer) async throws -> String {
            try await server.call { [client] address in
                let body = #"{"messages": [{"role": "user", "content": "Hello there"}]}"#
                var request = ClientRequest(
                    .post, address.url + "/chat/completions", body: .bytes(Array(body.utf8)),
                    deadlines: Deadlines(
                        connect: .seconds(900), firstByte: .seconds(900), progress: .seconds(900), total: .seconds(900))
                )
                request.headers[.authorization] = "Bearer \(address.key)"
                do {
                    let bytes = try await client.send(request).body.collect()
                    let text = String(decoding: bytes, as: UTF8.self)
                    guard text.contains("[DONE]") else { throw Self.failure("cut") }
                    return text.matches(of: /"content": "([^"]*)"/).map { String($0.1) }.joined()
                } catch let failure as HTTPFailure {
                    throw Self.failure(failure.message)
                }
            }
        }

        /// The value of a task, while the clock goes on whenever so many sleepers wait for it.
        private func passing<Value: Sendable>(
            _ time: ManualTime, sleepers: Int, _ work: Task<Value, Never>
        ) async -> Value {
            let isOver = Locked(false)
            let watch = Task {
                _ = await work.value
                isOver.withLock { $0 = true }
            }
            while !isOver.withLock({ $0 }) {
                if time.sleeperCount >= sleepers { time.advance(by: .seconds(5)) }
                await Task.yield()
            }
            await watch.value
            return await work.value
        }

        private static func failure(_ message: String) -> ProviderError {
            ProviderError(.transient, stage: .translation, provider: "llama", message)
        }

        @Test(
            "Given a model, when the first call comes, then its server is started on the loopback address and answers")
        func start() async throws {
            let standIn = try StandInLlama(["echo"])
            let server = try server(standIn)
            #expect(standIn.starts().isEmpty)
            #expect(try await answer(server) == "HELLO THERE")
            #expect(try await answer(server) == "HELLO THERE")
            let start = try #require(standIn.starts().first)
            #expect(standIn.starts().count == 1)
            #expect(start.contains("-m \(standIn.file) --host 127.0.0.1 --port 0 -t 2 -c 4096 -np 1"))
            #expect(start.contains("--cache-ram 0") && start.contains("--offline"))
            #expect(!start.contains("--reasoning-budget"), "its help does not list that option")
        }

        @Test("Given a call with another key, when it reaches the server, then it is refused")
        func key() async throws {
            let standIn = try StandInLlama(["echo"])
            let status = try await server(standIn).call { [client] address in
                #expect(address.key.count > 30)
                let request = ClientRequest(.post, address.url + "/chat/completions", body: .bytes(Array("{}".utf8)))
                return try await client.send(request).status
            }
            #expect(status == 401)
        }

        @Test("Given a server that dies in the middle of an answer, when it is called again, then a new one answers")
        func death() async throws {
            let standIn = try StandInLlama(["half a long answer", "echo"])
            let server = try server(standIn)
            let error = await #expect(throws: ProviderError.self) { try await answer(server) }
            #expect(error?.failure == .transient && error?.message == "its server ended before it had answered")
            #expect(try await answer(server) == "HELLO THERE")
            #expect(Set(standIn.pids()).count == 2)
        }

        @Test("Given a server that died while it was idle, when it is called, then a new one answers at once")
        func idleDeath() async throws {
            let standIn = try StandInLlama(["echo"])
            let server = try server(standIn)
            _ = try await answer(server)
            let pid = try #require(standIn.pids().first)
            kill(pid, SIGKILL)
            await LivingProcess.waitForEnd(of: pid)
            // The end is noted a moment after it.
            var replies: [String] = []
            while replies.isEmpty { if let reply = try? await answer(server) { replies.append(reply) } }
            #expect(replies == ["HELLO THERE"] && standIn.pids().count == 2)
        }

        @Test(
            "Given a server that hangs, when it has made no progress for half a minute, then it is killed and replaced")
        func hanging() async throws {
            let standIn = try StandInLlama(["hang", "echo"])
            let time = ManualTime()
            let server = try server(standIn, time: time.source)
            await server.prepare()
            // The server that is idle has its own timer.
            let failed = Task { await #expect(throws: ProviderError.self) { try await answer(server) } }
            try await time.waitForSleepers(count: 2)
            await standIn.waitForOrders(left: 1)
            let pid = try #require(standIn.pids().first)
            let error = await passing(time, sleepers: 2, failed)
            #expect(error?.failure == .timeout && error?.message.contains("no progress for 30 s") == true)
            await LivingProcess.waitForEnd(of: pid)
            #expect(try await answer(server) == "HELLO THERE")
        }

        @Test("Given a server that hangs while it loads, when half a minute has passed, then it is killed")
        func hangingAtStart() async throws {
            let standIn = try StandInLlama(["hang-at-start", "echo"])
            let time = ManualTime()
            let server = try server(standIn, time: time.source)
            let failed = Task { await #expect(throws: ProviderError.self) { try await answer(server) } }
            await standIn.waitForOrders(left: 1)
            let pid = try #require(standIn.pids().first)
            let error = await passing(time, sleepers: 1, failed)
            #expect(
                error?.message == "its server made no progress for 30 s while it loaded the model")
            await LivingProcess.waitForEnd(of: pid)
            #expect(try await answer(server) == "HELLO THERE")
        }

        @Test(
            "Given a server without work, when its time has passed, then it is ended, and the next call starts another")
        func idle() async throws {
            let standIn = try StandInLlama(["echo"])
            let time = ManualTime()
            let server = try server(standIn, time: time.source)
            await server.prepare()
            let pid = try #require(standIn.pids().first)
            try await time.waitForSleepers(count: 1)
            time.advance(by: .seconds(299))
            #expect(LivingProcess.isAlive(pid))
            time.advance(by: .seconds(2))
            await LivingProcess.waitForEnd(of: pid)
            #expect(try await answer(server) == "HELLO THERE")
            #expect(standIn.pids().count == 2)
        }

        @Test("Given several conversations, when they call at once, then one server answers all of them")
        func sharing() async throws {
            let standIn = try StandInLlama(["echo"])
            let servers = LlamaServers()
            let configuration = configuration(standIn)
            let answers = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 1...6 {
                    let server = try LlamaServer.shared(standIn.model, configuration, among: servers, time: .patient)
                    group.addTask { try await answer(server) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers == Array(repeating: "HELLO THERE", count: 6))
            #expect(standIn.starts().count == 1)
        }

        @Test("Given two models, when both are called, then each has its own server")
        func twoModels() async throws {
            let standIn = try StandInLlama(["answer one"])
            try standIn.add("other", ["answer two"])
            let servers = LlamaServers()
            let configuration = configuration(standIn)
            let one = try LlamaServer.shared(standIn.model, configuration, among: servers, time: .patient)
            let other = try LlamaServer.shared("llama-other", configuration, among: servers, time: .patient)
            #expect(try await answer(one) == "one")
            #expect(try await answer(other) == "two")
            #expect(other.model == "other")
            let pids = standIn.pids() + standIn.pids(of: "other")
            #expect(Set(pids).count == 2 && pids.allSatisfy(LivingProcess.isAlive))
        }

        @Test(
            "Given a call that is cancelled while the model loads, when another comes, then it gets the loaded server")
        func cancelledStart() async throws {
            let standIn = try StandInLlama(["wait-at-start", "echo"])
            let server = try server(standIn)
            let first = Task { try await answer(server) }
            await standIn.waitForStarts(1)
            first.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
            try standIn.goOn()
            #expect(try await answer(server) == "HELLO THERE")
            #expect(standIn.starts().count == 1)
        }

        @Test("Given a call that is cancelled while the server works, when another comes, then it is answered")
        func cancelledWork() async throws {
            let standIn = try StandInLlama(["wait", "echo"])
            let server = try server(standIn)
            let first = Task { try await answer(server) }
            await standIn.waitForRequests(1)
            first.cancel()
            await #expect(throws: (any Error).self) { try await first.value }
            #expect(try await answer(server) == "HELLO THERE")
            #expect(standIn.starts().count == 1)
            try standIn.goOn()
        }

        @Test(
            "Given servers that failed three times in a row, when the next call comes, then none is started for a minute"
        )
        func restarts() async throws {
            let standIn = try StandInLlama(["die-at-start", "die-at-start", "die", "echo"])
            let time = ManualTime()
            let server = try server(standIn, time: time.source)
            let first = await #expect(throws: ProviderError.self) { try await answer(server) }
            #expect(first?.failure == .transient)
            #expect(first?.message == "its server ended while it loaded the model (srv: failed to load model)")
            for _ in 1...2 { await #expect(throws: ProviderError.self) { try await answer(server) } }
            let error = await #expect(throws: ProviderError.self) { try await answer(server) }
            #expect(error?.failure == .unavailable && standIn.starts().count == 3)
            time.advance(by: .seconds(61))
            #expect(try await answer(server) == "HELLO THERE")
        }

        @Test("Given the last user of a server, when it leaves, then the server ends")
        func release() async throws {
            let standIn = try StandInLlama(["echo"])
            var pid: Int32 = 0
            do {
                let server = try server(standIn)
                _ = try await answer(server)
                pid = try #require(standIn.pids().first)
            }
            await LivingProcess.waitForEnd(of: pid)
        }

        @Test(
            "Given a limit of memory, when the model needs more, then no server is started and the failure says how much"
        )
        func memory() throws {
            let standIn = try StandInLlama(["echo"])
            var configuration = configuration(standIn)
            configuration.memoryLimit = 300 << 20
            let error = #expect(throws: ProviderError.self) {
                try LlamaServer.shared(standIn.model, configuration, among: LlamaServers(), time: .patient)
            }
            #expect(error?.failure == .unavailable)
            #expect(error?.message == "its model needs about 0.4 GB of memory, and local.memory allows 0.3 GB")
            #expect(error?.cure?.contains("raise local.memory") == true)
            #expect(standIn.starts().isEmpty)
        }

        @Test(
            "Given a model that was changed since its installation, when it is called, then it is reported as damaged")
        func damaged() async throws {
            let standIn = try StandInLlama(["echo"])
            let record = """
                {"name": "llama-stand-in", "licence": "", "notice": "", "files": [], "samples": {"model.gguf": "other"}}
                """
            let folder = standIn.modelsDirectory + "/llama-stand-in"
            try Data(record.utf8).write(to: URL(filePath: folder + "/verbio-model.json"))
            let error = await #expect(throws: ProviderError.self) { try await answer(server(standIn)) }
            #expect(error?.message == "its model llama-stand-in is damaged (model.gguf)")
            #expect(error?.cure == "run 'verbio models install --again llama-stand-in'")
        }

        @Test("Given no program, when a model is named, then one sentence says how to get it")
        func noProgram() throws {
            let standIn = try StandInLlama(["echo"])
            var configuration = configuration(standIn)
            configuration.program = "llama-server"
            configuration.searchPath = SearchPath([])
            let error = #expect(throws: ProviderError.self) {
                try LlamaServer.shared(standIn.model, configuration, among: LlamaServers(), time: .patient)
            }
            #expect(
                error?.message
                    == "it lacks llama.cpp's server (llama-server is not on the PATH, and local.llama-server names none)"
            )
            #expect(error?.cure?.contains("local.llama-server") == true)
        }

        @Test("Given a program that is no server, when it is called, then the failure names it")
        func otherProgram() async throws {
            let standIn = try StandInLlama(["echo"])
            var configuration = configuration(standIn)
            configuration.program = "/bin/false"
            let server = try LlamaServer.shared(standIn.model, configuration, among: LlamaServers(), time: .patient)
            let error = await #expect(throws: ProviderError.self) { try await answer(server) }
            #expect(error?.failure == .unavailable && error?.message == "/bin/false ended with status 1")
        }
    }
}
