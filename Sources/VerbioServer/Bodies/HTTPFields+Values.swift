internal import HTTPTypes

extension HTTPFields {
    /// The elements of a field that has a list separated by commas, without white space.
    func elements(of name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { $0.split(separator: ",") }.map { $0.filter { !$0.isWhitespace } }
    }

    /// The elements of a field that has a list, in lower case.
    func words(of name: HTTPField.Name) -> [String] { elements(of: name).map { $0.lowercased() } }

    /// The type of the body, in lower case and without parameters such as `charset`; nil if it is not given.
    var mediaType: String? {
        self[.contentType].map { $0.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased() }
    }
}
