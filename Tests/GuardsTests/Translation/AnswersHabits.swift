/// Answers that say numbers in a way that is customary in one language, in the form of ``AnswersFirst``. Examples are hours
/// after only their article, fevers without a point, days summed up, and the same number twice; not one may be judged
/// wrongly.
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
        en>ru|My room is on the third floor.|Мой номер на третьем этаже.
        ar>en|ابني عمره سنتان ونصف.|My son is two and a half years old.
        en>ko|My son is two and a half.|우리 아들은 두 살 반이에요.
        en>ko|I've been waiting for an hour and a half.|벌써 한 시간 반째 기다리고 있어요.
        en>pt|The train leaves at a quarter to four.|O comboio sai às quatro menos um quarto.
        en>ja|Half a kilo of tomatoes, please.|トマトを500グラムください。
        fr>ko|Un demi-kilo de tomates, s'il vous plaît.|토마토 500그램 주세요.
        en>ar|Two litres of milk, please.|لترين من الحليب من فضلك.
        en>ar|Two kilos of apples, please.|كيلوين من التفاح من فضلك.
        en>ar|My grandmother turns ninety on Sunday.|جدتي ستبلغ التسعين يوم الأحد.
        en>de|I'm free between two and three in the afternoon.|Ich habe zwischen 14 und 15 Uhr Zeit.
        zh>de|下午两点到六点营业。|Geöffnet von 14 bis 18 Uhr.
        en>ru|We're open until one.|Мы открыты до часу.
        de>ru|Wir haben bis 13 Uhr geöffnet.|Мы открыты до часу.
        de>ar|Wir treffen uns um 12 Uhr.|نلتقي عند الظهر.
        en>hi|The last train is at midnight.|आख़िरी ट्रेन आधी रात को है।
        fr>hi|Le dernier train est à minuit.|आख़िरी ट्रेन रात बारह बजे है।
        en>zh|The bar closes at midnight.|酒吧半夜十二点关门。
        en>fr|We have a table at nine tonight.|Nous avons une table à 21 heures ce soir.
        fr>ar|Je reviens dans quinze jours.|سأعود بعد أسبوعين.
        ja>ar|1日2回、食後に1錠飲んでください。|تناول قرصًا واحدًا مرتين في اليوم بعد الأكل.
        zh>de|明天下午两三点之间给我打电话。|Rufen Sie mich morgen zwischen 14 und 15 Uhr an.
        en>zh|Call me between two and three in the afternoon.|下午两三点之间给我打电话。
        zh>ja|请给我一斤西红柿。|トマトを500グラムください。
        ru>zh|С вас двенадцать евро пятьдесят центов.|一共十二欧元五十分。
        ja>ko|息子は2歳半です。|아들은 두 살 반인데요.
        en>fr|Checkout is at noon.|Il faut libérer la chambre à midi.
        ar>de|هل يمكنني الدفع بالبطاقة؟|Ich würde gern mit Karte zahlen.
        hi>en|क्या आप धीरे बोल सकते हैं?|Please speak more slowly.
        ar>it|أعيش في ميلان منذ عامين.|Vivo a Milano da due anni.
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
        en>ru|Take one tablet in the evening.|Принимайте три таблетки вечером.|numbers
        en>ru|I have a son.|У меня три сына.|numbers
        ru>de|Принимайте по три таблетки в день.|Nehmen Sie eine Tablette am Tag.|numbers
        en>ja|Take one tablet twice a day.|1日2回、3錠飲んでください。|numbers
        en>zh|Take one tablet twice a day.|每天两次，每次三片。|numbers
        en>hi|Take one tablet twice a day.|दिन में दो बार तीन गोलियाँ लें।|numbers
        en>ar|I'll be back in two weeks.|سأعود بعد شهرين.|numbers
        en>ar|The film lasts two hours.|مدة الفيلم دقيقتين.|numbers
        en>de|The room costs 85 euros a night.|Das Zimmer kostet 85 Euro pro Woche.|numbers
        en>ru|We have a room on the second floor.|У нас комната на третьем этаже.|numbers
        en>fr|Checkout is at noon.|Il faut libérer la chambre à minuit.|numbers
        en>es|The shuttle leaves at midnight.|El autobús sale a mediodía.|numbers
        zh>de|下午两三点之间给我打电话。|Rufen Sie mich zwischen 15 und 16 Uhr an.|numbers
        """
}
