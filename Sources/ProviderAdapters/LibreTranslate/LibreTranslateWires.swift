extension TranslationWire {
    /// `POST /translate` of LibreTranslate, whose key goes into the body of the request.
    package static let libreTranslate = TranslationWire(
        "libretranslate", by: LibreTranslateTranslator.self,
        WireAccess(credential: .none, dialect: .libreTranslate), options: [:])
}
