/// An account as it is stored. All times are in milliseconds since 1970.
package struct AccountRow: Sendable, Hashable {
    package var id: AccountID
    package var created: Int64
    package var state: Account.State
    package var tier: String
    /// The hash by which its address is found; nil if it has none.
    package var emailLookup: [UInt8]?
    /// The address and the profile.
    package var sealed: [UInt8]

    package init(
        id: AccountID, created: Int64, state: Account.State, tier: String, emailLookup: [UInt8]?, sealed: [UInt8]
    ) {
        self.id = id
        self.created = created
        self.state = state
        self.tier = tier
        self.emailLookup = emailLookup
        self.sealed = sealed
    }
}

/// One way to sign in to an account.
package struct IdentityRow: Sendable, Hashable {
    /// The hash by which issuer and subject are found.
    package var lookup: [UInt8]
    package var account: AccountID
    /// Issuer and subject.
    package var sealed: [UInt8]

    package init(lookup: [UInt8], account: AccountID, sealed: [UInt8]) {
        self.lookup = lookup
        self.account = account
        self.sealed = sealed
    }
}

/// A grant that is still to be revoked at an issuer. The account that it was granted to is erased.
package struct RevocationRow: Sendable, Hashable {
    package var id: String
    /// When it is tried next.
    package var due: Int64
    /// How often it was tried.
    package var attempts: Int
    /// The issuer, the client and the token.
    package var sealed: [UInt8]

    package init(id: String, due: Int64, attempts: Int, sealed: [UInt8]) {
        self.id = id
        self.due = due
        self.attempts = attempts
        self.sealed = sealed
    }
}

/// What a store has said of one subscription.
package struct SubscriptionRow: Sendable, Hashable {
    /// The hash by which its name is found.
    package var lookup: [UInt8]
    /// Nil as long as no notice has named the owner.
    package var account: AccountID?
    /// Nil if its product leads to no tier.
    package var tier: String?
    /// When it gives its tier no longer; nil if it has ended.
    package var until: Int64?
    /// The time of the latest notice that counts.
    package var changed: Int64
    /// The time of the latest notice that names the owner; nil if there is none.
    package var owned: Int64?
    /// Whether its end has been taken into account.
    package var isSettled: Bool
    /// Its name and the store's.
    package var sealed: [UInt8]

    package init(
        lookup: [UInt8], account: AccountID?, tier: String?, until: Int64?, changed: Int64, isSettled: Bool,
        sealed: [UInt8]
    ) {
        self.lookup = lookup
        self.account = account
        self.tier = tier
        self.until = until
        self.changed = changed
        self.isSettled = isSettled
        self.sealed = sealed
    }
}

/// The name of a session. It is not secret: it names the session in lists and access tokens.
package struct SessionID: Sendable, Hashable, CustomStringConvertible {
    package let text: String

    /// - Returns: nil if the text has not the form of an ``AccountID``.
    package init?(_ text: String) {
        guard text.utf8.count == AccountID.length, text.utf8.allSatisfy(AccountID.alphabet.contains) else { return nil }
        self.text = text
    }

    static func random(_ random: RandomSource) -> SessionID {
        // The form of both names is the same.
        SessionID(valid: AccountID.randomName(random))
    }

    private init(valid text: String) { self.text = text }

    package var description: String { text }
}

/// One signing-in on one device: a family of refresh tokens.
package struct SessionRow: Sendable, Hashable {
    /// The answer to a token that has just been used, for a client that did not get it.
    package struct Replay: Sendable, Hashable {
        /// The hash of the token that was used.
        package var hash: [UInt8]
        /// Its successor, sealed with the token that was used.
        package var successor: [UInt8]
        /// When the answer is given no longer.
        package var until: Int64

        package init(hash: [UInt8], successor: [UInt8], until: Int64) {
            self.hash = hash
            self.successor = successor
            self.until = until
        }
    }

    package var id: SessionID
    package var account: AccountID
    package var created: Int64
    /// When its token was last exchanged.
    package var used: Int64
    /// Ends the session if it is not used before.
    package var idleUntil: Int64
    /// Ends the session in any case.
    package var expires: Int64
    /// When it was ended; nil if it was not.
    package var ended: Int64?
    /// The name of the device, if the client gave one.
    package var sealedLabel: [UInt8]?
    package var replay: Replay?

    package init(
        id: SessionID, account: AccountID, created: Int64, used: Int64, idleUntil: Int64, expires: Int64
    ) {
        self.id = id
        self.account = account
        self.created = created
        self.used = used
        self.idleUntil = idleUntil
        self.expires = expires
    }
}

/// A refresh token.
package struct TokenRow: Sendable, Hashable {
    package var hash: [UInt8]
    package var session: SessionID
    /// When it was used; nil if it was not.
    package var used: Int64?

    package init(hash: [UInt8], session: SessionID, used: Int64? = nil) {
        self.hash = hash
        self.session = session
        self.used = used
    }
}

/// An entry of the audit log. Each has the hash of the one before it in its own.
package struct AuditRow: Sendable, Hashable {
    /// From 1, without a gap.
    package var number: Int64
    package var time: Int64
    package var event: String
    /// The account's identifier, which stays when the account has been erased.
    package var account: String?
    package var detail: String
    package var hash: [UInt8]

    package init(number: Int64, time: Int64, event: String, account: String?, detail: String, hash: [UInt8]) {
        self.number = number
        self.time = time
        self.event = event
        self.account = account
        self.detail = detail
        self.hash = hash
    }
}
