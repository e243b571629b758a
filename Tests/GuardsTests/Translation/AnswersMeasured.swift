/// Answers that say measures, times and days in the way of one language, in the form of ``AnswersFirst``. Examples are
/// heights in metres and centimetres, fevers in tenths, pounds, times, today and tomorrow; not one may be judged wrongly.
enum AnswersMeasured {
    static let right = """
        en>zh|It was minus two this morning.|今天早上零下二度。
        de>zh|Morgen früh sind es minus drei Grad.|明天早上零下3度。
        en>ja|I have a fever of 38.5.|38度5分の熱があります。
        en>ja|I have a fever of 38.5.|三十八度五分の熱があります。
        en>ja|My temperature is 37.8 degrees.|体温は37度8分です。
        en>ja|Sales fell in the third quarter.|第3四半期の売上が落ちました。
        en>ja|Please pay at the end of the quarter.|四半期末に払ってください。
        en>ru|We're open from half past six.|Мы открыты с половины седьмого.
        en>ru|The office is open until half past six.|Офис работает до половины седьмого.
        de>ru|Es ist schon nach halb sieben.|Уже больше половины седьмого.
        en>ru|Come at about half past six.|Приходите около половины седьмого.
        en>es|The pool is 1.60 m deep.|La piscina tiene un metro sesenta de profundidad.
        de>it|Er ist 1,85 Meter groß.|È alto un metro e ottantacinque.
        en>fr|He is 1.85 metres tall.|Il mesure un mètre quatre-vingt-cinq.
        en>pt|He is 1.85 metres tall.|Ele tem um metro e oitenta e cinco.
        en>de|The pool is 1.60 metres deep.|Das Becken ist ein Meter sechzig tief.
        en>ru|He is 1.85 metres tall.|Он ростом метр восемьдесят пять.
        en>zh|She is 1.60 metres tall.|她一米六。
        de>zh|Er ist 1,75 Meter groß.|他身高一米七五。
        en>ko|The pool is 1.60 metres deep.|수영장 깊이는 1미터 60이에요.
        es>zh|La piscina tiene un metro sesenta de profundidad.|泳池深一米六。
        en>fr|It costs twenty pounds.|Ça coûte vingt livres.
        en>fr|The book costs £20.|Le livre coûte 20 livres.
        en>fr|Three pounds of apples.|Trois livres de pommes.
        fr>en|Trois livres sont sur la table.|Three books are on the table.
        fr>it|Ça coûte 9,90 livres.|Costa nove sterline e novanta.
        en>zh|Five to ten percent.|百分之五到十。
        fr>zh|Entre vingt et trente pour cent des gens.|百分之二十到三十的人。
        fr>ru|La réunion est à quatorze heures.|Совещание в два часа дня.
        fr>ru|La réunion est à quinze heures.|Совещание в три часа дня.
        it>ru|La riunione è alle quindici.|Совещание в три часа дня.
        de>ru|Um 16 Uhr.|В четыре часа дня.
        fr>en|Gardez-le jusqu'à dix-sept heures.|Keep it until five.
        en>ru|I waited for two days.|Я ждал два дня.
        en>it|Two hundred grams of ham, please.|Due etti di prosciutto, per favore.
        de>it|250 Gramm Käse, bitte.|Due etti e mezzo di formaggio, per favore.
        it>en|Un etto di prosciutto, per favore.|A hundred grams of ham, please.
        de>fr|Ich komme in vierzehn Tagen wieder.|Je reviens dans quinze jours.
        fr>en|Je reviens dans quinze jours.|I'll be back in a fortnight.
        fr>en|Je reviens dans quinze jours.|I'll be back in two weeks.
        fr>en|La pharmacie est ouverte 24 heures sur 24.|The pharmacy is open 24 hours a day.
        fr>zh|Une pharmacie ouverte 24h/24.|一家24小时药店。
        fr>de|La pharmacie est ouverte 24 heures sur 24.|Die Apotheke ist rund um die Uhr geöffnet.
        en>de|We're open 24 hours a day.|Wir haben rund um die Uhr geöffnet.
        en>es|We're open 24 hours a day.|Estamos abiertos las 24 horas.
        en>ru|There is a 24-hour pharmacy.|Есть круглосуточная аптека.
        ru>fr|Аптека работает круглосуточно.|La pharmacie est ouverte 24 heures sur 24.
        en>fr|Open 24/7.|Ouvert 24 heures sur 24, 7 jours sur 7.
        es>en|A las doce y diez de la noche.|At 0:10.
        es>en|A las doce y diez de la noche.|At ten past midnight.
        es>de|A las doce de la noche.|Um Mitternacht.
        ko>de|밤 열두 시 십 분에 만나요.|Wir treffen uns um 0:10 Uhr.
        en>zh|The bar closes at midnight.|酒吧晚上十二点关门。
        ar>en|دفعت 1250 ينا.|I paid 1,250 yen.
        ar>en|دفعت 50 دولارًا.|I paid 50 dollars.
        ar>en|دفعت 50 جنيها.|I paid 50 pounds.
        ar>en|دفعت 50 روبلا.|I paid 50 roubles.
        en>ar|It is 25 metres and 12 kilometres.|إنه 25 مترا و12 كيلومترا.
        ar>en|نلتقي الساعة الثانية عشرة ظهرا.|We meet at twelve noon.
        en>ar|We'll meet at twelve noon.|سنلتقي ظهرا.
        ko>en|연필 한 다스 주세요.|Twelve pencils, please.
        en>ru|About ten people came.|Пришёл десяток человек.
        """

