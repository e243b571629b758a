/// Answers that say numbers in a habit of one language, in the form of ``AnswersFirst``: hours behind their article alone, fevers
/// without a point, days summed up, the same number twice; not one may be judged wrongly.
enum AnswersHabits {
    static let right = """
        en>it|The doctor is coming this afternoon at five.|Il medico viene oggi pomeriggio alle diciassette.
        en>it|We close at six.|Chiudiamo alle 18.
        en>it|The shop is open every day from nine to six, except Sunday.|Il negozio è aperto tutti i giorni dalle nove alle diciotto, tranne la domenica.
        de>it|Der Laden hat von neun bis sechs offen.|Il negozio è aperto dalle nove alle diciotto.
        it>ru|Il medico viene oggi pomeriggio alle diciassette.|Врач придёт сегодня вечером в пять.
        it>ar|Il medico viene oggi alle diciassette.|سيأتي الطبيب اليوم في الساعة الخامسة.
        en>es|Dinner is at eight.|La cena es a las veinte.
        en>es|We open from nine to five.|Abrimos de las nueve a las diecisiete.
        en>pt|The shop is open from nine to six.|A loja está aberta das nove às dezoito.
        en>pt|The train leaves at five.|O comboio sai às dezassete.
        it>en|Alle diciotto persone ho dato un libro.|I gave a book to the eighteen people.
        es>en|Las quince sillas son nuevas.|The fifteen chairs are new.
        en>ru|See you the day after tomorrow at half past seven.|Увидимся послезавтра в полвосьмого.
        de>ru|Bis morgen um halb zwölf.|До завтра, в пол двенадцатого.
        zh>ru|后天七点半见。|Увидимся послезавтра в полвосьмого.
        en>ru|Lunch is at half past twelve.|Обед в полпервого.
        en>ru|Lunch is at half past twelve.|Обед в половине первого.
        en>de|Lunch is at half past twelve.|Mittagessen ist um halb eins.
        en>zh|Lunch is at a quarter to one.|午饭在十二点四十五分。
        ar>en|القهوة بيوروين وخمسين سنتا.|The coffee is two euros fifty.
        en>zh|My daughter has had a fever of 38.5 since last night.|我女儿从昨天晚上开始发烧三十八度五。
        ru>zh|У моей дочери со вчерашнего вечера температура 38,5.|我女儿从昨天晚上开始发烧38度5。
        en>ko|My daughter has had a fever of 38.5 since last night.|딸이 어젯밤부터 열이 38도 5부예요.
        en>ru|Her temperature is 38.5.|У неё температура тридцать восемь и пять.
        fr>ru|Elle a trente-huit et demi de fièvre.|У неё температура тридцать восемь и пять.
        en>ru|Her temperature is 38.5.|У неё температура тридцать восемь и пять десятых.
        en>it|He has a fever of 39.2.|Ha la febbre a trentanove e due.
        en>fr|He has a fever of 39.2.|Il a trente-neuf deux de fièvre.
        en>de|He has a fever of 39.2.|Er hat neununddreißig zwei Fieber.
        ar>zh|توفي في صباح اليوم التالي.|他第二天早上去世了。
        en>zh|He left the next morning.|他第二天早上走了。
        hi>zh|मैंने आज और कल के पैसे दे दिए हैं।|今明两天的费用我已经付过了。
        en>zh|It will rain today and tomorrow.|今明两天有雨。
        hi>zh|मैं दिन में दो बार, सुबह और शाम, दाँत साफ़ करता हूँ।|我每天刷两次牙，早上一次，晚上一次。
        ko>pt|버스는 20분마다 와요.|O autocarro passa de vinte em vinte minutos.
        en>es|The bus comes every twenty minutes.|El autobús pasa de veinte en veinte minutos.
        en>ja|I go to the gym three times a week.|ジムには週三回通っています。
        ko>ja|저는 주 3회 헬스장에 다녀요.|ジムには週三回通っています。
        en>zh|I go to the gym three times a week.|我每周三次去健身房。
        en>zh|The meeting is on Wednesday.|会议在周三。
        ar>zh|القهوة بيوروين وخمسين سنتا.|咖啡两欧元五十欧分。
        en>ar|Please give him ten millilitres every eight hours.|أعطه عشرة ملليلترات كل ثماني ساعات من فضلك.
        en>ar|He is one metre eighty-two.|طوله متر واثنان وثمانون سنتيمترا.
        ja>ru|彼は身長1メートル82センチです。|Его рост 182 сантиметра.
        fr>ar|Il mesure un mètre quatre-vingt-deux.|طوله متر و82 سنتيمترا.
        de>fr|Er ist ein Meter fünfundsechzig groß.|Il mesure 1 m 65.
        ru>fr|Он будет здесь через пару часов.|Il sera là dans deux ou trois heures.
        ru>ja|Он будет здесь через пару часов.|二、三時間で来ます。
        en>de|I'll be there in a couple of hours.|Ich bin in zwei, drei Stunden da.
        fr>ru|Elle arrive samedi en huit.|Она приезжает в субботу через неделю.
        it>ru|Arriva sabato a otto.|Она приезжает в субботу через неделю.
        ja>es|お客様の5パーセントから10パーセントから苦情があります。|Entre un cinco y un diez por ciento de nuestros clientes se quejan.
        zh>fr|百分之五到十的客户会投诉。|Entre cinq et dix pour cent des clients se plaignent.
        ko>fr|토마토 반 킬로와 달걀 한 다스 주세요.|Une livre de tomates et une douzaine d'œufs, s'il vous plaît.
        en>de|The blood pressure is 135 over 85.|Der Blutdruck ist 135 zu 85.
        en>ja|Four out of ten people came.|10人中4人が来ました。
        de>en|Die Sitzung dauert von 9 bis 11 Uhr.|The meeting is from 9 to 11.
        ja>fr|最終バスは夜の十一時半に出ます。|Le dernier bus part à onze heures et demie du soir.
        ja>de|朝の八時に出発します。|Wir fahren um acht Uhr morgens ab.
        en>de|I train three times a week.|Ich trainiere dreimal die Woche.
        en>de|Last night I slept badly.|Gestern Nacht habe ich schlecht geschlafen.
        en>es|Last night I slept badly.|Anoche dormí mal.
        """

