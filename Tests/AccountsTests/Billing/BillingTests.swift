import Accounts
import Foundation
import Plumbing
import SwiftASN1
import Testing
import VerbioTesting

@Suite("Billing", .timeLimit(.minutes(2)))
struct BillingTests {
    private func permutations<Element>(_ all: [Element]) -> [[Element]] {
        guard all.count > 1 else { return [all] }
        return all.indices.flatMap { index in
            var rest = all
            let one = rest.remove(at: index)
            return permutations(rest).map { [one] + $0 }
        }
    }

    @Test("Given the events of a subscription, when they come in any order and twice, then the last one decides")
    func anyOrder() async throws {
        for order in permutations([0, 1, 2, 3]) {
            let place = try BillingPlace()
            let id = try await place.directory.signIn(.ada).account.id
            let (now, end) = (place.now, place.now + 30 * 86_400)
            let events = [
                try place.stripe(
                    "evt_0", "checkout.session.completed", at: now,
                    #"{"id":"cs_1","subscription":"sub_1","client_reference_id":"\#(id)"}"#),
                try place.stripe(
                    "evt_1", "customer.subscription.created", at: now + 1,
                    BillingPlace.subscription("pro.monthly", until: end)),
                try place.stripe(
                    "evt_2", "customer.subscription.updated", at: now + 2,
                    BillingPlace.subscription("premium.monthly", until: end)),
                try place.stripe(
                    "evt_3", "customer.subscription.updated", at: now + 3,
                    BillingPlace.subscription("pro.monthly", status: "past_due", until: end)),
            ]
            for index in order + order { try await place.billing.take(events[index]) }
            #expect(try await place.tier(of: id) == "pro", "\(order)")
            let last = try place.stripe(
                "evt_4", "customer.subscription.deleted", at: now + 4,
                BillingPlace.subscription("pro.monthly", status: "canceled", until: end))
            #expect(try await place.billing.take(last) == [id])
            for event in events { #expect(try await place.billing.take(event).isEmpty) }
            #expect(try await place.tier(of: id) == "free", "\(order)")
            #expect(try await AuditLog.firstDamage(in: place.store) == nil)
        }
    }

    @Test("Given events of one second, when they come in any order, then the end counts most and the beginning least")
    func sameSecond() async throws {
        for order in permutations([0, 1, 2]) {
            let place = try BillingPlace()
            let id = try await place.directory.signIn(.ada).account.id
            let (now, end) = (place.now, place.now + 30 * 86_400)
            let events = [
                try place.stripe(
                    "evt_0", "customer.subscription.created", at: now,
                    BillingPlace.subscription("pro.monthly", status: "incomplete", until: end, account: id)),
                try place.stripe(
                    "evt_1", "customer.subscription.updated", at: now,
                    BillingPlace.subscription("premium.monthly", until: end, account: id)),
                try place.stripe(
                    "evt_2", "customer.subscription.deleted", at: now,
                    BillingPlace.subscription("premium.monthly", status: "canceled", until: end, account: id)),
            ]
            for index in order where index < 2 { try await place.billing.take(events[index]) }
            #expect(try await place.tier(of: id) == "premium", "\(order)")
            let other = try BillingPlace()
            let twin = try await other.directory.signIn(.ada).account.id
            for index in order {
                var event = events[index]
                event.owner = .account(twin)
                try await other.billing.take(event)
            }
            #expect(try await other.tier(of: twin) == "free", "\(order)")
        }
    }

    @Test(
        "Given a subscription that goes over to another account, when notices come late, then the last owner alone has the tier"
    )
    func changesOwners() async throws {
        let place = try BillingPlace()
        let ada = try await place.directory.signIn(.ada).account.id
        let eve = try await place.directory.signIn(Identity(issuer: "https://i.example.com", subject: "eve")).account.id
        let (now, end) = (place.now, place.now + 30 * 86_400)
        func take(_ id: String, at time: Int64, of account: AccountID) async throws -> [AccountID] {
            try await place.billing.take(
                try place.stripe(
                    id, "customer.subscription.updated", at: time,
                    BillingPlace.subscription("pro.monthly", until: end, account: account)))
        }
        #expect(try await take("evt_1", at: now + 1, of: ada) == [ada])
        #expect(try await take("evt_3", at: now + 3, of: eve) == [eve, ada])
        #expect(try await place.tier(of: ada) == "free")
        #expect(try await place.tier(of: eve) == "pro")
        #expect(try await take("evt_2", at: now + 2, of: ada).isEmpty)
        // A checkout says whose it is, and not what was bought.
        let checkout = try place.stripe(
            "evt_5", "checkout.session.completed", at: now + 5,
            #"{"id":"cs_1","subscription":"sub_1","client_reference_id":"\#(ada)"}"#)
        #expect(try await place.billing.take(checkout) == [ada, eve])
        #expect(try await take("evt_4", at: now + 4, of: eve).isEmpty)
        #expect(try await place.tier(of: ada) == "pro")
        #expect(try await place.tier(of: eve) == "free")
    }

    @Test("Given a trial, when it is longer than the product allows or no renewal comes, then the tier ends by itself")
    func ends() async throws {
        let place = try BillingPlace()
        let id = try await place.directory.signIn(.ada).account.id
        let trial = BillingPlace.subscription(
            "pro.yearly", status: "trialing", until: place.now + 60 * 86_400, account: id)
        try await place.billing.take(try place.stripe("evt_1", "customer.subscription.created", at: place.now, trial))
        #expect(try await place.tier(of: id) == "pro")
        place.place.time.advance(by: .seconds(8 * 86_400 - 1))
        #expect(try await place.billing.expire() == [])
        place.place.time.advance(by: .seconds(1))
        #expect(try await place.billing.expire() == [id])
        #expect(try await place.billing.expire() == [])
        #expect(try await place.tier(of: id) == "free")
        let paid = BillingPlace.subscription("pro.yearly", until: place.now + 365 * 86_400)
        #expect(
            try await place.billing.take(
                try place.stripe("evt_2", "customer.subscription.updated", at: place.now, paid)) == [id])
        #expect(try await place.tier(of: id) == "pro")
    }

    @Test(
        "Given a change of the secret and an erasure, when notices come, then subscriptions are found, and later forgotten"
    )
    func outlivesSecrets() async throws {
        let place = try BillingPlace()
        let id = try await place.directory.signIn(.ada).account.id
        let bought = BillingPlace.subscription("pro.monthly", until: place.now + 86_400, account: id)
        try await place.billing.take(try place.stripe("evt_1", "customer.subscription.created", at: place.now, bought))
        #expect(try place.place.storedBytes().range(of: Data("sub_1".utf8)) == nil)
        let old = try String(contentsOfFile: place.place.secretFile, encoding: .utf8)
        let new = Base64URL.encode((0..<32).map { UInt8($0) }) + "\n"
        try Data((new + old).utf8).write(to: URL(fileURLWithPath: place.place.secretFile))
        let both = try place.place.sealing()
        _ = try await Resealing(store: place.store, sealing: both).run()
        try Data(new.utf8).write(to: URL(fileURLWithPath: place.place.secretFile))
        let next = try Billing(
            place.billing.plan, store: place.store, sealing: try place.place.sealing(),
            tiers: try TierCatalogue.builtIn(), time: place.place.time.source)
        let ended = BillingPlace.subscription("pro.monthly", status: "canceled", until: place.now)
        let last = try place.stripe("evt_2", "customer.subscription.deleted", at: place.now + 1, ended)
        #expect(try await next.take(last) == [id])
        let erasure = Erasure(store: place.store, sealing: try place.place.sealing(), time: place.place.time.source) {
            _ in
        }
        try await erasure.begin(id)
        let late = try place.stripe("evt_3", "customer.subscription.updated", at: place.now + 2, bought)
        #expect(try await next.take(late).isEmpty)
        _ = try await erasure.finish(id)
        #expect(try await place.store.read { try $0.subscriptions(after: [], limit: 9).isEmpty })
    }

    @Test("Given a guest who has paid, when the guest signs in to an account, then that has the subscription")
    func movesSubscriptions() async throws {
        let place = try BillingPlace()
        let directory = AccountDirectory(
            store: place.store, sealing: try place.place.sealing(), time: place.place.time.source
        ) { id, now, tables in _ = try place.billing.settle(id, "guest", at: now, in: tables) }
        let known = try await directory.signIn(.ada).account.id
        let guest = try await directory.makeGuest().id
        let token = try await place.billing.purchaseToken(of: guest)
        let bought = BillingPlace.subscription("pro.monthly", until: place.now + 86_400, account: guest)
        try await place.billing.take(try place.stripe("evt_1", "customer.subscription.created", at: place.now, bought))
        let signIn = try await directory.signIn(.ada, guest: guest)
        #expect(signIn.account.id == known && signIn.account.tier == "pro")
        #expect(try await place.store.read { try $0.account(ofPurchaseToken: token) } == known)
        let ended = BillingPlace.subscription("pro.monthly", status: "canceled", until: place.now)
        let last = try place.stripe("evt_2", "customer.subscription.deleted", at: place.now + 1, ended)
        #expect(try await place.billing.take(last) == [known])
        #expect(try await directory.account(known)?.tier == "free")
    }

    @Test("Given an event of Stripe, when its signature is wrong, old or for another body, then it is refused")
    func checksStripe() throws {
        let place = try BillingPlace()
        let notices = try #require(place.billing.stripe)
        let body = #"{"id":"evt","type":"ping","created":1,"data":{"object":{}}}"#
        let now = place.now
        let good = BillingPlace.signature(body, at: now)
        #expect(try notices.notice(Array(body.utf8), signature: good) == nil)
        #expect(
            try notices.notice(
                Array(body.utf8),
                signature:
                    "t=\(now),v1=\(String(repeating: "0", count: 64)),\(good.drop { $0 != "," }.dropFirst()),v0=x")
                == nil)
        let bad = [
            "", "t=\(now)", "v1=00", good + "0", good.replacing("v1=", with: "v0="),
            BillingPlace.signature(body, at: now, secret: "whsec_other"), BillingPlace.signature(body, at: now - 301),
            BillingPlace.signature(body, at: now + 301), BillingPlace.signature(body + " ", at: now),
            good.replacing("t=\(now)", with: "t=\(now + 1)"), "t=99999999999999999999,v1=00",
        ]
        for signature in bad {
            #expect(throws: BillingRefusal.signature) { try notices.notice(Array(body.utf8), signature: signature) }
        }
        for body in [
            "", "[]", "{}", #"{"id":"","type":"x","created":1,"data":{"object":{}}}"#,
            #"{"id":"e","type":"customer.subscription.updated","created":1,"data":{"object":{}}}"#,
        ] {
            #expect(throws: BillingRefusal.malformed) {
                try notices.notice(Array(body.utf8), signature: BillingPlace.signature(body, at: now))
            }
        }
    }

