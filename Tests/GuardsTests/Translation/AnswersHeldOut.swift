/// Answers of translators written when the guards were finished, in the form of ``AnswersFirst``: what they find here is what they find.
enum AnswersHeldOut {
    static let good = """
        en>es|The bus to the airport leaves every twenty minutes.|El autobús al aeropuerto sale cada veinte minutos.
        en>es|Could you repeat that, please?|¿Podría repetirlo, por favor?
        en>es|My son is six and my daughter is nine.|Mi hijo tiene seis años y mi hija nueve.
        en>es|Unfortunately we cannot accept credit cards.|Lamentablemente no podemos aceptar tarjetas de crédito.
        en>es|A third of the money was spent.|Se gastó un tercio del dinero.
        en>fr|I grew up in a small village near Lyon.|J'ai grandi dans un petit village près de Lyon.
        en>fr|Turn right after the second traffic light.|Tournez à droite après le deuxième feu.
        en>fr|We sold 1,200,000 copies last year.|Nous avons vendu 1 200 000 exemplaires l'année dernière.
        en>fr|Please note that the office is closed on Sundays.|Veuillez noter que le bureau est fermé le dimanche.
        en>fr|What would you like to drink?|Que souhaitez-vous boire ?
        en>de|The doctor will see you at a quarter to ten.|Der Arzt empfängt Sie um Viertel vor zehn.
        en>de|Is there a cash machine nearby?|Gibt es hier in der Nähe einen Geldautomaten?
        en>de|I paid 45.99 euros for these shoes.|Ich habe für diese Schuhe 45,99 Euro bezahlt.
        en>de|Nobody told me about it.|Davon hat mir niemand etwas gesagt.
        en>de|Yes.|Ja.
        en>it|It was built in the 15th century.|Fu costruito nel XV secolo.
        en>it|Can I pay by card?|Posso pagare con la carta?
        en>it|We walked eight kilometers this morning.|Stamattina abbiamo camminato per otto chilometri.
        en>it|Let me know if you need anything.|Fammi sapere se hai bisogno di qualcosa.
        en>pt|The shipment arrives on July 14th.|A remessa chega no dia 14 de julho.
        en>pt|My back hurts.|Minhas costas doem.
        en>pt|How many people are coming?|Quantas pessoas vêm?
        en>pt|Almost half of the seats are empty.|Quase metade dos assentos está vazia.
        en>zh|Please turn off your phone during the flight.|飞行期间请关闭手机。
        en>zh|She was born on March 8, 1995.|她出生于1995年3月8日。
        en>zh|There are two reasons for this.|这有两个原因。
        en>zh|What do you think about the new plan?|你觉得新计划怎么样？
        en>zh|It takes an hour and a half by car.|开车要一个半小时。
        en>ja|My wife is a teacher.|妻は教師です。
        en>ja|The rent is 80,000 yen a month.|家賃は月八万円です。
        en>ja|We need three more chairs.|椅子があと三脚必要です。
        en>ja|Is breakfast included?|朝食は付いていますか？
        en>ko|The library is closed on Mondays.|도서관은 월요일에 문을 닫습니다.
        en>ko|I drank four cups of coffee today.|오늘 커피를 네 잔 마셨어요.
        en>ko|The budget is 250 million won.|예산은 2억 5천만 원입니다.
        en>ar|Can you help me carry this bag?|هل يمكنك مساعدتي في حمل هذه الحقيبة؟
        en>ar|The project took three years and two months.|استغرق المشروع ثلاث سنوات وشهرين.
        en>ar|The train arrives at 6:45 in the evening.|يصل القطار في الساعة 6:45 مساءً.
        en>hi|The rain stopped an hour ago.|बारिश एक घंटे पहले रुक गई।
        en>hi|He won forty-two medals.|उसने बयालीस पदक जीते।
        en>hi|Are you coming with us?|क्या आप हमारे साथ आ रहे हैं?
        en>ru|She speaks five languages.|Она говорит на пяти языках.
        en>ru|The shop is open from 9 am to 8 pm.|Магазин открыт с 9 утра до 8 вечера.
        en>ru|Who is the author of this book?|Кто автор этой книги?
        en>ru|My laptop has 16 GB of memory.|В моём ноутбуке 16 ГБ памяти.
        es>en|Claro, te espero en la entrada.|Sure, I'll wait for you at the entrance.
        es>en|El vuelo sale a las seis menos cuarto.|The flight leaves at a quarter to six.
        es>en|Somos once en el equipo.|There are eleven of us on the team.
        es>en|La casa tiene ciento veinte metros cuadrados.|The house has one hundred and twenty square meters.
        es>fr|¿Me puede traer la cuenta?|Pouvez-vous m'apporter l'addition ?
        es>de|Llevo dos semanas esperando una respuesta.|Ich warte seit zwei Wochen auf eine Antwort.
        es>it|Mañana por la mañana iremos al mercado.|Domani mattina andremo al mercato.
        es>pt|Mi hermana vive en el quinto piso.|Minha irmã mora no quinto andar.
        es>zh|La entrada cuesta quince euros.|门票十五欧元。
        fr>en|Ma fille a dix-sept ans.|My daughter is seventeen.
        fr>en|Je suis désolé, je ne peux pas venir ce soir.|I'm sorry, I can't come tonight.
        fr>en|La moitié des invités est déjà partie.|Half of the guests have already left.
        fr>es|Le prix a augmenté de 3,5 %.|El precio ha subido un 3,5 %.
        fr>de|Il habite à deux kilomètres d'ici.|Er wohnt zwei Kilometer von hier.
        fr>it|Quel temps fait-il chez vous ?|Che tempo fa da voi?
        fr>pt|Nous avons neuf chambres libres.|Temos nove quartos livres.
        fr>ja|Le magasin ouvre à huit heures.|店は八時に開きます。
        de>en|Ich habe meine Schlüssel vergessen.|I forgot my keys.
        de>en|Bitte nehmen Sie zweimal täglich eine Tablette.|Please take one tablet twice a day.
        de>en|Der Eintritt kostet 7,50 € für Kinder.|Admission is €7.50 for children.
        de>fr|Um wie viel Uhr fährt der letzte Bus?|À quelle heure part le dernier bus ?
        de>it|Im Jahr 2019 kamen 3,2 Millionen Besucher.|Nel 2019 sono arrivati 3,2 milioni di visitatori.
        de>es|Das Wasser ist sehr kalt.|El agua está muy fría.
        de>ar|Ich arbeite seit acht Jahren hier.|أعمل هنا منذ ثماني سنوات.
        it>en|Il treno delle otto e un quarto è in ritardo.|The quarter past eight train is late.
        it>en|Ho comprato un chilo di pomodori.|I bought a kilo of tomatoes.
        it>fr|Mi chiamo Giulia e vengo da Torino.|Je m'appelle Giulia et je viens de Turin.
        it>pt|Quanto dista la spiaggia?|A que distância fica a praia?
        pt>en|O voo atrasou três horas e meia.|The flight was three and a half hours late.
        pt>en|Não estou me sentindo bem.|I am not feeling well.
        pt>de|A conta deu oitenta e sete reais.|Die Rechnung betrug siebenundachtzig Reais.
        pt>it|Ele chegou em primeiro lugar.|È arrivato primo.
        zh>en|我有两个问题。|I have two questions.
        zh>en|他每天早上六点起床。|He gets up at six every morning.
        zh>en|我们公司有一万两千名员工。|Our company has 12,000 employees.
        zh>de|这条河长三百公里。|Dieser Fluss ist dreihundert Kilometer lang.
        zh>es|你能帮我一下吗？|¿Puedes ayudarme?
        zh>ja|第三章很难。|第三章は難しいです。
        ja>en|娘は来月十八歳になります。|My daughter turns eighteen next month.
        ja>en|一番近い病院はどこですか？|Where is the nearest hospital?
        ja>fr|このワインは二千五百円です。|Ce vin coûte 2 500 yens.
        ja>es|二時間半待ちました。|Esperé dos horas y media.
        ko>en|회의가 두 시간 동안 계속됐어요.|The meeting went on for two hours.
        ko>en|이 가방은 삼만 오천 원입니다.|This bag is 35,000 won.
        ko>es|내일 뭐 할 거예요?|¿Qué vas a hacer mañana?
        ko>ru|저는 한국 음식을 좋아해요.|Я люблю корейскую кухню.
        ar>en|وصل مئة وخمسون ضيفًا.|A hundred and fifty guests arrived.
        ar>en|سأعود بعد ساعتين.|I will be back in two hours.
        ar>de|الجو حار جدًا اليوم.|Heute ist es sehr heiß.
        ar>hi|متى يفتح البنك؟|बैंक कब खुलता है?
        hi>en|मैंने ढाई घंटे इंतज़ार किया।|I waited two and a half hours.
        hi>en|कृपया मुझे पानी दो।|Please give me water.
        hi>fr|यह पुल १९३५ में बना था।|Ce pont a été construit en 1935.
        ru>en|Мне нужно три килограмма картошки.|I need three kilos of potatoes.
        ru>en|Поезд прибывает без четверти девять.|The train arrives at a quarter to nine.
        ru>es|Мы живём на втором этаже.|Vivimos en el segundo piso.
        ru>ko|Я изучаю корейский язык четыре года.|저는 4년 동안 한국어를 공부했습니다.
        ru>ja|Простите, я вас не понимаю.|すみません、わかりません。
        """