    static let wrong = """
        en>it|The doctor is coming this afternoon at five.|Il medico viene oggi pomeriggio alle diciotto.|numbers
        en>it|We close at six.|Chiudiamo alle 17.|numbers
        en>pt|The shop is open from nine to six.|A loja está aberta das nove às dezanove.|numbers
        en>es|Dinner is at eight.|La cena es a las veintiuna.|numbers
        en>ru|See you the day after tomorrow at half past seven.|Увидимся послезавтра в полдевятого.|numbers
        en>zh|My daughter has a fever of 38.5.|我女儿发烧三十八度三。|numbers
        en>ko|My daughter has a fever of 38.5.|딸이 열이 38도 7부예요.|numbers
        en>ru|Her temperature is 38.5.|У неё температура тридцать девять и пять.|numbers
        en>it|He has a fever of 39.2.|Ha la febbre a trentanove e tre.|numbers
        ko>pt|버스는 20분마다 와요.|O autocarro passa de trinta em trinta minutos.|numbers
        en>ja|I go to the gym three times a week.|ジムには週四回通っています。|numbers
        ar>zh|القهوة بيوروين وخمسين سنتا.|咖啡两欧元四十欧分。|numbers
        en>ar|Please give him ten millilitres every eight hours.|أعطه عشرين ملليلترا كل ثماني ساعات من فضلك.|numbers
        en>ar|He is one metre eighty-two.|طوله متر واثنان وسبعون سنتيمترا.|numbers
        ja>ru|彼は身長1メートル82センチです。|Его рост 172 сантиметра.|numbers
        ru>fr|Он будет здесь через пару часов.|Il sera là dans trois ou quatre heures.|numbers
        en>fr|The blood pressure is 135 over 85.|La tension est de 85 sur 135.|numbers
        de>en|Der Blutdruck ist 135 zu 85.|The blood pressure is 85 over 135.|numbers
        ja>fr|最終バスは夜の十一時半に出ます。|Le dernier bus part à onze heures et demie du matin.|numbers
        en>ru|It costs three dollars.|Это стоит три евро.|numbers
        en>de|I train three times a month.|Ich trainiere dreimal die Woche.|numbers
        en>fr|I saw him last night.|Je l'ai vu avant-hier.|dates
        """
}
