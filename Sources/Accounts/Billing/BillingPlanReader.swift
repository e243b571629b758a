package import Plumbing
internal import Yams

extension BillingPlan {
    private static let maximumProducts = 256
    private static let code = "accounts.billing"

    /// Reads a file of the form of `config/billing.yaml`.
    ///
    /// - Parameters:
    ///   - path: its name, for errors.
    ///   - tiers: products lead to one of them.
    ///   - environment: has the secret of Stripe's notices.
    ///   - read: reads the file with the root certificate.
    /// - Throws: ``Problem`` of kind `usage`, code `accounts.billing`, with the line.
    package init(
        yaml: String, at path: String, tiers: TierCatalogue, environment: [String: String],
        read: (String) throws(Problem) -> String
    ) throws(Problem) {
        let file = DeclarationFile(
            path: path, code: Self.code, subject: "products", usualCure: "compare it with config/billing.yaml")
        self.init(products: [:])
        for (key, value) in try file.entries(yaml) {
            let name = key.string ?? ""
            var fields: [String: Node] = [:]
            for (field, node) in value.mapping ?? [:] { fields[field.string ?? ""] = node }
            func text(_ field: String) throws(Problem) -> String {
                if let text = fields.removeValue(forKey: field)?.string, !text.isEmpty { return text }
                throw file.wrong("\(file.shown(name)) lacks \(field)", key, nil)
            }
            switch name {
            case "stripe":
                let variable = try text("secret")
                guard let secret = environment[variable], !secret.isEmpty else {
                    throw file.wrong("the environment has no \(file.shown(variable))", key, "set it")
                }
                stripeSecret = secret
            case "apple":
                let sandbox = fields.removeValue(forKey: "sandbox")?.bool ?? false
                apple = Apple(bundle: try text("bundle"), root: try read(try text("root")), allowsSandbox: sandbox)
                _ = try AppleNotices(apple: apple, time: .system)
            default:
                let tier = try text("tier")
                guard tiers.tiers.contains(where: { $0.name == tier }) else {
                    throw file.wrong("there is no tier '\(file.shown(tier))'", key, nil)
                }
                let node = fields.removeValue(forKey: "trial-days")
                let days = node?.int
                guard node == nil || days.map((1...365).contains) ?? false else {
                    throw file.wrong("trial-days of \(file.shown(name)) is not 1 to 365", key, nil)
                }
                products[name] = Product(tier: tier, trialDays: days)
            }
            if let unknown = fields.keys.min() {
                throw file.wrong("\(file.shown(name)) has no field '\(file.shown(unknown))'", key, nil)
            }
        }
        guard (1...Self.maximumProducts).contains(products.count) else {
            throw file.problem("there is no product in the file, or there are too many", at: path, nil)
        }
    }
}
