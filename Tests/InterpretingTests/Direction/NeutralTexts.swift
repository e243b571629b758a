/// What says nothing of the language it is said in: letters, abbreviations, measures, and names in whatever words.
enum NeutralTexts {
    static let letters = list(
        """
        O.K.|o.k.|O. K.|Okey-dokey|uh huh|uh-huh|K.|Q.|M|U.S.|U.S.A.|e.g.|S.O.S.|V.I.P.|A B C D|A. B. C.|K L M|M U L L E R
        M-U-L-L-E-R|B-R-O-W-N|D-E-L-A-C-R-U-Z|I. M. Pei|J. R. R. Tolkien|B2B|4K|A1
        """)

    static let measures = list(
        """
        3 p.m.|3:00 p.m.|10 a.m.|3 pm|11 am|p.m.|12 kg|100 kg|3 km/h|20 °C|6 ft|5 h|No. 5|Nr. 5|n° 5|3º|2nd|R$ 5|5 €|221B
        """)

    static let names = list(
        """
        Deutsche Bank|Best Western|Bank of America|General Motors|Home Depot|Whole Foods|Burger King|Banco Santander
        Banco do Brasil|Banca Intesa|Société Générale|Air France|Real Madrid|Manchester United|Star Wars|Game of Thrones
        Toy Story|Breaking Bad|Jurassic Park|La Dolce Vita|La Casa de Papel|Il Sole 24 Ore|Central Park|Hyde Park|Wall Street
        Times Square|Puerta del Sol|Plaza Mayor|Plaza de España|Calle Mayor 5|Rue de Rivoli 12|Via Roma|Piazza Navona
        Rua Augusta|Avenida Paulista|Unter den Linden|Den Haag|Ciudad Real|Silver Lake|Harbour View|Casa Rosada
        """)

    static let people = list(
        """
        Rosa|Bill|Luna|Clara|Jean|Claire|Rose|Will|Mark|Grace|Hope|Sol|Linda|Viola|Ali|Pilar|Mercedes|Angel|Pierre|Franz
        Rosa Parks|Bill Clinton|Jean Dupont
        """)

    private static func list(_ text: String) -> [String] {
        text.split { $0 == "|" || $0.isNewline }.map(String.init)
    }
}
