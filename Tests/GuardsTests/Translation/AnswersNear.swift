/// Answers that differ by little from those of the other kind, in the form of ``AnswersFirst``; not one may be judged wrongly.
enum AnswersNear {
    /// Times said by the distance from their hour, and numbers that are words or parts of words.
    static let times = """
        en>ru|At ten past five.|В десять минут шестого.
        ru>en|В двадцать минут десятого.|At 9:20.
        ja>en|三時十五分前です。|It's a quarter to three.
        zh>en|差五分十点。|Five to ten.
        zh>en|三点差五分。|Five to three.
        zh>en|差一刻八点。|A quarter to eight.
        en>de|It's a quarter to nine.|Es ist drei viertel neun.
        de>en|Um viertel neun.|At a quarter past eight.
        de>en|Um fünf vor halb neun.|At twenty-five past eight.
        de>en|Um fünf nach halb neun.|At 8:35.
        de>fr|Um fünf nach halb neun.|À huit heures trente-cinq.
        de>ru|Um zwanzig vor acht.|Без двадцати восемь.
        es>ru|A las ocho menos veinte.|Без двадцати восемь.
        fr>ru|À huit heures moins vingt.|Без двадцати восемь.
        en>ru|At 7:40.|Без двадцати восемь.
        ru>zh|Без пятнадцати пять.|四点四十五分。
        ru>en|Без двадцати восемь.|Seven forty.
        ru>en|Без двадцати пяти восемь.|Seven thirty-five.
        en>ar|It's twenty to eight.|الثامنة إلا ثلثا.
        en>ar|It's twenty past eight.|الساعة الثامنة والثلث.
        en>it|At 11 at night.|Alle 11 di sera.
        en>es|Half past eleven at night.|Las once y media de la noche.
        en>es|At 2 at night.|A las 2 de la madrugada.
        en>es|It's twenty to five.|Son las cinco menos veinte.
        en>fr|It's twenty to five.|Il est cinq heures moins vingt.
        en>it|It's ten past six.|Sono le sei e dieci.
        en>pt|It's ten to six.|São dez para as seis.
        en>pt|It's ten past six.|São seis e dez.
        en>ko|It's ten to six.|여섯 시 십 분 전이에요.
        en>hi|It's ten past six.|छह बजकर दस मिनट हुए हैं।
        en>hi|It's ten to six.|छह बजने में दस मिनट हैं।
        en>es|It takes five to ten minutes.|Tarda de cinco a diez minutos.
        en>de|Five to ten people came.|Fünf bis zehn Leute kamen.
        en>ru|From ten to twelve.|С десяти до двенадцати.
        en>de|We work from nine to five.|Wir arbeiten von neun bis fünf.
        en>de|Two after three years.|Zwei nach drei Jahren.
        de>en|Zwei vor drei Jahren gekauft.|Two bought three years ago.
        es>en|Las dos y tres casas.|The two and three houses.
        en>fr|The trip takes two hours thirty.|Le trajet dure deux heures trente.
        en>zh|At five to ten.|差五分十点。
        en>ja|At ten to four.|四時十分前に。
        en>ja|At ten past four.|四時十分過ぎに。
        en>ja|Ten minutes before three.|三時の十分前。
        en>ru|A table for three.|Столик на троих.
        ru>en|Комната на двоих.|A room for two.
        en>ru|Twenty-four hours.|Сутки.
        en>ko|Please speak slowly.|천천히 말씀해 주세요.
        en>ko|Four days.|나흘.
        ko>en|열흘 걸려요.|It takes ten days.
        en>ar|Twenty-five percent.|خمسة وعشرون بالمئة.
        en>de|Take care!|Gib acht!
        de>en|Wir sind zu dritt.|There are three of us.
        ja>en|二日酔いで頭が痛い。|I have a headache from a hangover.
        zh>en|他想参加比赛。|He wants to take part in the game.
        zh>en|我收拾一下房间。|I'll tidy up the room.
        zh>en|我们两点参观博物馆。|We are visiting the museum at two o'clock.
        zh>en|五点参加会议。|I'm attending the meeting at five o'clock.
        zh>en|三百陆续到达的客人。|Three hundred guests arriving one after the other.
        ja>en|三日月がきれいですね。|The crescent moon is beautiful, isn't it?
        ja>en|四つ角を右に曲がってください。|Please turn right at the crossroads.
        zh>en|我住在五道口。|I live in Wudaokou.
        zh>en|人民币叁佰元整。|Three hundred yuan.
        en>ru|It costs $3.50.|Это стоит 3 доллара 50 центов.
        """

    /// The same with another time or number.
    static let wrongTimes = """
        en>ru|At ten past five.|В десять минут пятого.|numbers
        ru>en|В двадцать минут десятого.|At 10:20.|numbers
        ja>en|三時十五分前です。|It's a quarter past three.|numbers
        zh>en|差五分十点。|Five past ten.|numbers
        zh>en|三点差五分。|Five past three.|numbers
        de>en|Um fünf vor halb neun.|At twenty-five to nine.|numbers
        en>ar|It's twenty past eight.|الثامنة إلا ثلثا.|numbers
        en>it|At 11 at night.|Alle 11 di mattina.|numbers
        en>es|Half past eleven at night.|Las once y media de la mañana.|numbers
        en>es|It's twenty to five.|Son las cinco y veinte.|numbers
        en>fr|It's twenty to five.|Il est cinq heures vingt.|numbers
        en>it|It's ten past six.|Sono le sei meno dieci.|numbers
        en>ko|It's ten to six.|여섯 시 십 분이에요.|numbers
        en>hi|It's ten to six.|छह बजकर दस मिनट हुए हैं।|numbers
        en>zh|At five to ten.|十点五分。|numbers
        en>ru|A table for three.|Столик на двоих.|numbers
        en>ko|Four days.|열흘.|numbers
        en>ar|Twenty-five percent.|خمسة وثلاثون بالمئة.|numbers
        zh>en|人民币叁佰元整。|Two hundred yuan.|numbers
        en>ru|It costs $3.50.|Это стоит 3 доллара 30 центов.|numbers
        """