    /// The same, said wrongly.
    static let wrong = """
        en>zh|It was minus two this morning.|今天早上零下五度。|numbers
        en>ja|I have a fever of 38.5.|38度6分の熱があります。|numbers
        en>ru|We're open from half past six.|Мы открыты с половины восьмого.|numbers
        en>es|The pool is 1.60 m deep.|La piscina tiene un metro setenta de profundidad.|numbers
        de>zh|Er ist 1,75 Meter groß.|他身高一米六五。|numbers
        en>ru|He is 1.85 metres tall.|Он ростом метр семьдесят пять.|numbers
        en>fr|It costs twenty pounds.|Ça coûte trente livres.|numbers
        en>zh|Five to ten percent.|百分之五到二十。|numbers
        fr>ru|La réunion est à quatorze heures.|Совещание в три часа дня.|numbers
        de>it|250 Gramm Käse, bitte.|Due etti di formaggio, per favore.|numbers
        de>fr|Ich komme in vierzehn Tagen wieder.|Je reviens dans huit jours.|numbers
        fr>de|La pharmacie est ouverte 12 heures par jour.|Die Apotheke ist rund um die Uhr geöffnet.|numbers
        es>en|A las doce y diez de la noche.|At 12:10 p.m.|numbers
        ar>en|دفعت 1250 ينا.|I paid 1,250 euros.|numbers
        """

    /// Days and parts of a day that are counted from today.
    static let days = """
        en>de|I'll come tomorrow.|Ich komme morgen.
        en>de|Tomorrow we fly home.|Morgen fliegen wir nach Hause.
        en>de|Good morning, see you today.|Guten Morgen, bis heute.
        de>en|Morgen! Kommst du heute?|Morning! Are you coming today?
        en>de|I'm coming this morning.|Ich komme heute Morgen.
        en>de|I'm coming tomorrow morning.|Ich komme morgen früh.
        en>es|See you tomorrow morning.|Nos vemos mañana por la mañana.
        en>es|See you today at ten in the morning.|Nos vemos hoy a las diez de la mañana.
        en>es|Yesterday I slept all morning.|Ayer dormí toda la mañana.
        en>pt|Tomorrow, not this morning.|Amanhã, não esta manhã.
        en>it|See you tomorrow morning.|Ci vediamo domattina.
        en>fr|I'll come the day after tomorrow.|Je viendrai après-demain.
        en>ja|I'll come the day after tomorrow.|明後日来ます。
        en>ja|I left the day before yesterday.|おととい出発しました。
        en>zh|He left this morning.|他今天早上走了。
        en>zh|The weather improved two days later, and today it rains.|两天后天气好了，今天下雨。
        en>ko|I'll come the day after tomorrow.|내일모레 올게요.
        en>ar|I'll come tomorrow.|سآتي غدًا.
        en>ar|I'll come the day after tomorrow.|سآتي بعد غد.
        ar>en|وصل في اليوم التالي، ويسافر غدا.|He arrived the next day and travels tomorrow.
        en>hi|I'll come tomorrow.|मैं कल आऊँगा।
        en>hi|I came yesterday.|मैं कल आया था।
        hi>en|परसों मिलते हैं।|See you the day after tomorrow.
        en>ru|I'll have breakfast today.|Сегодня я позавтракаю.
        en>ru|Yesterday's bread and tomorrow's breakfast.|Вчерашний хлеб и завтрашний завтрак.
        de>en|Heute Nacht habe ich schlecht geschlafen.|I slept badly last night.
        de>zh|Heute Nacht habe ich schlecht geschlafen.|我昨晚没睡好。
        es>zh|Esta noche he dormido mal.|我昨晚没睡好。
        en>es|I work this evening.|Trabajo esta tarde.
        en>ru|See you tonight.|Увидимся сегодня вечером.
        en>fr|I arrived today and leave tomorrow.|Je suis arrivé aujourd'hui et je pars demain.
        en>es|Nowadays everyone has one.|Hoy en día todos tienen uno.
        en>de|We meet on Sunday.|Wir treffen uns morgen.
        """

    /// The same, said wrongly.
    static let wrongDays = """
        en>de|I'll come tomorrow.|Ich komme heute.|dates
        en>de|I'll come tomorrow.|Ich komme übermorgen.|dates
        en>fr|I'll come tomorrow.|Je viendrai après-demain.|dates
        en>ja|I'll come tomorrow.|明後日来ます。|dates
        en>de|I arrived yesterday.|Ich bin heute angekommen.|dates
        en>es|See you tomorrow.|Nos vemos hoy.|dates
        en>zh|He left this morning.|他今天晚上走了。|dates
        en>de|since the day before yesterday|seit gestern|dates
        en>it|I'll come tomorrow.|Vengo dopodomani.|dates
        en>pt|I'll come tomorrow.|Venho hoje.|dates
        en>ko|I'll come tomorrow.|오늘 올게요.|dates
        en>ar|I'll come tomorrow.|سآتي بعد غد.|dates
        en>hi|I'll come today.|मैं कल आऊँगा।|dates
        en>ru|I'll come tomorrow.|Я приду послезавтра.|dates
        zh>en|他前天走了。|He left yesterday.|dates
        de>en|Ich komme heute Abend.|I'm coming this morning.|dates
        """
}
