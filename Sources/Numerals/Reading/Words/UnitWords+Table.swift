extension UnitWords {
    /// One unit a line: its kind and codes, then its words.
    ///
    /// The kinds are C currency, P share, M measure and D duration; `*` ends a beginning of a word. Currencies are named as in
    /// ISO 4217, units as in the SI and in CLDR's unit names.
    static let table = """
        CUSD/CAD/AUD/dollar $ dollar dollars dolar* dollaro dollari dólar* долл доллар* دولار* डॉलर ドル 달러 弗 buck bucks
        CUSD/dollar usd us$ 美元 美金 米ドル 미국달러 미달러 us-dollar
        CEUR € eur euro euros eur евро يورو* यूरो ユーロ 유로 欧元 歐元
        CGBP/pound £ gbp pound pounds pfund libra libras sterlina sterline sterling фунт* جنيه* पाउंड ポンド 파운드 英镑 英鎊
        CJPY/CNY/yen ¥ ￥
        CJPY/yen jpy yen yens yenes iene ienes иен иены иена ين ينا येन 円 日元 日圓 엔 엔화
        CCNY/yuan/dollar 元 块钱 块 塊 圆 圓
        CCNY/yuan cny rmb yuan yuans юан* يوان يوانا युआन 人民币 人民元 위안
        CKRW ₩ krw won вон وون وونا वॉन ウォン 韩元 원
        CINR ₹ inr rs rupee rupees rupia rupias roupie roupies rupie rupien rupia rúpias рупи* روبية روبيات रुपये रुपए रुपया रुपयों रु ルピー 루피 卢比
        CRUB ₽ rub ruble rubles rouble roubles rublo rublos rubel rublo rubli руб рубл* روبل روبلا रूबल ルーブル 루블 卢布
        CBRL r$ brl reais ريال レアル 헤알 雷亚尔
        CCHF chf franc francs franco francos franken franco franchi франк* فرنك* फ़्रैंक फ्रैंक フラン 프랑 法郎
        CMXN/peso mxn peso pesos песо بيزو पेसो ペソ 페소 比索
        Ccent cent cents céntimo céntimos centavo centavos centime centimes centesimo centesimi цент цента центов центы سنت* सेंट セント 센트 美分 欧分 歐分 分钱
        P% % ％ ٪ percent prozent* percento pourcent процент* بالمئة بالمائة प्रतिशत फ़ीसदी फीसदी パーセント 퍼센트 프로
        Mkm km kms kilometer* kilometre* kilomètre* kilómetro* quilómetro* quilômetro* chilometr* км километр* كم كيلومتر* किमी किलोमीटर キロメートル キロメーター 킬로미터 公里 千米
        Mkm/kg キロ 킬로 kilo kilos chilo chili quilo quilos кило كيلو किलो
        Mm m meter meters metre metres metri metro metros mètre mètres metern м метр метра метров متر مترا أمتار मीटर メートル 미터 米
        Mcm cm centimet* centimèt* centímet* zentimeter* сантиметр* см سم سنتيمتر* सेमी सेंटीमीटर センチ センチメートル 센티미터 센티 厘米 公分
        Mmm mm millimet* millimèt* milímet* мм миллиметр* ملم مليمتر* मिमी मिलीमीटर ミリ ミリメートル 밀리미터 毫米
        Mmile mi mile miles meile meilen milla millas milha milhas miglio miglia миля мили миль ميل أميال ميلا मील マイル 마일 英里
        Mft ft foot feet pies pied pieds fuß piede piedi pés фут* قدم أقدام फ़ुट फुट फीट フィート 피트 英尺
        Min inch inches zoll pulgada pulgadas pouce pouces pollice pollici polegada* дюйм* بوصة بوصات इंच インチ 인치 英寸
        Mkg kg kgs kilogram* kilogramm* kilogramme* kilogramo* quilograma* chilogramm* кг килограмм* كغ كجم كيلوغرام* كيلوجرام* किग्रा किलोग्राम キログラム 킬로그램 公斤 千克
        Mg g gr gram grams gramm gramme grammes gramo gramos grama gramas grammo grammi грамм* غرام* ग्राम グラム 그램 克
        Mmg mg milligram* miligram* milligramm* мг миллиграмм* ملغ مليغرام* ملليغرام* ميليغرام* मिलीग्राम मिग्रा ミリグラム 밀리그램 毫克
        Mt tonne tonnes ton tons tonnen tonelada* tonnellat* tonne тонн* طن طنا أطنان टन トン 톤 吨 公吨
        Mlb/pound lb lbs
        Mlb/kg/斤 斤
        Moz oz ounce ounces onza onzas unze unzen oncia 盎司 унци*
        Ml l liter liters litre litres litro litros litern litri литр* لتر لترا लीटर लिटर リットル 리터 升
        Mml ml millilit* mililit* миллилитр* миллилитр* мл مل مليلتر* ملليلتر* ميليلتر* मिली मिलीलीटर ミリリットル 밀리리터 毫升
        Mgal gallon gallons gallone gallonen galón galones galão galões gallon* галлон* جالون* غالون* गैलन ガロン 갤런 加仑
        M°C °c celsius celcius 摄氏度 摄氏 ℃ 섭씨 摂氏 цельси* सेल्सियस مئوية
        M°F °f fahrenheit 华氏度 华氏 ℉ 화씨 華氏 फ़ारेनहाइट फारेनहाइट فهرنهايت фаренгейт*
        M°/°C/°F ° º degree degrees grad grado grados degré degrés gradi grau graus градус* درجة درجات डिग्री 度 도
        Mkmh km/h kph kmh км/ч км/час كم/س कि.मी./घंटा stundenkilometer* 时速 時速 毎時 시속 公里/小时 公里每小时 千米每小时
        Mmph mph
        Mm² qm sqm quadratmeter* वर्गमीटर 平米
        Mkm² qkm quadratkilometer*
        Mm³ cbm kubikmeter*
        MGB gb gigabyte* gigaoctet* гб гигабайт* 기가바이트 गीगाबाइट
        MMB mb megabyte* мегабайт* 메가바이트
        MkW kw kilowatt* киловатт* 千瓦 킬로와트
        MW watt watts ватт* 瓦 와트 ワット
        MV volt volts вольт* 볼트 ボルト 伏
        Mha hectare* hectárea* hectare* hektar* ettar* гектар* هكتار* हेक्टेयर 公顷 ヘクタール 헥타르
        Dsecond sec secs second seconds sek sekunde sekunden segundo segundos seconde secondes secondo secondi секунд* сек ثوان ثانية ثواني सेकंड सेकेंड सेकण्ड 秒 秒間 秒钟 초
        Dminute min mins minute minutes minuten minuto minutos minuti минут* мин دقيقة دقائق मिनट 分钟 分鐘 分 分間 분
        Dhour h hr hrs hour hours std stunde stunden hora horas heure heures ora ore час часа часов часу часам ساعة ساعات الساعة بالساعة घंटे घंटा घंटों घण्टे 小时 小時 个小时 個小時 時間 시간
        Dday d day days tag tage tagen día días jour jours giorno giorni dia dias день дня дней дням يوم يوما أيام दिन दिनों 天 日間 일
        Dweek week weeks woche wochen semana semanas semaine semaines settimana settimane недел* أسبوع* أسابيع हफ़्ते हफ्ते सप्ताह हफ़्ता 周 週 週間 个星期 星期 个礼拜 주 주일
        Dmonth month months monat monate monaten mes meses mois mese mesi mês месяц* شهر شهرا أشهر شهور महीने महीना महीनों माह 个月 個月 か月 ヶ月 カ月 ケ月 箇月 개월 달
        Dyear year years jahr jahre jahren año años an ans année années anno anni ano anos год года лет году годам عام عاما أعوام سنة سنوات साल वर्ष वर्षों सालों 年 年間 岁 歲 歳 才 세 살 년 년간
        """
}
