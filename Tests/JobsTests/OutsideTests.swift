import CurlHTTP
import HTTPTypes
import Jobs
import Plumbing
import StandIns
import Testing
import VerbioTesting

@Suite("Addresses outside", .serialized)
struct OutsideTests {
    @Test(
        "given an address, then it is public or not as IANA's registries have it",
        arguments: [
            ("8.8.8.8", true), ("1.1.1.1", true), ("172.32.0.1", true), ("172.15.255.255", true), ("100.128.0.1", true),
            ("0.0.0.0", false), ("10.1.2.3", false), ("100.64.0.1", false), ("127.9.9.9", false),
            ("169.254.169.254", false), ("172.16.0.1", false), ("172.31.255.255", false), ("192.0.0.8", false),
            ("192.0.2.1", false), ("192.168.1.1", false), ("198.18.0.1", false), ("198.51.100.7", false),
            ("203.0.113.7", false), ("224.0.0.1", false), ("255.255.255.255", false),
            ("2606:4700:4700::1111", true), ("[2a00:1450::1]", true), ("::ffff:8.8.8.8", true), ("::", false),
            ("::1", false), ("::ffff:127.0.0.1", false), ("fe80::1", false), ("fe80::1%eth0", false),
            ("fc00::1", false),
            ("fd12::1", false), ("ff02::1", false), ("2001::1", false), ("2001:db8::1", false),
            ("2002:7f00:1::", false),
            ("64:ff9b::7f00:1", false), ("3fff::1", false),
        ])
    func addresses(text: String, isPublic: Bool) { #expect(PublicAddress.isPublic(text) == isPublic) }

    @Test("given no address, then it is neither")
    func names() {
        for text in ["example.com", "", "1.2.3", "[::1", "::g"] { #expect(PublicAddress.isPublic(text) == nil) }
    }

    @Test("given a name of this machine, when only public addresses are reached, then no connection is opened")
    func resolved() async throws {
        try await withStandIn(.empty()) { server in
            var configuration = HTTPClientConfiguration()
            configuration.reachesPublicOnly = true
            let client = HTTPClient(configuration: configuration)
            for host in ["localhost", "127.0.0.1", "[::1]"] {
                do {
                    _ = try await client.send(ClientRequest(.get, "http://\(host):\(server.port)/"))
                    Issue.record("\(host) was reached")
                } catch let failure as HTTPFailure {
                    #expect(failure.kind == .connection && failure.message == "\(host) has a private address")
                }
            }
            #expect(server.connectionCount == 0)
            let open = HTTPClient()
            #expect(try await open.send(ClientRequest(.get, "http://localhost:\(server.port)/")).status == 200)
        }
    }

    @Test("given a list of hosts, then a host is on it by its name, by the name above it, or as one of all")
    func lists() throws {
        let list = try HostList(["Example.com", "*.a.example", "[::1]"], of: "x")
        for host in ["example.com", "[::1]"] { #expect(list.entry(of: host) == .named) }
        for host in ["b.a.example", "c.b.a.example"] { #expect(list.entry(of: host) == .below) }
        for host in ["www.example.com", "a.example", "xa.example", "example.com."] {
            #expect(list.entry(of: host) == nil)
        }
        #expect(try HostList(["*"], of: "x").entry(of: "anything.example") == .anyPublic)
        for text in ["https://example.com", "example.com:80", "", "a b", "*.", "a.*"] {
            #expect(throws: Problem.self) { try HostList([text], of: "x") }
        }
    }

    @Test("given a host below a listed name, when only public ones are trusted, then a private address is not reached")
    func below() async throws {
        try await withStandIn(.empty()) { server in
            let list = try HostList(["*.localhost", "*.0.0.1", "localhost"], of: "x")
            let strict = OutsideClient(listed: list, below: .publicOnly)
            // Both names are below a listed one: one is an address, and one leads to this machine.
            for (host, code) in [("127.0.0.1", "url.private"), ("a.localhost", "url.private")] {
                let url = "http://\(host):\(server.port)/"
                do {
                    try strict.check(url, named: "url")
                    Issue.record("\(host) is allowed")
                } catch {
                    #expect((error as? Problem)?.code == code)
                }
                await #expect(throws: (any Error).self) { _ = try await strict.send(ClientRequest(.get, url)) }
            }
            #expect(server.connectionCount == 0)
            // A public one needs no TLS, and a host that is listed itself may be anywhere.
            try strict.check("http://8.0.0.1/", named: "url")
            let own = "http://localhost:\(server.port)/"
            try strict.check(own, named: "url")
            #expect(try await strict.send(ClientRequest(.get, own)).status == 200)
            // Callbacks are sent to whatever the operator lists.
            let callbacks = OutsideClient(listed: list)
            #expect(try await callbacks.send(ClientRequest(.get, "http://127.0.0.1:\(server.port)/")).status == 200)
        }
    }

    @Test("given a secret of a guide, when a body is signed, then the signature is what any HMAC-SHA256 gives")
    func signature() {
        let signer = CallbackSigner(secret: "whsec")
        // printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec
        let wanted = "t=1700000000,v1=7d44587dddbaf4c7f70fef20f48cd594834ffea1641e3ac227b84408298738af"
        #expect(signer.signature(of: Array("{}".utf8), at: 1_700_000_000) == wanted)
    }
}