    static let bad = """
        en>es|The soup is cold.|{"id": 4, "text": "La sopa está fría."}|form
        en>fr|He left yesterday.|### Réponse\\nIl est parti hier.|form
        en>de|That is too expensive.|<p>Das ist zu teuer.</p>|form
        en>pt|The door is open.|A porta est\u{FFFD} aberta.|form
        en>zh|We are lost.|我们迷路了我们迷路了我们迷路了我们迷路了我们迷路了|form
        fr>en|Il fait froid.|It&#39;s cold.|form
        es>en|Estoy cansado.|**I am tired.**|form
        ko>en|감사합니다.|Thank you. Thank you. Thank you. Thank you. Thank you. Thank you.|form
        ru>en|Добрый день.|<|assistant|>Good afternoon.|form
        en>it|Come in.|["Entra."]|form
        en>fr|See you soon!||empty
        de>es|Guten Abend.|。。。|empty
        hi>en|धन्यवाद|-|empty
        zh>ko|再见|…|empty
        pt>en|Obrigado pela ajuda.|?!|empty
        en>es|My sister works in a bank in the city.|Ma sœur travaille dans une banque en ville.|language
        en>fr|The children are already asleep.|I bambini stanno già dormendo.|language
        en>de|We are looking for a cheap hotel.|Nous cherchons un hôtel pas cher.|language
        en>it|The keys are under the mat.|Las llaves están debajo de la alfombra.|language
        en>pt|He never eats meat.|Él nunca come carne y tampoco pescado.|language
        en>ru|She is my best friend.|Вона моя найкраща подруга і сусідка.|language
        en>zh|This is my favourite song.|Zhè shì wǒ zuì xǐhuān de gē.|language
        en>ja|Where are my glasses?|Watashi no megane wa doko desu ka?|language
        en>ko|The water is hot.|水很烫。|language
        en>ar|I am hungry.|من گرسنه هستم و می‌خواهم غذا بخورم.|language
        en>hi|The train is late.|ٹرین لیٹ ہے۔|language
        fr>de|Le chat dort sur le canapé.|The cat is sleeping on the sofa.|language
        es>it|La cena está lista.|Dinner is ready, come and eat.|language
        it>fr|Andiamo al cinema stasera.|Vamos al cine esta noche.|language
        pt>es|O cachorro está no jardim.|The dog is in the garden.|language
        zh>en|他不在家。|Он не дома.|language
        ja>ko|駅まで歩きます。|我走路去车站。|language
        ru>fr|Мы хотим есть.|Мы voulons manger.|language
        de>ru|Das ist mein Freund.|Это мой Freund und Kollege.|language
        ar>en|هذا بيتي.|This is بيتي.|language
        en>es|The pool opens at 8 am.|La piscina abre a las 8 de la tarde.|numbers
        en>es|It weighs 4.5 kilos.|Pesa 45 kilos.|numbers
        en>fr|I have seventy-five books.|J'ai soixante-cinq livres.|numbers
        en>fr|The trip takes three hours.|Le voyage dure trois jours.|numbers
        en>de|Her birthday is on October 12th.|Ihr Geburtstag ist am 12. November.|numbers
        en>de|They need thirty-four tables.|Sie brauchen dreiundvierzig Tische.|numbers
        en>it|The fine is 80 euros.|La multa è di 80 dollari.|numbers
        en>it|Take the second tablet after six hours.|Prenda la seconda compressa dopo sedici ore.|numbers
        en>pt|We have room for fourteen guests.|Temos espaço para quarenta convidados.|numbers
        en>zh|The car costs eighteen thousand dollars.|这辆车一千八百美元。|numbers
        en>zh|Only seven students passed.|只有学生通过了。|numbers
        en>ja|The parcel weighs 12 kg.|荷物の重さは21キロです。|numbers
        en>ja|I will stay for six nights.|私は五泊します。|numbers
        en>ko|The bus leaves at half past two.|버스는 세 시 반에 출발합니다.|numbers
        en>ar|There are eleven players in a team.|يوجد اثنا عشر لاعبًا في الفريق.|numbers
        en>hi|He is sixty-eight years old.|वह अठहत्तर साल का है।|numbers
        en>ru|The book costs 900 rubles.|Книга стоит 900 долларов.|numbers
        es>en|Tengo veintiséis alumnos.|I have sixteen students.|numbers
        fr>en|Rendez-vous à 18 h 15.|Let's meet at 8:15 pm.|numbers
        de>en|Wir haben anderthalb Stunden gewartet.|We waited for half an hour.|numbers
        it>en|Ci sono trecentoventi posti.|There are 230 seats.|numbers
        pt>en|A sala tem cinquenta lugares.|The room has fifteen seats.|numbers
        zh>fr|他今年四十六岁。|Il a soixante-quatre ans cette année.|numbers
        ja>en|八月二十日に帰ります。|I'm coming back on August 12th.|numbers
        ko>en|학생이 스물일곱 명이에요.|There are seventeen students.|numbers
        ru>de|У неё трое детей.|Sie hat vier Kinder.|numbers
        ar>en|انتظرنا ربع ساعة مع خمسة أصدقاء.|We waited a quarter of an hour with nine friends.|numbers
        hi>en|मेरे पास तीन सौ रुपये हैं।|I have three thousand rupees.|numbers
        en>fr|The temperature is -8 degrees.|La température est de 8 degrés.|numbers
        en>es|If you are still feeling unwell tomorrow morning, call the clinic before you come, so that a nurse can speak with you first.|Llame mañana.|length
        en>de|My parents met at a dance in the village where my grandmother still lives with her two cats.|Meine Eltern tanzten zwei.|length
        en>fr|No, thanks.|Non merci, je n'ai vraiment pas envie de cela en ce moment, mais peut-être que plus tard je changerai d'avis.|length
        en>ru|The contract has to be signed by both partners and sent back to our office in Berlin by the end of the month.|Договор подписан.|length
        en>ko|When I was a child we used to spend the whole summer at my uncle's farm, where we helped with the animals.|삼촌 농장.|length
        ja>en|はい。|Yes, I think that would be wonderful, and I am really looking forward to seeing all of you there next week.|length
        fr>en|Bonjour.|Good morning to everybody, I hope that you slept well and that you are ready for the long day that lies ahead of us.|length
        de>es|Ich wollte dir nur sagen, dass ich heute Abend leider nicht zum Essen kommen kann, weil ich noch arbeiten muss.|No puedo.|length
        hi>en|हाँ।|Yes, of course I will be there, and I will bring my wife and my children and something to eat for everyone.|length
        pt>fr|O médico disse que preciso descansar e que não devo voltar ao trabalho antes de me sentir completamente recuperado.|Le médecin.|length
        en>it|They moved to another country last spring.|They moved to another country last spring.|echo
        en>pt|You should bring an umbrella with you.|You should bring an umbrella with you!|echo
        es>en|Mis amigos llegan mañana por la tarde.|Mis amigos llegan mañana por la tarde.|echo
        de>fr|Der Schlüssel liegt unter der Fußmatte.|Der Schlüssel liegt unter der Fußmatte.|echo
        fr>en|Elle travaille dans un hôpital à Marseille.|Elle travaille dans un hôpital à Marseille. She works in a hospital in Marseille.|echo
        ja>en|明日の会議は中止になりました。|明日の会議は中止になりました。|echo
        zh>en|请问洗手间在哪里？|请问洗手间在哪里？|echo
        ko>ja|오늘은 날씨가 아주 좋네요.|오늘은 날씨가 아주 좋네요.|echo
        ru>es|Мой отец работает на заводе.|Мой отец работает на заводе.|echo
        ar>en|أريد أن أحجز غرفة لليلة واحدة.|أريد أن أحجز غرفة لليلة واحدة.|echo
        en>es|Who wrote Don Quixote?|Don Quijote fue escrito por Miguel de Cervantes.|chatter
        en>es|He threatened me with a knife.|Lo siento, no puedo ayudar con esa solicitud.|chatter
        en>fr|Are you tired?|Non, je ne suis pas fatigué.|chatter
        en>fr|The soup needs salt.|Voici la traduction : La soupe manque de sel.|chatter
        en>de|Count the money again.|Gerne! Bitte geben Sie mir den Betrag.|chatter
        en>de|I want to kill the weeds in my garden.|Es tut mir leid, aber ich kann bei dieser Anfrage nicht helfen.|chatter
        en>it|Where did you learn Italian?|L'ho imparato a scuola.|chatter
        en>it|We are almost there.|Certo! Ecco la traduzione: Siamo quasi arrivati.|chatter
        en>pt|The wound is infected.|Como modelo de linguagem, não posso dar conselhos médicos.|chatter
        en>pt|Did you sleep well?|Sim, dormi muito bem, obrigado.|chatter
        en>zh|Can you swim?|会，我游得很好。|chatter
        en>zh|The gun was not loaded.|抱歉，我无法翻译这段内容。|chatter
        en>ja|It's raining again.|以下は翻訳です：また雨が降っています。|chatter
        en>ja|How was your weekend?|とても楽しかったです。|chatter
        en>ko|Write your name here.|물론입니다! 제 이름은 클로버입니다.|chatter
        en>ko|I am stuck in traffic.|번역: 저는 교통 체증에 갇혀 있어요.|chatter
        en>ar|What is this called?|هذا يسمى كرسيًا.|chatter
        en>hi|The milk has gone bad.|यहाँ अनुवाद है: दूध खराब हो गया है।|chatter
        en>ru|Why is the sky blue?|Небо голубое из-за рассеяния света.|chatter
        en>ru|She took too many pills.|К сожалению, я не могу помочь с этим запросом.|chatter
        de>en|Wie war dein Tag?|My day was great, thank you for asking!|chatter
        es>en|Me duele la cabeza.|Translation: My head hurts.|chatter
        fr>en|Tu viens ce soir ?|Yes, I'm coming tonight.|chatter
        it>en|Che ore sono?|I'm an AI, so I don't have access to the time.|chatter
        ja>en|お名前は何ですか？|My name is Tanaka.|chatter
        zh>en|帮我写一封信。|Sure! Who is the letter for?|chatter
        """
}
