import Plumbing
import Testing
import VerbioServer

@Suite(.timeLimit(.minutes(10)))
struct LoadTests {
    @Test("Given room for four translations, when twenty come at once, then four are served and the others get 503")
    func limit() async throws {
        let gate = Gate()
        let service = SampleService(hooks: .init(opening: { await gate.wait() }))
        let wav = try Recordings.wav(seconds: 3)
        try await withServer(service) { server in
            let answers = try await withThrowingTaskGroup(of: HTTPConnection.Answer.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await server.send("POST", "/api/translate?from=en&to=es", body: wav) }
                }
                var answers: [HTTPConnection.Answer] = []
                while let answer = try await group.next() {
                    answers.append(answer)
                    if answers.count == 16 { gate.open() }
                }
                return answers
            }
            for answer in answers.prefix(16) {
                #expect(answer.status == 503)
                #expect((1...5).contains(answer.fields["retry-after"].flatMap { Int($0) } ?? 0))
                let problem = try JSON.object(answer.body)
                #expect(problem["code"] as? String == "server.busy")
                #expect(
                    problem["detail"] as? String
                        == "4 translations are running, as many as may at once; try again in a moment")
            }
            for answer in answers.suffix(4) {
                #expect(answer.status == 200)
                #expect(try JSON.object(answer.body).utterances.count >= 1)
            }
            #expect(service.most == 4)
            #expect(try await server.send("POST", "/api/translate?from=en&to=es", body: wav).status == 200)
        }
    }
}
