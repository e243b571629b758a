import Access
import Conversations
import Coordination
import Plumbing
import Testing
import VerbioTesting

@Suite("Tickets") struct TicketBookTests {
    @Test("given a ticket, when it is used, then it opens for its principal once")
    func once() async throws {
        let book = TicketBook(LocalCoordination(time: ManualTime().source))
        let principal = Principal(
            identity: .key(id: "abc"), scope: .local, permissions: [.translate], limits: AccessLimits())
        let ticket = try #require(try await book.issue(for: principal))
        #expect(ticket.count == 52)
        #expect(try await book.redeem(ticket)?.principal == principal)
        #expect(try await book.redeem(ticket) == nil)
        #expect(try await book.redeem("") == nil)
    }

    @Test("given a ticket, when its time is over, then it does not open")
    func expires() async throws {
        let time = ManualTime()
        let book = TicketBook(LocalCoordination(time: time.source))
        let tickets = [try await book.issue(for: .local), try await book.issue(for: .local)].compactMap(\.self)
        time.advance(by: TicketBook.lifetime - .milliseconds(1))
        #expect(try await book.redeem(tickets[0])?.principal == .local)
        time.advance(by: .milliseconds(1))
        #expect(try await book.redeem(tickets[1]) == nil)
    }

    @Test(
        "given the limit of tickets, when one more is requested, then it is refused until others have expired")
    func bounded() async throws {
        let time = ManualTime()
        let book = TicketBook(LocalCoordination(time: time.source))
        for _ in 0..<TicketBook.most { #expect(try await book.issue(for: .local) != nil) }
        #expect(try await book.issue(for: .local) == nil)
        time.advance(by: TicketBook.lifetime)
        #expect(try await book.issue(for: .local) != nil)
    }

    @Test(
        "given a ticket that carries parameters, when it is used, then they come with it, and all tickets carry a bounded amount"
    )
    func parameters() async throws {
        let time = ManualTime()
        let book = TicketBook(LocalCoordination(time: time.source))
        let ticket = try #require(try await book.issue(for: .local, carrying: ["glossary": "Kestrel"]))
        #expect(try await book.redeem(ticket)?.parameters == ["glossary": "Kestrel"])
        let large = ["glossary": String(repeating: "x", count: 64 << 10)]
        var issued = 0
        while try await book.issue(for: .local, carrying: large) != nil { issued += 1 }
        #expect(issued == TicketBook.maximumBytes / ((64 << 10) + 8))
        #expect(try await book.issue(for: .local) != nil, "one that carries nothing has room")
        time.advance(by: TicketBook.lifetime)
        #expect(try await book.issue(for: .local, carrying: large) != nil)
    }
}