    @Test("Given a purchase in the App Store, when its notices come, then the tier follows them, and a refund ends it")
    func followsApple() async throws {
        let place = try BillingPlace()
        let id = try await place.directory.signIn(.ada).account.id
        let token = try await place.billing.purchaseToken(of: id)
        #expect(UUID(uuidString: token) != nil)
        #expect(try await place.billing.purchaseToken(of: id) == token)
        let notices = try #require(place.billing.apple)
        let (now, end) = (place.now, place.now + 30 * 86_400)
        func take(_ id: String, _ type: String, at time: Int64, product: String = "pro.monthly", more: String = "")
            async throws
        {
            let body = try place.chain.notice(
                id, type, at: time, product: product, token: token.uppercased(), until: end, more: more)
            try await place.billing.take(try #require(try await notices.notice(body)))
        }
        try await take("n2", "DID_CHANGE_RENEWAL_PREF", at: now + 2, product: "premium.monthly")
        #expect(try await place.tier(of: id) == "premium")
        try await take("n1", "SUBSCRIBED", at: now + 1)
        #expect(try await place.tier(of: id) == "premium")
        try await take(
            "n4", "REFUND", at: now + 4, product: "premium.monthly", more: #","revocationDate":\#(now * 1_000)"#)
        try await take("n3", "DID_RENEW", at: now + 3)
        #expect(try await place.tier(of: id) == "free")
        try await take("n5", "DID_RENEW", at: now + 5)
        #expect(try await place.tier(of: id) == "pro")
    }

    @Test("Given a notice of the App Store, when its certificates or its application are others, then it is refused")
    func checksApple() async throws {
        let place = try BillingPlace()
        let notices = try #require(place.billing.apple)
        let (now, end) = (place.now, place.now + 86_400)
        func refused(_ refusal: BillingRefusal, _ body: [UInt8], at line: SourceLocation = #_sourceLocation) async {
            await #expect(throws: refusal, sourceLocation: line) { try await notices.notice(body) }
        }
        let good = try place.chain.notice("n", "SUBSCRIBED", at: now, token: nil, until: end)
        #expect(try await notices.notice(good)?.subscription == "100")
        await refused(.signature, try Chain().notice("n", "SUBSCRIBED", at: now, token: nil, until: end))
        await refused(
            .foreign, try place.chain.notice("n", "SUBSCRIBED", at: now, token: nil, until: end, bundle: "com.evil"))
        await refused(
            .foreign, try place.chain.notice("n", "SUBSCRIBED", at: now, token: nil, until: end, environment: "Sandbox")
        )
        var changed = good
        changed[good.count - 6] = changed[good.count - 6] == 65 ? 66 : 65
        await refused(.signature, changed)
        await refused(.signature, Array(#"{"signedPayload":"a.b.c"}"#.utf8))
        await refused(.malformed, Array("{}".utf8))
        // A chain of the same root for another purpose.
        let plain = try Chain(isMarked: false)
        let other = try Billing(
            BillingPlan(
                products: ["p": .init(tier: "pro")],
                apple: .init(bundle: "com.verbio.app", root: plain.root.serializeAsPEM().pemString)),
            store: place.store, sealing: try place.place.sealing(), tiers: try TierCatalogue.builtIn())
        let unmarked = try plain.notice("n", "SUBSCRIBED", at: now, token: nil, until: end)
        await #expect(throws: BillingRefusal.signature) { try await other.apple?.notice(unmarked) }
        // Long after the certificates have ended, a notice signed then is refused.
        await refused(
            .signature, try place.chain.notice("n", "SUBSCRIBED", at: now + 30 * 365 * 86_400, token: nil, until: end))
    }

    @Test("Given the file of what is sold, when it is read, then products lead to tiers, and faults are named")
    func readsPlans() throws {
        let tiers = try TierCatalogue.builtIn()
        let root = try Chain().root.serializeAsPEM().pemString
        func plan(_ yaml: String) throws -> BillingPlan {
            try BillingPlan(yaml: yaml, at: "billing.yaml", tiers: tiers, environment: ["S": "whsec"]) { _ in root }
        }
        let text = try String(contentsOfFile: SpeechFixtures.packageRoot + "/config/billing.yaml", encoding: .utf8)
        let known = try plan(text.replacing("STRIPE_WEBHOOK_SECRET", with: "S"))
        #expect(known.products["com.verbio.app.premium.yearly"] == .init(tier: "premium", trialDays: 7))
        #expect(
            known.stripeSecret == "whsec" && known.apple?.bundle == "com.verbio.app"
                && known.apple?.allowsSandbox == false)
        for (yaml, part) in [
            ("a: { tier: gold }", "no tier 'gold'"), ("a: { trial-days: 7 }", "lacks tier"),
            ("a: { tier: pro, trial-days: 0 }", "1 to 365"), ("a: { tier: pro, x: 1 }", "no field 'x'"),
            ("stripe: { secret: X }", "the environment has no X"), ("stripe: { secret: S }", "no product"),
        ] {
            let problem = #expect(throws: Problem.self) { try plan(yaml) }
            #expect(problem?.description.contains(part) == true, "\(problem?.description ?? "")")
        }
    }
}
