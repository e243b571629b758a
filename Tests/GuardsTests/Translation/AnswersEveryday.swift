/// Well translated lines of everyday talk in shops, at tables, counters and doors, in the form of ``AnswersFirst``. They
/// are replies, requests, offers, refusals, thanks and directions. Written before the guards were looked at again; nothing
/// in it was changed afterwards.
enum AnswersEveryday {
    static let good = """
        en>es|Sure thing.|Claro que sí.
        en>es|My pleasure.|Con mucho gusto.
        en>es|Can we get the check, please?|La cuenta, por favor.
        en>es|Could you lower the music?|Baje la música, por favor.
        en>es|And what about your sister?|¿Y tu hermana?
        en>es|I'm afraid the kitchen is closed.|Lo siento, la cocina está cerrada.
        en>es|Go straight on and turn left at the church.|Siga todo recto y gire a la izquierda en la iglesia.
        en>es|Help yourself.|Sírvase usted mismo.
        en>es|Would you like some more bread?|¿Quiere más pan?
        en>es|We don't accept cards.|No aceptamos tarjetas.
        en>es|Let me check for you.|Déjeme comprobarlo.
        en>es|Good evening, do you have a table for two?|Buenas noches. ¿Tienen una mesa para dos?
        en>es|Text me when you get home.|Avísame cuando llegues a casa.
        en>es|Here are your tickets.|Aquí tiene sus entradas.
        en>es|No way, I'm not doing that.|Ni hablar, no voy a hacer eso.
        en>fr|Don't mention it.|Je vous en prie.
        en>fr|With pleasure.|Volontiers.
        en>fr|May I have some water?|De l'eau, s'il vous plaît.
        en>fr|Shall we go?|On y va ?
        en>fr|Fair enough.|D'accord, je comprends.
        en>fr|Here you are, sir.|Voici, monsieur.
        en>fr|Sorry, I don't speak French.|Désolé, je ne parle pas français.
        en>fr|It's the second street on the right.|C'est la deuxième rue à droite.
        en>fr|If you need anything, just ask.|Si vous avez besoin de quoi que ce soit, n'hésitez pas à demander.
        en>fr|We can't take dogs, I'm afraid.|Nous ne pouvons malheureusement pas accepter les chiens.
        en>fr|How are you? And your wife?|Comment allez-vous ? Et votre femme ?
        en>fr|Could you take a picture of us?|Vous pouvez nous prendre en photo ?
        en>fr|Hello, I have a reservation.|Bonjour, j'ai une réservation.
        en>fr|Please fill in this form.|Veuillez remplir ce formulaire.
        en>fr|The lift is over there.|L'ascenseur est là-bas.
        en>de|Anytime!|Jederzeit gerne!
        en>de|Got you.|Verstanden.
        en>de|Could I have another beer?|Noch ein Bier, bitte.
        en>de|May I sit here?|Darf ich mich hierher setzen?
        en>de|I mustn't eat nuts.|Ich darf keine Nüsse essen.
        en>de|I'm sorry, we're closing.|Tut mir leid, wir schließen gleich.
        en>de|Take the tram to the main square.|Nehmen Sie die Straßenbahn bis zum Hauptplatz.
        en>de|Can I help you with your bags?|Soll ich Ihnen mit den Taschen helfen?
        en>de|Here's my passport.|Hier ist mein Reisepass.
        en>de|Absolutely not.|Auf keinen Fall.
        en>de|I wonder whether the museum is open.|Ob das Museum wohl offen ist?
        en>de|Thanks, and how is your mother?|Danke. Und wie geht es Ihrer Mutter?
        en>de|Just a moment, please.|Einen Moment, bitte.
        en>de|I can't give you a refund.|Ich kann Ihnen das Geld nicht zurückgeben.
        en>de|Let me know when you arrive.|Sagen Sie mir Bescheid, wenn Sie da sind.
        en>it|You are most welcome.|È stato un piacere.
        en>it|Right away, madam.|Subito, signora.
        en>it|Could you bring us the menu?|Ci porta il menù, per favore?
        en>it|Could we have two spoons?|Due cucchiai, per favore.
        en>it|I get the point.|Ho capito.
        en>it|I hope it's not serious.|Spero che non sia grave.
        en>it|Here's your coffee.|Ecco il suo caffè.
        en>it|I can't lift this suitcase.|Non riesco a sollevare questa valigia.
        en>it|The pharmacy is next to the bank.|La farmacia è accanto alla banca.
        en>it|Tell me when to stop.|Mi dica quando fermarmi.
        en>it|She is the director's assistant.|È l'assistente del direttore.
        en>it|Are you ready to order?|Volete ordinare?
        en>it|Where are you staying?|Dove alloggiate?
        en>it|Enjoy your meal!|Buon appetito!
        en>pt|Of course you can.|Claro que pode.
        en>pt|Glad to help.|Foi um prazer ajudar.
        en>pt|Could you repeat that?|Pode repetir, por favor?
        en>pt|Might I have a glass of wine?|Uma taça de vinho, por favor.
        en>pt|Here's your change.|Aqui está o seu troco.
        en>pt|I couldn't find the platform.|Não consegui encontrar a plataforma.
        en>pt|It's five minutes on foot.|São cinco minutos a pé.
        en>pt|No, thank you, I'm just looking.|Não, obrigado, só estou olhando.
        en>pt|If it rains, we'll stay in.|Se chover, ficamos em casa.
        en>pt|Do let us know if you're late.|Avise-nos se for se atrasar.
        en>pt|My brother works as a model.|Meu irmão trabalha como modelo.
        en>pt|What would you recommend?|O que recomenda?
        en>pt|Excuse me, is this seat taken?|Com licença. Este lugar está ocupado?
        en>zh|Okay, see you later.|好的，回头见。
        en>zh|Don't worry about it.|没关系。
        en>zh|Glad you could come.|很高兴你能来。
        en>zh|Understood.|明白。
        en>zh|Could you call me a taxi?|请帮我叫辆出租车。
        en>zh|Please show me your ticket.|请出示您的车票。
        en>zh|I can't eat spicy food.|我不能吃辣。
        en>zh|There's no way to open it.|无法打开。
        en>zh|Turn right at the traffic lights.|在红绿灯处右转。
        en>zh|If you are lost, call this number.|如果您迷路了，请打这个电话。
        en>zh|I need more towels.|我需要更多毛巾。
        en>zh|These are the opening hours.|以下是营业时间。
        en>zh|How about tomorrow?|明天怎么样？
        en>zh|I'm sorry, this seat is taken.|对不起，这个座位有人了。
        en>ja|Certainly, sir.|かしこまりました。
        en>ja|All right, then.|わかりました。
        en>ja|Could you open the window?|窓を開けてください。
        en>ja|Can I pay by card?|カードで払えますか。
        en>ja|Two coffees, please.|コーヒーを二つお願いします。
        en>ja|We have no rooms left.|申し訳ございませんが、満室でございます。
        en>ja|The toilet is at the end of the corridor.|トイレは廊下の突き当たりです。
        en>ja|Would you mind waiting here?|こちらでお待ちください。
        en>ja|What can I get you?|ご注文はお決まりですか。
        en>ja|I can't come tomorrow.|明日は来られません。
        en>ja|Feel free to take photos.|どうぞご自由に写真をお撮りください。
        en>ja|Please let me off here.|ここで降ろしてください。
        en>ja|I wonder what time it is.|今何時でしょうか。
        en>ja|Long time no see!|お久しぶりです！
        en>ko|Sure, go ahead.|네, 그러세요.
        en>ko|As you wish.|알겠습니다.
        en>ko|Can I get a receipt?|영수증 주세요.
        en>ko|Could you help me?|좀 도와주시겠어요?
        en>ko|Thanks, that helped a lot.|고마워요, 큰 도움이 됐어요.
        en>ko|I'm sorry but I have other plans.|죄송하지만 다른 약속이 있어요.
        en>ko|Please drive slowly.|천천히 운전해 주세요.
        en>ko|Take exit three.|3번 출구로 나가세요.
        en>ko|What would you like to drink?|뭐 마시겠어요?
        en>ko|Let me know if you need a blanket.|담요가 필요하시면 말씀하세요.
        en>ko|Next is the museum.|다음은 박물관입니다.
        en>ko|I'm allergic to eggs.|저는 계란 알레르기가 있어요.
        en>ko|Are you from here?|이 동네 분이세요?
        en>ar|Gladly.|بكل سرور.
        en>ar|Okay, I'll take it.|حسنًا، سآخذه.
        en>ar|You're right about that.|بالتأكيد أنت محق في ذلك.
        en>ar|Could you write it down?|اكتبها لي من فضلك.
        en>ar|Call me if you are late.|اتصل بي إذا تأخرت.
        en>ar|I hope you feel better soon.|آمل أن تتحسن قريبًا.
        en>ar|I can't walk any further.|لا أستطيع المشي أكثر.
        en>ar|Where's the nearest hospital?|أين أقرب مستشفى؟
        en>ar|As the owner, I decide.|بصفتي المالك، أنا من يقرر.
        en>ar|No, thanks.|لا، شكرًا.
        en>ar|The hotel is behind the mosque.|الفندق خلف المسجد.
        en>ar|Sorry, we have nothing smaller.|عذرًا، ليس لدينا أصغر من ذلك.
        en>hi|Yes, definitely.|हाँ, ज़रूर।
        en>hi|I get you.|मैं समझ गया।
        en>hi|Can I have the bill?|बिल दे दीजिए।
        en>hi|Could you speak up?|ज़रा ज़ोर से बोलिए।
        en>hi|Quite right.|बिल्कुल सही।
        en>hi|I regret being late.|मुझे खेद है कि मुझे देर हो गई।
        en>hi|If you want, we can walk.|यदि आपको ठीक लगे, तो हम पैदल चल सकते हैं।
        en>hi|I hope he comes.|आशा है वह आएगा।
        en>hi|Which bus goes to the market?|कौन सी बस बाज़ार जाती है?
        en>hi|Please give me your number.|कृपया अपना नंबर दीजिए।
        en>hi|Nothing for me, thanks.|मेरे लिए कुछ नहीं, धन्यवाद।
        en>hi|How may I help you?|मैं आपकी क्या मदद कर सकता हूँ?
        en>ru|Sounds good to me.|Хорошо, договорились.
        en>ru|You bet.|Конечно.
        en>ru|Message received.|Понял.
        en>ru|Could you tell me the way to the station?|Скажите, пожалуйста, как пройти к вокзалу?
        en>ru|Can we have the menu?|Принесите меню, пожалуйста.
        en>ru|How about you?|А вы?
        en>ru|Call me when you know more.|Дайте знать, когда узнаете больше.
        en>ru|I hope it will be warm.|Надеюсь, это будет тёплый день.
        en>ru|I can't give you a discount.|Я не могу сделать вам скидку.
        en>ru|Here's your order.|Вот ваш заказ.
        en>ru|I need to send a money transfer.|Мне нужно отправить денежный перевод.
        en>ru|If you need help, dial zero.|Если вам нужна помощь, наберите ноль.
        en>ru|Walk to the corner, then left.|Идите до угла, потом налево.
        es>en|¡Cómo no!|Of course!
        es>en|Ahora mismo.|Right away.
        es>en|¿Me pone un café?|A coffee, please.
        es>en|Cóbreme, por favor.|Can I pay, please?
        es>en|Tenga, su vuelta.|Here's your change.
        es>en|Ya caigo.|I see.
        es>en|Qué va, no hace falta.|No, there's no need.
        es>en|¿Y qué tal tu familia?|And how is your family?
        es>en|Cualquier cosa, me llamas.|If you need anything, call me.
        es>en|Es imposible aparcar aquí.|You can't park here.
        es>en|Vale, venga.|Okay, let's go.
        es>en|Me da igual.|I don't mind.
        es>en|Muchas gracias, ¿dónde está la salida?|Thank you very much. Where is the exit?
        es>en|Dígame.|How can I help you?
        fr>en|Ça marche.|Okay, great.
        fr>en|Pas de souci.|Sure, no problem.
        fr>en|Tenez, votre monnaie.|Here is your change.
        fr>en|Je vous écoute.|How can I help you?
        fr>en|Vous n'auriez pas un stylo ?|Do you have a pen?
        fr>en|Un café, s'il vous plaît.|Could I have a coffee, please?
        fr>en|Défense de fumer.|No smoking.
        fr>en|C'est complet ce soir.|I'm sorry, we're full tonight.
        fr>en|Et vous, vous prenez quoi ?|And you, what are you having?
        fr>en|Bien entendu.|Of course.
        fr>en|On se tutoie ?|Shall we use first names?
        fr>en|Tournez à gauche après le pont.|Turn left after the bridge.
        de>en|Aber gern!|Certainly!
        de>en|Geht klar.|Sure, will do.
        de>en|Alles klar, bis dann.|Okay, see you then.
        de>en|Ich hätte gern ein Zimmer.|Could I have a room, please?
        de>en|Bitte schön, Ihr Kaffee.|Here is your coffee.
        de>en|Melden Sie sich, falls etwas fehlt.|Let me know if anything is missing.
        de>en|Achtung, frisch gestrichen!|Please note: wet paint!
        de>en|Da kann man nichts machen.|I'm afraid nothing can be done.
        de>en|Und selbst?|And you?
        de>en|Würden Sie mir bitte das Salz reichen?|Pass me the salt, please.
        de>en|Ach so.|Oh, I see.
        de>en|Wo tut es denn weh?|Where does it hurt?
        it>en|Figurati.|Don't mention it.
        it>en|Ma certo, si accomodi.|Of course, have a seat.
        it>en|Mi fa il conto?|The bill, please.
        it>en|Prego, ecco la chiave.|Here is your key.
        it>en|Desidera?|What would you like?
        it>en|Mi chiedo se ci sia un treno.|I wonder if there is a train.
        it>en|Purtroppo è finito.|I'm sorry, it's sold out.
        it>en|Permesso, posso entrare?|Excuse me. May I come in?
        it>en|Ti va un gelato?|Do you feel like an ice cream?
        it>en|Si serva pure.|Feel free to help yourself.
        it>en|In bocca al lupo!|Good luck!
        pt>en|Pode deixar.|Sure, leave it to me.
        pt>en|Imagina!|You're welcome!
        pt>en|Me vê um pão de queijo?|One cheese bread, please.
        pt>en|Toma, a tua chave.|Here's your key.
        pt>en|Qualquer coisa, me avise.|Let me know if you need anything.
        pt>en|Fica na esquina.|It's on the corner.
        pt>en|Não dá.|I can't.
        pt>en|Está bem, vamos embora.|Okay, let's leave.
        pt>en|E você, vai pedir o quê?|And you, what are you going to order?
        pt>en|Tem troco para vinte?|Do you have change for twenty?
        zh>en|行，没事。|Sure, no worries.
        zh>en|不客气。|You're welcome.
        zh>en|给您找零。|Here is your change.
        zh>en|欢迎光临，几位？|Welcome! How many people?
        zh>en|麻烦您结一下账。|Could we have the bill, please?
        zh>en|那好吧。|Okay, fine.
        zh>en|不好意思，卖完了。|I'm sorry, it's sold out.
        zh>en|有需要请按铃。|If you need anything, please ring the bell.
        zh>en|一直走到头。|Go straight to the end.
        zh>en|你呢，想喝点什么？|And you, what would you like to drink?
        zh>en|原来如此。|I see.
        zh>en|我来帮你拿。|Let me carry that for you.
        ja>en|いいですよ。|Sure.
        ja>en|了解です。|Got it.
        ja>en|とんでもないです。|Not at all.
        ja>en|お会計お願いします。|Can I have the bill, please?
        ja>en|こちらがお部屋の鍵です。|Here is your room key.
        ja>en|あいにく満席です。|I'm afraid we're full.
        ja>en|何かありましたらお呼びください。|Please call me if you need anything.
        ja>en|まっすぐ行って右です。|Go straight and it's on the right.
        ja>en|すみませんトイレはどこですか|Excuse me. Where is the toilet?
        ja>en|なるほど。|I see.
        ja>en|写真を撮ってもらえますか。|Please take a picture of us.
        ja>en|ちょっと無理ですね。|I'm afraid I can't.
        ko>en|네, 그럼요.|Yes, of course.
        ko>en|천만에요.|You're welcome.
        ko>en|물 좀 주세요.|Could I have some water?
        ko>en|여기 있습니다, 손님.|Here you are.
        ko>en|여기 열쇠요.|Here's the key.
        ko>en|그렇군요.|I see.
        ko>en|지금은 좀 곤란해요.|I'm afraid I can't right now.
        ko>en|어떻게 오셨어요?|How can I help you?
        ko>en|화장실이 어디예요|Where is the restroom?
        ko>en|그래, 가자.|Okay, let's go.
        ko>en|혹시 자리 있나요?|Do you have a table, by any chance?
        ar>en|أكيد.|Sure.
        ar>en|تفضل المفتاح.|Here is the key.
        ar>en|على الرحب والسعة.|You're welcome.
        ar>en|تمام، فهمت.|Okay, I understand.
        ar>en|الحساب لو سمحت.|Could I have the bill, please?
        ar>en|وماذا عنك؟|And what about you?
        ar>en|للأسف الغرف كلها محجوزة.|I'm sorry, all the rooms are booked.
        ar>en|شكرًا جزيلًا، كم الساعة؟|Thank you very much. What time is it?
        ar>en|إن شاء الله خير.|I hope everything is all right.
        ar>en|امش على طول ثم يمين.|Walk straight, then right.
        hi>en|जी हाँ, बैठिए।|Yes, please sit down.
        hi>en|कोई बात नहीं।|No problem.
        hi>en|यह लीजिए आपकी चाबी।|Here is your key.
        hi>en|थोड़ा पानी मिलेगा?|Some water, please.
        hi>en|ठीक है, चलते हैं।|Okay, let's go.
        hi>en|अच्छा, यह बात है।|I see.
        hi>en|माफ़ कीजिए, जगह नहीं है।|I'm sorry, there is no space.
        hi>en|और बताइए?|And how are you?
        hi>en|स्टेशन कितनी दूर है|How far is the station?
        hi>en|आगे से बाएँ मुड़िए।|Turn left ahead.
        ru>en|Да ладно, не за что.|Oh, you're welcome.
        ru>en|Само собой.|Of course.
        ru>en|Вот ваши ключи.|Here are your keys.
        ru>en|Будьте добры, счёт.|Could we have the bill, please?
        ru>en|Слушаю вас.|How can I help you?
        ru>en|Угу, ясно.|I see.
        ru>en|Увы, мест нет.|I'm sorry, there are no seats left.
        ru>en|А у вас как дела?|And how are you?
        ru>en|Если что, звоните.|If you need anything, call me.
        ru>en|Не подскажете, который час?|Could you tell me the time, please?
        ru>en|Ну, пошли.|Okay, let's go.
        es>de|Enseguida, señora.|Gerne, sofort.
        es>de|¿Me trae la cuenta?|Die Rechnung, bitte.
        es>de|No puedo comer gluten.|Ich darf kein Gluten essen.
        es>de|Aquí tiene su llave.|Hier ist Ihr Schlüssel.
        es>de|¿Qué desea?|Was darf es sein?
        es>pt|Vale, perfecto.|Está bem, perfeito.
        es>pt|Con permiso.|Com licença.
        es>pt|Dime cuándo llegas.|Avise-me quando chegar.
        fr>de|Avec plaisir.|Sehr gern.
        fr>de|Je peux payer par carte ?|Kann ich mit Karte zahlen?
        fr>de|Entendu, à demain.|Alles klar, bis morgen.
        fr>es|De rien.|De nada.
        fr>es|Il me faudrait un reçu.|¿Me podría dar un recibo?
        fr>es|Je n'y peux rien.|No puedo hacer nada.
        de>ru|Gern geschehen.|Пожалуйста.
        de>ru|Kann ich zahlen?|Счёт, пожалуйста.
        de>ru|Stimmt.|Конечно, верно.
        de>fr|Hätten Sie noch ein Zimmer?|Il vous reste une chambre ?
        de>fr|Kein Thema.|Bien sûr, pas de problème.
        it>es|Volentieri, grazie.|Con gusto, gracias.
        it>es|Mi sa dire l'ora?|¿Qué hora es, por favor?
        pt>fr|Com certeza.|Certainement.
        pt>fr|Pode me ajudar?|Aidez-moi, s'il vous plaît.
        zh>ja|当然可以。|もちろんいいですよ。
        zh>ja|请给我看看菜单。|メニューを見せてもらえますか。
        zh>ja|知道了。|わかりました。
        zh>ko|没事儿。|괜찮아요.
        zh>ko|您要点什么？|뭐 드릴까요?
        ja>zh|はい、どうぞ。|好的，请。
        ja>zh|失礼します。|打扰了。
        ja>ko|お水をください。|물 좀 주시겠어요?
        ja>ko|かしこまりました。|알겠습니다.
        ko>ja|네, 알겠어요.|はい、わかりました。
        ko>ja|메뉴판 좀 보여 주세요.|メニューを見せていただけますか。
        ko>zh|감사합니다, 얼마예요?|谢谢。多少钱？
        ru>de|Хорошо, спасибо.|Gut, danke.
        ru>de|Можно меню?|Die Speisekarte, bitte.
        ar>fr|طبعا، تفضل.|Bien sûr, je vous en prie.
        ar>fr|ممكن كأس ماء؟|Un verre d'eau, s'il vous plaît.
        hi>fr|ज़रूर।|Bien sûr.
        hi>de|मुझे पानी चाहिए।|Könnte ich etwas Wasser haben?
        """
}
