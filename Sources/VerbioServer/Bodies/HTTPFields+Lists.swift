internal import HTTPTypes

extension HTTPFields {
    /// The elements of a field that has a list separated by commas, without white space.
    func elements(of name: HTTPField.Name) -> [String] {
        self[values: name].flatMap { $0.split(separator: ",") }.map { $0.filter { !$0.isWhitespace } }
    }

    /// The elements of a field that has a list, in lower case.
    func words(of name: HTTPField.Name) -> [String] { elements(of: name).map { $0.lowercased() } }
}
