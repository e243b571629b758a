internal import Language

/// The names of unit signs, in the forms with which a language counts.
///
/// The forms are one and several. In Russian they are one, two to four, more. In Arabic they are the form behind a number, one,
/// two, and the form behind three to ten. Signs that as often stand for something else are left out: `m` is a million in
/// English, `г` a year in Russian.
enum UnitNames {
    static func forms(_ sign: String, _ language: LanguageCode) -> [String]? { table[language]?[sign] }

    /// The longest sign, in characters.
    static let longestSign = 5

    private static let table: [LanguageCode: [String: [String]]] = written.mapValues { rows in
        var signs: [String: [String]] = [:]
        for row in rows.split(separator: "\n") {
            let parts = row.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let forms = parts[1].split(separator: "|").map(String.init)
            for sign in parts[0].split(separator: " ") { signs[String(sign)] = forms }
        }
        return signs
    }

    private static let written: [LanguageCode: String] = [
        .en: """
        km=kilometer|kilometers
        cm=centimeter|centimeters
        mm=millimeter|millimeters
        kg=kilogram|kilograms
        mg=milligram|milligrams
        ml mL=milliliter|milliliters
        km/h=kilometer per hour|kilometers per hour
        mph=mile per hour|miles per hour
        °C ℃=degree Celsius|degrees Celsius
        °F ℉=degree Fahrenheit|degrees Fahrenheit
        m² m2=square meter|square meters
        km² km2=square kilometer|square kilometers
        kWh=kilowatt hour|kilowatt hours
        kW=kilowatt|kilowatts
        GB=gigabyte|gigabytes
        MB=megabyte|megabytes
        GHz=gigahertz
        MHz=megahertz
        """,
        .de: """
        km=Kilometer
        m=Meter
        cm=Zentimeter
        mm=Millimeter
        kg=Kilogramm
        g=Gramm
        mg=Milligramm
        l=Liter
        ml mL=Milliliter
        km/h=Kilometer pro Stunde
        °C ℃=Grad Celsius
        °F ℉=Grad Fahrenheit
        m² m2=Quadratmeter
        km² km2=Quadratkilometer
        kWh=Kilowattstunden
        kW=Kilowatt
        GB=Gigabyte
        MB=Megabyte
        GHz=Gigahertz
        MHz=Megahertz
        """,
        .fr: """
        km=kilomètre|kilomètres
        m=mètre|mètres
        cm=centimètre|centimètres
        mm=millimètre|millimètres
        kg=kilogramme|kilogrammes
        g=gramme|grammes
        mg=milligramme|milligrammes
        l L=litre|litres
        ml mL=millilitre|millilitres
        km/h=kilomètre par heure|kilomètres par heure
        °C ℃=degré Celsius|degrés Celsius
        °F ℉=degré Fahrenheit|degrés Fahrenheit
        m² m2=mètre carré|mètres carrés
        km² km2=kilomètre carré|kilomètres carrés
        kWh=kilowattheure|kilowattheures
        kW=kilowatt|kilowatts
        Go=gigaoctet|gigaoctets
        Mo=mégaoctet|mégaoctets
        GHz=gigahertz
        MHz=mégahertz
        """,
        .es: """
        km=kilómetro|kilómetros
        m=metro|metros
        cm=centímetro|centímetros
        mm=milímetro|milímetros
        kg=kilogramo|kilogramos
        g=gramo|gramos
        mg=miligramo|miligramos
        l L=litro|litros
        ml mL=mililitro|mililitros
        km/h=kilómetro por hora|kilómetros por hora
        °C ℃=grado Celsius|grados Celsius
        °F ℉=grado Fahrenheit|grados Fahrenheit
        m² m2=metro cuadrado|metros cuadrados
        km² km2=kilómetro cuadrado|kilómetros cuadrados
        kWh=kilovatio hora|kilovatios hora
        kW=kilovatio|kilovatios
        GB=gigabyte|gigabytes
        MB=megabyte|megabytes
        """,
        .it: """
        km=chilometro|chilometri
        m=metro|metri
        cm=centimetro|centimetri
        mm=millimetro|millimetri
        kg=chilogrammo|chilogrammi
        g=grammo|grammi
        mg=milligrammo|milligrammi
        l=litro|litri
        ml mL=millilitro|millilitri
        km/h=chilometro all'ora|chilometri all'ora
        °C ℃=grado Celsius|gradi Celsius
        °F ℉=grado Fahrenheit|gradi Fahrenheit
        m² m2=metro quadrato|metri quadrati
        km² km2=chilometro quadrato|chilometri quadrati
        kWh=chilowattora
        kW=chilowatt
        GB=gigabyte
        MB=megabyte
        """,
        .pt: """
        km=quilômetro|quilômetros
        m=metro|metros
        cm=centímetro|centímetros
        mm=milímetro|milímetros
        kg=quilograma|quilogramas
        g=grama|gramas
        mg=miligrama|miligramas
        l L=litro|litros
        ml mL=mililitro|mililitros
        km/h=quilômetro por hora|quilômetros por hora
        °C ℃=grau Celsius|graus Celsius
        °F ℉=grau Fahrenheit|graus Fahrenheit
        m² m2=metro quadrado|metros quadrados
        km² km2=quilômetro quadrado|quilômetros quadrados
        kWh=quilowatt-hora|quilowatts-hora
        kW=quilowatt|quilowatts
        GB=gigabyte|gigabytes
        MB=megabyte|megabytes
        """,
        .ru: """
        км=километр|километра|километров
        м=метр|метра|метров
        см=сантиметр|сантиметра|сантиметров
        мм=миллиметр|миллиметра|миллиметров
        кг=килограмм|килограмма|килограммов
        мг=миллиграмм|миллиграмма|миллиграммов
        л=литр|литра|литров
        мл=миллилитр|миллилитра|миллилитров
        км/ч=километр в час|километра в час|километров в час
        °C ℃ °С=градус Цельсия|градуса Цельсия|градусов Цельсия
        м² м2=квадратный метр|квадратных метра|квадратных метров
        км² км2=квадратный километр|квадратных километра|квадратных километров
        кВт=киловатт|киловатта|киловатт
        млн=миллион|миллиона|миллионов
        млрд=миллиард|миллиарда|миллиардов
        ГБ=гигабайт|гигабайта|гигабайт
        МБ=мегабайт|мегабайта|мегабайт
        """,
        .zh: """
        km=公里
        m=米
        cm=厘米
        mm=毫米
        kg=公斤
        g=克
        mg=毫克
        ml mL=毫升
        L=升
        km/h=公里每小时
        m²=平方米
        km²=平方公里
        °C ℃=摄氏度
        """,
        .ja: """
        km=キロメートル
        m=メートル
        cm=センチメートル
        mm=ミリメートル
        kg=キログラム
        g=グラム
        mg=ミリグラム
        ml mL=ミリリットル
        L=リットル
        °C ℃ ℃=ど
        """,
        .ko: """
        km=킬로미터
        m=미터
        cm=센티미터
        mm=밀리미터
        kg=킬로그램
        g=그램
        mg=밀리그램
        ml mL=밀리리터
        L=리터
        °C ℃=도
        m²=제곱미터
        """,
        .hi: """
        km किमी=किलोमीटर
        cm सेमी=सेंटीमीटर
        mm मिमी=मिलीमीटर
        kg किग्रा=किलोग्राम
        ml mL मिली=मिलीलीटर
        °C ℃=डिग्री सेल्सियस
        km/h किमी/घंटा=किलोमीटर प्रति घंटा
        """,
        .ar: """
        km كم=كيلومتر|كيلومتر واحد|كيلومتران|كيلومترات
        kg كغ كجم=كيلوغرام|كيلوغرام واحد|كيلوغرامان|كيلوغرامات
        cm سم=سنتيمتر|سنتيمتر واحد|سنتيمتران|سنتيمترات
        mm مم=مليمتر|مليمتر واحد|مليمتران|مليمترات
        km/h كم/س كم/ساعة=كيلومتر في الساعة|كيلومتر واحد في الساعة|كيلومتران في الساعة|كيلومترات في الساعة
        °C ℃=درجة مئوية|درجة مئوية واحدة|درجتان مئويتان|درجات مئوية
        """,
    ]

    /// The names of `%`. Russian has three forms; Chinese says the name before the number.
    static let percent: [LanguageCode: [String]] = [
        .en: ["percent"], .de: ["Prozent"], .fr: ["pour cent"], .es: ["por ciento"], .it: ["per cento"],
        .pt: ["por cento"],
        .ru: ["процент", "процента", "процентов"], .ja: ["パーセント"], .ko: ["퍼센트"], .hi: ["प्रतिशत"], .ar: ["بالمئة"],
    ]
}