    /// What two languages share, and names.
    static let shared = """
        en>de|Hotel|Hotel
        en>de|Taxi!|Taxi!
        en>de|Name|Name
        en>de|Computer.|Computer.
        en>de|Hand|Hand
        en>de|Winter|Winter
        en>de|Sorry!|Sorry!
        en>de|Okay.|Okay.
        en>de|Problem|Problem
        en>de|Student|Student
        en>de|Film|Film
        en>de|Bus|Bus
        en>de|Hallo|Hallo
        en>de|Hi!|Hi!
        en>de|Internet|Internet
        en>de|Pizza|Pizza
        en>de|Party|Party
        en>de|Tennis|Tennis
        en>de|Baby|Baby
        en>de|Bank|Bank
        en>de|Wind|Wind
        en>de|Warm|Warm
        en>de|Wild|Wild
        en>de|Ring|Ring
        en>de|Sand|Sand
        en>de|Gold|Gold
        en>de|Toast.|Toast.
        en>de|Steak.|Steak.
        en>de|Ticket|Ticket
        en>de|Service|Service
        en>de|Team|Team
        en>de|Job|Job
        en>de|Cool!|Cool!
        en>de|Mark|Mark
        en>fr|Restaurant|Restaurant
        en>fr|Table|Table
        en>fr|Orange|Orange
        en>fr|Menu|Menu
        en>fr|Train|Train
        en>fr|Page|Page
        en>fr|Sandwich|Sandwich
        en>fr|Excellent!|Excellent !
        en>fr|Impossible.|Impossible.
        en>fr|Possible.|Possible.
        en>fr|Pardon?|Pardon ?
        en>fr|Question|Question
        en>fr|Message|Message
        en>fr|Dessert|Dessert
        en>fr|Six.|Six.
        en>fr|Parking|Parking
        en>fr|Weekend|Weekend
        en>es|Hotel|Hotel
        en>es|No.|No.
        en>es|Animal|Animal
        en>es|Doctor|Doctor
        en>es|Hospital|Hospital
        en>es|Chocolate|Chocolate
        en>es|Color|Color
        en>es|Internet|Internet
        en>es|Natural|Natural
        en>es|Idea|Idea
        en>es|Taxi|Taxi
        en>es|Normal|Normal
        en>it|Ciao!|Ciao!
        en>it|Okay|Okay
        en>it|Pizza|Pizza
        en>it|Hotel|Hotel
        en>it|Email|Email
        en>it|Computer|Computer
        en>it|Weekend|Weekend
        en>it|Password|Password
        en>pt|Hospital|Hospital
        en>pt|Normal|Normal
        en>pt|Internet|Internet
        es>it|Casa|Casa
        es>it|Vino|Vino
        es>it|Grande.|Grande.
        es>it|Ora|Ora
        es>it|Nada|Nada
        es>pt|Casa|Casa
        es>pt|Claro.|Claro.
        es>pt|Nada.|Nada.
        es>pt|Amor|Amor
        es>pt|Hora|Hora
        es>pt|Mesa|Mesa
        es>pt|Problema|Problema
        es>pt|Todo.|Todo.
        fr>de|Restaurant|Restaurant
        fr>de|Orange|Orange
        fr>de|Garage|Garage
        fr>de|Pardon|Pardon
        fr>en|Bon appétit !|Bon appétit!
        it>en|Ciao|Ciao
        it>en|Pasta|Pasta
        it>en|Pizza|Pizza
        it>en|Bravo!|Bravo!
        it>en|Tiramisù|Tiramisù
        de>en|Bratwurst|Bratwurst
        de>en|Gesundheit!|Gesundheit!
        de>en|Autobahn|Autobahn
        de>en|Kindergarten|Kindergarten
        es>en|Paella|Paella
        es>en|Tortilla|Tortilla
        es>en|Sangría.|Sangría.
        es>en|Fiesta|Fiesta
        en>es|Rosa Parks|Rosa Parks
        en>es|Will Smith|Will Smith
        en>es|Bill Gates|Bill Gates
        en>fr|Grace Kelly|Grace Kelly
        en>de|Will|Will
        en>es|Big Ben|Big Ben
        en>de|Star Wars|Star Wars
        en>it|Green Day|Green Day
        en>fr|New York|New York
        en>de|Black Friday|Black Friday
        en>es|Central Park|Central Park
        """

    /// What they do not.
    static let echoes = """
        es>en|Gracias.|Gracias.|echo
        en>de|Help!|Help!|echo
        de>fr|Danke.|Danke.|echo
        it>en|Domani.|Domani.|echo
        pt>en|Obrigado.|Obrigado.|echo
        fr>en|Bonjour.|Bonjour.|echo
        es>pt|Leche|Leche|echo
        en>de|The train to Berlin leaves at noon.|Der Zug nach Berlin leaves at noon.|echo
        en>es|I want a table with a view.|Quiero una mesa with a view.|echo
        en>ja|Where is the hospital?|医院在哪里？|language
        en>ja|Thank you.|谢谢你。|language
        """
}
