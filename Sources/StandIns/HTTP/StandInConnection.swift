internal import Glibc
internal import NIOCore
internal import NIOSSL

/// One connection of a stand-in, from its first byte to its end.
struct StandInConnection: Sendable {
    private let connection: NIOAsyncChannel<ByteBuffer, Never>
    private let limits: StandInServer.Limits
    private let log: StandInLog
    private let script: StandInServer.Script
    private let number: Int

    /// The state of the connection when it ended, for the record of departures.
    private struct Progress {
        var moment: StandInServer.Departure.Moment?
        var written = 0
        /// Whether this side ended the connection.
        var isEndedHere = false
    }

    init(
        _ connection: NIOAsyncChannel<ByteBuffer, Never>, limits: StandInServer.Limits, log: StandInLog,
        script: @escaping StandInServer.Script
    ) {
        self.connection = connection
        self.limits = limits
        self.log = log
        self.script = script
        number = log.update { record in
            record.connections += 1
            return record.connections - 1
        }
    }

    /// Serves until either side ends the connection or the task is cancelled.
    func run() async {
        let channel = connection.channel
        await withTaskCancellationHandler {
            try? await connection.executeThenClose { inbound in
                await withDiscardingTaskGroup { group in
                    group.addTask {
                        await serve(inbound)
                        // The connection is closed properly if the answer has not asked for anything else.
                        channel.close(promise: nil)
                    }
                    // The departure of a client is noticed here, whatever the answer waits for.
                    try? await channel.closeFuture.get()
                    group.cancelAll()
                }
            }
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    private func serve(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async {
        var progress = Progress()
        do {
            guard number < limits.connections else {
                throw StandInProblem("more than \(limits.connections) connections were opened")
            }
            var input = inbound.makeAsyncIterator()
            var reader = RequestReader(.init(head: limits.head, body: limits.body))
            while let request = try await next(&reader, &input, &progress) {
                progress.moment = .answer
                let answer = try await script(request)
                try await give(answer, &progress)
                if progress.isEndedHere { return }
                progress = Progress()
            }
        } catch let problem as StandInProblem {
            log.update { $0.problems.append(problem) }
            progress.isEndedHere = true
        } catch  where Task.isCancelled || error is ChannelError || error is IOError || error is NIOSSLError {
            // The client is gone or does not trust the certificate, or the stand-in ends. The code below reports that.
        } catch {
            log.update { $0.problems.append(StandInProblem("the script failed: \(error)")) }
            progress.isEndedHere = true
        }
        if let moment = progress.moment, !progress.isEndedHere {
            let departure = StandInServer.Departure(connection: number, moment: moment, written: progress.written)
            log.update { if !$0.isOver { $0.departures.append(departure) } }
        }
    }

    /// The next complete request; nil once the client has ended the connection.
    private func next(
        _ reader: inout RequestReader, _ input: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        _ progress: inout Progress
    ) async throws -> RecordedRequest? {
        while true {
            switch try reader.next() {
            case .request(let request): return try record(request)
            case .expectation:
                try await write([ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")])
            case nil:
                if reader.isWithinRequest { progress.moment = .request }
                guard let bytes = try await input.next(isolation: #isolation) else { return nil }
                reader.add(bytes.readableBytesView)
            }
        }
    }

    private func record(_ request: RecordedRequest) throws -> RecordedRequest {
        try log.update { record in
            guard record.requests.count < limits.requests else {
                throw StandInProblem("more than \(limits.requests) requests came")
            }
            var request = request
            request.connection = number
            request.index = record.requests.count
            record.requests.append(request)
            return request
        }
    }

    private func give(_ answer: StandInAnswer, _ progress: inout Progress) async throws {
        // Several pieces are handed to the other thread together, because the change of threads takes time. Each is still
        // written by itself. If an answer has a pace, each piece is written at once.
        let most = answer.pace == nil ? 256 : 1
        var batch: [ByteBuffer] = []
        var size = 0
        for piece in StandInAnswer.PieceSequence(answer) {
            try await answer.pace?(progress.written)
            batch.append(ByteBuffer(bytes: piece))
            size += piece.count
            if batch.count == most || size >= 1 << 16 {
                try await write(batch)
                progress.written += size
                batch = []
                size = 0
            }
        }
        try await write(batch)
        progress.written += size
        switch answer.ending {
        case .keepOpen: break
        case .close: progress.isEndedHere = true
        case .reset:
            progress.isEndedHere = true
            // Without time to linger, closing sends a reset instead of an end.
            if let options = connection.channel as? any SocketOptionProvider {
                try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
        case .hang:
            // The stream never yields; the loop ends when the connection's task is cancelled.
            for await _ in AsyncStream(Void.self, { _ in }) {}
            try Task.checkCancellation()
        }
    }

    /// Returns once the system has taken the bytes.
    private func write(_ pieces: [ByteBuffer]) async throws {
        try Task.checkCancellation()
        let channel = connection.channel
        try await channel.eventLoop.flatSubmit {
            var written = channel.eventLoop.makeSucceededVoidFuture()
            // Writes end in their order, so the last one stands for all.
            for piece in pieces { written = channel.writeAndFlush(piece) }
            return written
        }.get()
    }
}
