/// Names that are not words of any language written in Latin letters.
///
/// So they are names in lower case as well, as many recognizers write them. They are typed from general knowledge.
///
/// Ordinary words of some language (`rose`, `nice`, `apple`, `lima`) are not in this list: in lower case they may be that word.
/// The names that a language has for places (`Londres`, `Germany`) are not in it either: they are evidence for that language.
enum CommonNames {
    /// The names of people, places and firms together.
    static let all = Set(
        [given, family, abroad, places, firms].flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) })

    /// Names of several words, if at least one of the words is an ordinary word of some language.
    static let phrases = Set(
        """
        new york, new york city, new jersey, new orleans, new delhi, new zealand, los angeles, las vegas, el
        salvador, la paz, costa rica, puerto rico, buenos aires, rio de janeiro, río de janeiro, belo horizonte,
        porto alegre, mar del plata, santa fe, san diego, cape town, hong kong, tel aviv, sri lanka, monte carlo, le
        havre, big ben, times square, wall street, salt lake city, hyde park, central park, real madrid, star wars,
        star trek, black sabbath, led zeppelin, pink floyd, tom hanks, brad pitt, bill clinton, george bush, angela
        merkel, don quixote, don quijote, el greco, van gogh, da vinci, leonardo da vinci, santa claus, mickey
        mouse, homer simpson, bart simpson, steve jobs, bill gates, jack daniels, jack london, jack black, ed
        sheeran, bad bunny, ho chi minh, ho chi minh city, stoke on trent, newcastle upon tyne, cinque terre, sri
        jayawardenepura, phnom penh, dar es salaam, addis ababa, ulan bator, new south wales, park ji woo, choi ha
        eun, li na, li wei, kim min jun, lady gaga, taylor swift, mark twain, rose bowl, grace kelly, frank sinatra,
        johnny cash, bruce lee, angela davis
        """.split(separator: ",").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") })

    private static let given = """
        aaron abigail adam adriana adriano adrian adrián adrien agnes agnès agnieszka ahmed aisha alain alan alberto
        albert alejandra alejandro alessandra alessandro alessia alessio alex alexander alexandra alexandre alexis
        alfonso alfred alfredo alice alicia alison álvaro alvaro amanda amelia amélie amir amy ana anaïs anabel
        andré andre andrea andreas andreia andrés andres andrew andy angela ángela angélica angelika anja anita ann
        anna annabelle anne annette annika antje anthony antoine antonella antonia antonio antónio antônio ariana
        arjun armando arnaud arthur arturo astrid aurélie aurelio axel barbara barack beatrice beatriz benedikt
        benjamin benoît bernard bernardo bernd bernhard bertrand betty birgit björn boris brandon brian brigitte
        britta bryan camila camille carla carlos carlo carmen carolina caroline caterina catherine cathy cecilia
        cécile cédric cesar césar charlie charles charlotte christa christina christine christoph christophe
        christopher cindy claudia cláudia claudio cláudio claude claus colette connor corinna craig cristiano
        cristina cynthia dagmar damien daniel daniela daniele daniella danielle danny dario darío dave david davide
        debbie deborah débora denis denise dennis derek diana didier diego dieter dimitri dirk dmitri dominik
        dominique donald doris dorothea dorothy doug douglas duarte dylan edgar edith eduardo edward edwin eileen
        elena eleonora elias elisa elisabeth elisabetta elise elizabeth elke ellen elliot elodie élodie elsa elvira
        emanuele emil emilia emiliano emilie émilie emilio emily emma emmanuel emmanuelle enrico enrique enzo eric
        erica erick erik erika esteban esther estelle ethan étienne etienne eugene eugenia eugenio eva evan evelyn
        fabian fabián fabien fabienne fabiola fabrice fabrizio fatima fátima federica federico felipe felix félix
        fernanda fernando filipa filipe filippo finn fiona flavia flavio florian florence francesca francesco
        francis francisca francisco franck françois françoise frankie franziska fred frédéric frederick frédérique
        friedrich fritz gabi gabriel gabriela gabriele gabriella gabrielle gary gavin geoffrey georg george georges
        gérard gérald gerald gerardo gerhard gertrud giacomo gianluca gianni gilberto gilles gina giorgia giorgio
        giovanna giovanni gisela giulia giulio giuseppe gladys glenn gonzalo gordon greg gregor gregory grégory
        greta gretchen guilherme guillaume guillermo günter günther gustav gustavo hamza hannah hans harald harold
        harrison hassan hector héctor heidi heiko heinrich heinz helen helena helene hélène helga helmut hendrik
        henri henrik henrique henry herbert hermann hernán hilda holger horacio horst howard hubert hugh hugo ian
        ibrahim ignacio igor inés ines ingo ingrid irene irina isaac isabel isabella isabelle ismael ivan iván ivana
        jackie jacob jacopo jacqueline jacques jaime jakob james jamie jan jana jane janet janice jasper javier jeff
        jeffrey jenna jennifer jenny jens jeremy jérémy jérôme jerry jesse jessica jessie jill jim jimmy joachim
        joana joanna joanne joão joaquim joaquín jochen jodie joe joel joël joey johan johanna johannes john johnny
        jonas jonathan jordan jorge jörg josé jose josef josefina joseph josh joshua juan juana juanita judith judy
        juergen jürgen julia julian julián juliana julien juliet juliette júlio justin jutta kamala karen karim
        karin karina karsten katarina kate katharina katherine kathleen kathy katia katie katja katrin kayla keith
        kelly kelvin kenneth kerstin kevin kim kirsten konrad kristen kristin kristina kurt kyle lara larry lars
        laszlo laura laure laurence laurent lauren laurie léa leah leandro léo leila lena leon leonard leonardo
        leonie leonor leopold leslie liam lidia lilian liliana lina lisa lise liz loïc lola lorena lorenzo loretta
        lothar lou louis louise luca lucas lucía lucia luciana luciano lucien ludovic ludwig luigi luis luís luisa
        luísa luiz luiza lukas luke lutz lydia lynn madeleine madison magali magda magdalena maite malcolm mandy
        manfred manuel manuela marc marcel marcela marcello marcelo márcia marcin marcio márcio marcus margaret
        margarete margarida marguerite maria maría mariana mariano marianne mariella marilyn marika mario mário
        marion marisa marisol marjorie markus marlene marlon marta martha marthe martín martin martina mary mateo
        mateus mathias mathieu mathilde matilda matilde matteo matthew matthias matthieu maurice maurício mauricio
        maurizio mauro maxime maximilian megan melanie mélanie melissa meryl micaela michael michaela michel michela
        michele michèle michelle miguel mikael mike mikhail mireille mirella miriam mirjam mitch moritz mohamed
        mohammed mónica mônica monica monika monique morgan muhammad muriel nadia nadine nancy naomi natália natalia
        natalie natasha nathalie nathan nathaniel neil nelson niccolò nicholas nicola nicolas nicolás nicole
        nicoletta niels nikita nikki niklas nils nina noah noelia noemi nora norbert norman octavio odile olaf oleg
        olga oliver olivia olivier omar orlando oscar óscar osvaldo pablo pamela paola paolo pascal patrice patricia
        patrícia patricio patrick patrizia paul paula paulina pauline paulo pedro peggy peter petra phil philip
        philipp philippa philippe pietro polly priscilla quentin rachel rafael rafaela raffaele raimund rainer ralf
        ralph ramón ramon raphaël raquel raúl raul raymond rebecca régine reinhard renata renate renato renaud rené
        renée ricardo riccardo richard rita robert roberta roberto rodolfo rodrigo roger roland rolf romina ronald
        ronnie rosalie rosario rosie ross roxane roy rubén rudolf rui rupert russell ruth ryan sabine sabina sabrina
        salma salvatore samantha samir samuel samuele sandra sandrine sandro sara sarah scott sebastian sebastián
        sébastien serge sergej sergey sergio sérgio séverine sharon shaun sheila shirley sigrid silke silvana silvia
        sílvia silvio simone simon simón simona sofia sofía sonia sônia sonja sophia sophie stacey stan stanley
        stefan stefania stefanie stefano steffen stéphane stephan stephanie stéphanie stephen steve steven stuart
        susan susana susanna susanne suzanne sven svenja svetlana sybille sylvain sylvester sylvia sylvie tamara
        tania tânia tanja tanya tatiana tatjana teresa terry thea theo théo theodor theodore theresa thérèse thiago
        thibault thierry thomas thorsten tiago tiffany tim timo timothy tobias toby todd tom tomás tommaso tommy
        toni tony torsten tracy travis tristan trevor tyler ugo ulrich ulrike umberto ursula ute valentina valentín
        valerie valérie valeria valerio vanessa veronica verónica véronique verena vicente victor víctor viktor
        viktoria vincent vincenzo virginie vittorio vivian viviana vivien vladimir walter wendy werner wilhelm
        william willy winfried winston wolfgang xavier ximena yann yannick yasmin yolanda yves yvette yvonne zachary
        zoe zoé
        """

    private static let family = """
        adams aguilar aguirre albrecht alfonsi allen almeida alonso altmann alvarado alvarez alves anderson andrade
        andrews antunes aragón araujo araújo armstrong arnold atkinson azevedo bachmann baldini banderas barker
        barnes barnett barry bartoli barton baudelaire baumann baxter beckham beckmann beethoven bellini bennett
        benítez bergmann berlioz berlusconi bernhardt bertolucci beyoncé bezos biden blair blanchard boateng
        bonaparte borges bowie boyd bradley brandão brecht brennan brewster brien briggs britten bruckner brüggemann
        buchanan burton busch byrne böhm cabrera caldwell calvino camacho cameron campbell cardoso carlson
        carpentier carrasco carroll carter castañeda castro cervantes chagall chaplin chapman chavez chirac chopin
        churchill chávez clapton clark clarke clinton clooney cobain cohen colombo connolly cooper coppola costner
        cousteau crawford cristofori cromwell cumberbatch cunha cunningham cézanne córdoba daly dalí daniels darcy
        darwin davies davis dawson debussy degas delacroix delon denzel depardieu depp diaz dicaprio dickens
        dickinson dietrich disney dominguez domínguez donnelly donovan dostoevsky doyle dubois duchamp dufour dumas
        duncan dupont dupuis durand díaz díez dürer eastwood edison edwards einstein eisenhower elgar elliott ellis
        engels erhard escobar espinosa espinoza esposito evans eyre faulkner federer fellini ferguson fernandes
        fernandez fernández ferrari ferraro ferreira figueroa fiorentini fischer fitzgerald flaubert fleming flynn
        fonseca foucault fournier franklin freeman freud friedman friedrichs fujimori galileo gallagher gallardo
        gandhi garcia garcía garibaldi garnier garrido gatsby gaudí gaulle gauthier gerard gibson gilbert giménez
        girard giraud giuliani goethe gogh gomes gomez gonzales gonzalez gonzález gonçalves goodman gorbachev
        gordillo graham grimaldi guardiola guevara guillot gutierrez gutiérrez guzman guzmán gómez hanks hansen
        harper harris hartmann hathaway hawking hawkins haydn heidegger heine heisenberg hemingway henderson hendrix
        henriques hepburn hernandez hernández herrera herrmann hitchcock hitler hoffman hoffmann hofmann holmes
        hopkins houston huber huffman hughes humboldt händel ibáñez iversen jackson jacobs jacquet jagger janssen
        jefferson jenkins jensen jimenez jiménez johansson johnson johnston jones joyce juárez kafka kaminski
        kardashian kennedy kepler kerouac kerry keynes khan kidman kissinger klopp klum knowles kowalski krause
        kubrick kuhn kurosawa köhler lacroix lagerfeld lambert lampedusa larsen larsson lautrec lawrence leblanc
        lefebvre lefèvre legrand lehmann leibniz lemaire lennon leroux lewandowski lewinsky lewis lichtenstein
        lincoln lindgren lloyd lopes lopez lorca louvre lozano ludlow lópez macron magritte mahler maldini mancini
        mandela manet manning mantovani maradona marconi marques marquez marshall martel martinelli martinez martini
        martins martínez marx marín matisse matthews mcarthur mccarthy mccartney mcdonald mcgregor mckenzie mckinley
        medina melo melville mendelssohn mendes mendez mendoza mercier merkel messi metternich meyer michelangelo
        miranda mitchell mitterrand modigliani molina molière monet monroe montaigne montalbano montenegro
        montesquieu monteverdi moreau moreira moretti morricone morris morrison mozart mueller munoz murdoch murphy
        murray musk mussolini muñoz márquez méndez müller napoleon nascimento navarro neruda neumann newton nguyen
        nietzsche nixon noriega nunes nunez núñez obama oppenheimer ortega ortiz orwell osborne ozawa pacheco pacino
        padilla paganini palladio palmer palmieri pankhurst pasolini pasteur patel patterson pavarotti pearson
        penrose pereira perez perrin perrot perón peterman petersen peterson petrarca petrov phillips piaf picasso
        pinochet pirandello pitt planck platini poirot pompidou portman potter powell presley preston proust puccini
        pushkin putin pérez quintero quiroga radcliffe ramirez ramsay ramírez ravel reagan rembrandt renoir reynolds
        ribeiro riccardi richardson riquelme rivera robbins roberts robertson robinson rockefeller rodin rodrigues
        rodriguez rodríguez rogers rojas ronaldinho ronaldo roosevelt rosenberg rosenthal rossellini rossini
        rothschild rousseau rousselle rowling rubens ruiz rückert saavedra salazar salinas salvini sanchez sanders
        sandoval santana saramago sarkozy sartre saunders schiller schmid schmidt schmitt schmitz schneider scholz
        schopenhauer schroeder schröder schubert schulte schultz schulz schumacher schumann schuster schwarzenegger
        schweitzer scorsese segovia sepúlveda shakespeare shakira shannon shaw sheldon shelley sherlock silva
        simmons simpson sinatra skywalker smith smyth snowden soares socrates sorrentino sousa souza spencer
        spielberg springsteen stalin stallone starmer steinbeck steinberg stendhal stevens stevenson stewart strauss
        stravinsky suarez sullivan suárez swarovski sánchez taylor tchaikovsky teixeira tesla thatcher thompson
        thomson tolkien tolstoy toscanini travolta trotsky trudeau truffaut truman trump tucker turing turner tyson
        unamuno valdez valverde vargas vasconcelos vazquez velasco velasquez velázquez verlaine vermeer verne
        versace vespucci vidal villeneuve visconti vivaldi voltaire vásquez vázquez wagner wallace walsh warhol
        washington watson watts wayne weber weinstein wells werther wheeler whitaker whitman whitney williams
        williamson wilson winfrey winkler winslet wittgenstein woolf wordsworth wright yeltsin yáñez zapata zappa
        zelensky zidane ziegler zimmermann zola zuckerberg zurita álvarez
        """

    /// Given and family names from other countries, as they are written in Latin letters.
    private static let abroad = """
        abdul abdullah abe abebe abiodun achmed adebayo adichie aditya agarwal aiko akbar akira akiko akmal
        aleksandr aleksei amina amadou anand anastasia andrzej ananya aoi asif ayumi aylin ayşe aziz babak bao
        banerjee bashir begum bhatt bilal bogdan boonmee carlsen chang chatterjee chaudhary chen cheng chidi chinedu
        chong choi chopra chukwu chun dang danjuma daisuke dejan deepak demir desai dimitris dinh dmitry
        dmytro dragan duong ekaterina eklund emeka emre eriksson erdoğan ewa ezekiel farah fatemeh fatma fedorov
        feng flanagan fumiko ganesh ghosh goran grzegorz gupta hadi haruki haruto hasegawa hashimoto hassan hayashi
        hideo hiroko hiroshi hiroto horvat hossein huang hussein hyun ikeda ilya imran ines inoue ishikawa ito
        ivanov ivanova iyer jamal jansen jia jiang jin joshi kaito kamau kapoor karimi kaur kavita kazuo kenji kenta
        khaled khalid khalil kimura kobayashi koji kondo kowalska kozlov krishna kovács kumar kumari kuznetsov kwame
        kyung lakshmi larissa layla leyla liang liu lukasz łukasz małgorzata mahmoud makoto malik mariko marko
        masako masao mehmet mehta mei meera mikołaj miki milica miloš ming minh misaki mishra mitra miyazaki mohamad
        mohan mohsen murakami murat mustafa mwangi nakamura naomi naoko narayan nasser natsuki neha ngozi nguyễn
        nikhil nikolai nikos nirmala nishimura nkrumah novak nowak oğuz okafor okada okonkwo oksana olivier olumide
        omari osman otieno özdemir öztürk patil pawel paweł petrova pham phuong piotr pooja popescu popov popović
        prakash priya putri quan rahman rahul raj rajesh rakesh ramesh rao ravi reddy reiko rezaei riku rohan ryo
        ryota sachiko saeed sahin şahin saito sakura salim samira sanjay sato satoshi satō sergei shankar sharma
        shinji shirin shreya singh sinha sita smirnov sofija sokolov sung sunita suresh swati szabó szymon
        tadashi takahashi takashi takeshi tamaki tanaka tao tariq tatsuya thapa thuy tomasz tomoko toshiro tran trần
        tsai tsuyoshi ueda usha uzun valentyn varga varma vasily venkatesh vijay vikram vinod volkov volodymyr         wanjiru wang watanabe wei wong wójcik xiang xiao xie xin xu yamada yamaguchi yamamoto yamashita yan yang
        yasmin yasuko yildiz yildirim yıldız yılmaz yilmaz yoko yoshida yuan yui yuki yuko yuna yuri yusuf zainab
        zhang zhao zheng zhou zhu zielińska zoran zulfiqar zeynep
        """

    private static let places = """
        aachen aalborg aarhus aberdeen abuja acapulco accra adana adelaide agadir agra ahmedabad alabama alaska
        albuquerque algarve algiers alicante almaty almería amman amsterdam anchorage andorra angola ankara antakya
        antalya antananarivo antigua antwerp argentina arizona arkansas arusha asmara astana asunción atlanta
        auckland augsburg austin avignon bagdad baghdad bahamas baku bali baltimore bamako bandung bangalore bangkok
        barbados barcelona bari barnsley basel bayreuth beijing beirut belfast belgrade bergamo berkeley
        berlin bern beverly biarritz bielefeld bilbao birmingham bishkek bochum bogota bogotá boise bolivia bologna
        bolzano bombay bonn bordeaux boston botswana bradford braga brasilia brasília bratislava brazzaville bremen
        brescia brest brighton brisbane bristol brno broadway brooklyn bruges bucharest budapest bujumbura bursa
        busan cadiz cagliari cairo calais calcutta calgary california cambodia cambridge canada canberra cancun
        cancún caracas cardiff cartagena catania cebu charleston charlottenburg chelsea chemnitz chengdu chennai
        chicago chittagong chongqing cincinnati cleveland cluj coimbra colombia colorado columbus conakry
        connecticut constanța copacabana copenhagen cotonou coventry cuba curitiba cuzco cádiz daegu daejeon dakar
        dallas damascus darmstadt davao debrecen delhi denver detroit dhaka dijon djibouti doha dortmund douala
        dresden dubai dublin dubrovnik duisburg durban dushanbe dusseldorf düsseldorf ecuador edinburgh edmonton
        eindhoven erfurt espoo essex everest ferrara fiji firenze florida frankfurt freetown freiburg fukuoka
        gaborone gdansk gdynia geneva genova ghana gibraltar gijón glasgow gothenburg graz greenwich grenoble
        guadalajara guadeloupe guangzhou guatemala guayaquil gwangju göteborg göttingen hamburg hangzhou hannover
        hanoi harare harbin harlem harvard havana hawaii heathrow heidelberg helsinki heraklion himalaya hiroshima
        hokkaido hollywood honduras honolulu huế hyderabad iași ibadan ibiza idaho incheon indiana indianapolis
        indonesia innsbruck iowa isfahan islamabad istanbul izmir jaipur jakarta jamaica jeddah jerusalem
        johannesburg kabul kagoshima kamakura kampala kano kansas kaohsiung karachi karlsruhe kassel kathmandu
        katowice kaunas kayseri kazan kentucky kenya kharkiv khartoum kiev kigali kinshasa kisumu klaipėda kobe
        kochi kolkata konstanz konya kosovo krakow kreuzberg kuwait kyiv kyoto köln lagos lahore laos lausanne leeds
        leicester leipzig lhasa libreville liechtenstein lille limoges linköping linz lisboa liverpool livorno
        ljubljana lombok lomé london louisiana luanda lucca lucknow lugano lugo lusaka luxembourg luxemburg lviv
        lyon lübeck maastricht macao macau madagascar madrid maine mainz malacca malaga malawi malaysia maldives
        malibu mallorca malmö manama manaus manchester mandalay manhattan manila mannheim mantova maputo maracaibo
        marbella marrakech marseille martinique maryland massachusetts mauritius mecca medan medellin medellín
        medina melbourne memphis menorca metz mexicali miami michigan milan milano milwaukee minneapolis minnesota
        minsk mississippi missouri mogadishu mombasa monaco mongolia monrovia montana monterrey montevideo
        montmartre montpellier montreal montréal mostar mumbai munich murcia murmansk muscat mysore málaga münchen
        münster nagano nagasaki nagoya nairobi namibia nanjing nantes napoli nara nashville nebraska nepal neukölln
        newcastle niagara niamey nicaragua nigeria niigata norfolk normandie norwich nottingham novosibirsk nuuk
        nürnberg oaxaca oberhausen odense odesa odessa ohio okinawa oklahoma omaha ontario oregon orléans osaka oslo
        ostrava ottawa ouagadougou oulu oxford padova pakistan palermo pamplona panama panamá papua paraguay paris
        parma patagonia patras pattaya penang pennsylvania perth perugia perú pescara peshawar philadelphia phuket
        pisa pittsburgh plovdiv plymouth pompeii potosí potsdam poznań pretoria pristina pune pyongyang qatar quebec
        queensland quito québec rabat ravenna recife reykjavik richmond rijeka rimini riyadh rotterdam rouen rwanda
        saigon salamanca salerno salvador salzburg samara samoa sanaa sapporo saragossa sarajevo saskatchewan
        schwabing seattle sendai seoul setúbal sevilla shanghai sheffield shenzhen shimla shiraz siberia siena
        singapore skopje sochi somalia southampton soweto sparta stanford stavanger stockholm strasbourg stuttgart
        sudan suez sumatra surabaya surrey sussex suzhou sydney szeged tabriz tacoma tainan taipei taiwan tallinn
        tampa tampere tanzania tartu tashkent tasmania tbilisi teheran tehran tenerife tennessee texas thessaloniki
        thimphu tianjin tibet tijuana timișoara tirana tokio tokyo toledo torino toronto toulon toulouse trento
        trier trieste tripoli tromsø trondheim tunis tunisia turin turku tuzla uganda ulaanbaatar uppsala uruguay
        utah utrecht valencia valladolid valparaiso valparaíso vancouver varanasi varna venezia venezuela veracruz
        vermont verona versailles vicenza vienna vientiane vietnam vigo vilnius virginia vladivostok weimar
        wellington westminster wiesbaden wimbledon windhoek windsor winnipeg wisconsin wolfsburg wrocław wuhan
        wuppertal wyoming würzburg xiamen yale yangon yaoundé yekaterinburg yemen yerevan yogyakarta yokohama york
        yorkshire yucatán yukon zadar zagreb zambia zanzibar zaragoza zimbabwe zurich zürich łódź
        """

    private static let firms = """
        adidas airbnb airbus aldi alexa alibaba allianz amazon android auchan audi axa barbie batman bayer bbva
        benetton bentley benz bloomberg bmw boeing bosch bugatti burberry cadillac cartier chevrolet chrysler cisco
        citroen citroën colgate daimler danone decathlon deezer dior disneyland dreamworks ducati duolingo ebay
        edeka ericsson expedia facebook fanta fedex fiat fnac gazprom gillette github gmail google gucci hogwarts
        honda hsbc huawei hyundai ibm ikea instagram intel ipad iphone isuzu itau itaú kaufland kawasaki kellogg kfc
        kleenex kodak lacoste lamborghini lego lenovo leroy lexus lidl linkedin linux lufthansa macbook maserati
        mastercard mazda mcdonalds mercadona metallica michelin microsoft mitsubishi motorola naruto nasa nescafé
        nestle nestlé netflix nike nikon nintendo nissan nivea nokia nutella omega opel openai paypal pepsi
        petrobras peugeot pfizer philips playstation pokemon pokémon porsche prada puma qantas qualcomm quora reebok
        renault repsol rewe rolex royce ryanair sainsbury samsung santander shrek siemens siri skoda skype snapchat
        snoopy sony spotify starbucks subaru superman suzuki swatch tefal telefónica tesco thyssen tiktok toyota
        tripadvisor twitter uber ubuntu unesco unicef unilever vaio verizon vodafone volkswagen volvo walmart
        whatsapp wikipedia xerox xiaomi yahoo yamaha youtube zalando zara škoda
        """
}
