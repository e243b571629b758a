extension WordList {
    static let portuguese = WordList(
        frequent: """
            de a que o e é do da em um para não com uma os no se na por mais as dos como mas foi ao ele das tem à seu
            sua ou ser quando muito há nos já está eu também só pelo pela até isso ela entre era depois sem mesmo aos
            ter seus quem nas me esse eles estão você tinha foram essa num nem suas meu às minha têm numa pelos elas
            havia seja qual será nós tenho lhe deles essas esses pelas este fosse dele tu te vocês vos lhes meus
            minhas teu tua teus tuas nosso nossa nossos nossas dela delas esta estes estas aquele aquela aqueles
            aquelas isto aquilo estou estamos estive esteve estava estavam estiver sou somos são éramos eram fui fomos
            seria seriam temos tive teve tinham terá teria vou vai vamos vão fazer faz fez faço feito pode podem
            posso podemos poder quer quero queremos querem queria gostaria deve devem preciso precisa precisamos sei
            sabe saber dizer disse diz ver vi viu onde porque porquê quê quanto quantos quantas quais cada todo toda
            todos todas tudo nada algo alguém ninguém algum alguma alguns algumas nenhum nenhuma outro outra outros
            outras muita muitos muitas pouco pouca poucos tanto tantos então assim ainda agora hoje ontem amanhã
            sempre nunca aqui ali lá aí bem mal sim ano anos dia dias vez vezes tempo vida coisa coisas gente pessoa
            pessoas casa homem mulher mundo parte apenas enquanto embora porém contudo portanto pois sobre sob desde
            durante contra após antes dentro fora além através segundo senão dum duma deste desta desse dessa disso
            disto neste nesta nesse nessa nisso nele nela daquele daquela comigo dois qualquer quaisquer cujo cuja
            ambos cerca novos novas últimos últimas primeiros mesma mesmos mesmas tão tal tais menos seguinte
            """,
        common: """
            olá oi tchau adeus obrigado obrigada favor desculpe desculpa licença bem-vindo bom boa tarde noite manhã
            madrugada semana mês meses segunda-feira terça-feira quarta-feira quinta-feira sexta-feira segunda terça
            quarta quinta sexta feira sábado domingo janeiro fevereiro março abril maio junho julho agosto setembro
            outubro novembro dezembro primavera verão outono inverno duas três quatro cinco seis sete oito nove dez
            onze doze quinze vinte trinta quarenta cinquenta cem cento mil milhão milhões meia meio quarto terceiro
            primeiro primeira número hora horas minuto minutos cedo logo mãe pai irmã irmão filho filha filhos esposa
            marido amigo amiga amigos família criança crianças mulheres homens menino menina rapaz nome porta janela
            mesa cadeira cama cozinha rua estrada cidade país água pão leite café chá carne peixe frango arroz ovo
            ovos queijo maçã fruta açúcar sal vinho cerveja almoço jantar comida comer beber fome sede conta barato
            caro dinheiro preço pagar banco cartão loja mercado comprar vender aberto fechado trem comboio estação
            ônibus autocarro aeroporto voo avião bilhete passagem carro bicicleta esquerda direita reto perto longe
            norte sul leste oeste mapa hotel chave chaves passaporte bagagem mala médico médica enfermeira hospital
            farmácia remédio dor cabeça mão mãos pé pés olho olhos ouvido boca coração corpo doente saúde ajuda ajudar
            fogo polícia perigo emergência chamar chama telefone mensagem escrever ler falar falo fala perguntar
            responder entender entendo aprender ensinar escola aluno alunos estudante professor livro página papel
            palavra palavras língua pergunta carta dar colocar encontrar deixar sentir sinto parecer parece mostrar
            tentar usar começar terminar correr andar dirigir voar dormir esperar espera trazer enviar levar jogar
            brincar olhar ouvir acreditar acho lembrar esquecer amor amar odiar feliz triste zangado cansado medo
            bonito bonita feio grande grandes pequeno pequena alto baixo jovem velho curto longo forte fraco quente
            frio calor chuva chove neve sol vento céu mar rio montanha árvore flor cachorro cão gato cavalo pássaro
            vermelho azul verde amarelo preto branco fácil difícil importante diferente possível melhor pior mau ruim
            verdade falso cheio vazio livre ocupado pronto certo talvez junto juntos sozinho quase bastante empresa
            negócio trabalho trabalhar escritório chefe reunião cliente serviço lei governo estado guerra paz história
            música canção filme imagem notícias computador problema exemplo informação sistema ideia razão resultado
            caso ponto grupo área lado linha ir ido indo vir vem venho veio vindo chegar chegou chega sair passar
            passa ficar fica ficou conhecer viver vivo morar moro pensar penso seguir voltar fazendo dizendo sendo
            tendo visto posto dito escrito nação nacional internacional educação universidade desenvolvimento
            experiência qualidade ciência natureza cultura sociedade público privado político econômico social geral
            especial vários próprio disponível necessário semelhante simples único inteiro novo nova último última
            próximo cima frente atrás rápido devagar aniversário avó avô jornal século povo rei rainha morte edifício
            senhor senhora brasileiro português ministro ministério câmara prefeito eleições votos leis juiz justiça
            segurança projeto projetos programa programas serviços recursos meios medidas mudança mudanças nível
            níveis aumento crescimento mercados empresas trabalhadores trabalhador emprego preços companhia produtos
            produto indústria energia tecnologia rede equipe equipa jogador jogadores partido partidos jogo jogos gol
            golo temporada campeonato filmes obra obras autor artista arte livros imagens texto centro centros zona
            região província município bairro prédio parque jovens cidadãos população moradores vizinhos vítimas
            acidente fatos realizar realizou realizado conseguiu encontra encontrou apresentou anunciou garantiu
            afirmou explicou disseram acrescentou recebeu permitir permite inclui oferece existe existem busca
            procurar procura criar criou deram levou pediu começou seguintes anterior atual principal principais
            maiores melhores boas várias diversos diferentes pequenas longa amplo pleno total metade dobro pele sangue
            tratamento doença doenças pacientes estudo estudos pesquisa investigação resultados dados análise
            verdadeiramente aproximadamente especialmente atualmente finalmente somente realmente exatamente
            simplesmente relógio sapatos roupa camisa saia brinquedo presente festa casamento sono sorte viagem
            viagens praia ilha ponte igreja nesses ligação comissão situação opinião decisão televisão canções regiões
            relações condições irmãos pães alemão milhares melhoria
            maravilhoso absolutamente certamente perfeito ótimo acordo entendido obviamente provavelmente infelizmente
            """,
        spoken: """
            claro beleza tá né legal fixe giro bacana combinado certinho exato exacto olha olhe opa oba ué ai ah
            oh eh ei hein hã puxa caramba poxa tipo cara moço moça mano gajo malta pá porreiro ótima excelente
            incrível fantástico super genial joia show valeu falou bravo concordo imagina tranquilo tranquila
            calma aliás enfim afinal afora justamente efetivamente felizmente pena cuidado atenção tomara oxalá
            coitado coitada credo prazer perdão desculpem desculpar agradeço agradecer obrigadão cumprimentos
            parabéns vinda vindos abraço abraços beijo beijos beijinho beijinhos saudades saudade alô querido
            querida amorzinho bebê bebé senhores senhorita dona doutor doutora mamãe papai mamã papá vovó vovô
            tio tia primo prima sobrinho sobrinha neto neta sogra cunhado namorado namorada noivo noiva esposo
            pais parente colega colegas vizinho vizinha hóspede convidado meninos meninas garoto garota rapariga
            moços miúdo miúdos avós irmãs caras diga dize digo dizem dê dá dão dei deu dou fale falem escuta
            escute ouve ouça oiça vê veja vejam ti devo lugar forma gentil igual espero basta vale lamento sido
            serve resto lista modo chance shopping data extra site contigo buscar senti imagine demasiado
            demasiada visita pausa ideal real final venha venham vá anda ande entra entrem senta sente espere
            esperem deixa deixe deixem deixei põe ponha ponho pôr toma tome tomar come coma bebe beba prova
            prove pega pegue pegar traz traga leva leve faça façam ajude liga ligue ligar desliga conte contar
            explica explique repete repita repetir abre abra abrir fecha feche fechar pare parar continua
            continue vira vire compra compre lê leia escreve escreva pensa pense cala sai dorme durma acorda
            acorde levanta aguarda aguarde mostra mostre passe segue siga sabes sabem sabia soube achas acha
            achei achava pensei pensava entendi entende entendes entendeu percebo percebes percebeu perceber
            compreendo compreender conhece conheço conheces lembro lembra lembras esqueci esqueceu esqueça gosto
            gosta gostas gostam gostei gostou adoro adoraria adorei importa importas interessa preocupes
            preocupe incomoda dói doem precisava precisas quis quiser quisermos queres quiseres prefiro prefere
            preferes consigo consegue consegues conseguir poderia poderias pude pôde puder podias podia podes
            possa devia deveria deves tens tenhas tenha tinhas tivesse tiver estás esteja estejas estaria
            estarei serei serão sejam sejas és eras fazes fizeste fiz fizemos fizer faria farei fará fazia foste
            vais ias ia irei irá íamos vens vieste vinha vim vêm vejo vês viste vimos verei ouço ouves ouvi saio
            sais saí saiu cheguei chegas chegamos chegaram volto volta voltei voltou peço pede pedi pedir trago
            trouxe levo comes comi comeu bebo bebi durmo dormi dormiu acordei acordar falei falamos falas
            falando moras mora vives vive trabalhas trabalha trabalhei jogas estudar estudas estudou leio
            escrevo compro comprei comprou pago paguei custa custam viajar viajo conduzir dirijo cozinhar limpar
            lavar nadar dançar cantar rir chorar sorrir ganhar perder perdi perdeu perdido quebrou trocar alugar
            reservar marcar marcado levantar deitar tomei fiquei fiquem fiques ficamos ficas ficando vestir
            descansar apanhar apanho tirar tira usei uso acabou acabei acabar acabo aconteceu acontece acontecer
            pagou estar estando comendo bebendo dormindo trabalhando estudando pensando procurando esperando
            chegando vendo tentando gostando zero treze catorze quatorze dezesseis dezasseis dezessete dezassete
            dezoito dezenove dezanove sessenta setenta oitenta noventa duzentos quinhentos par dúzia segundos
            terceira cinza cinzento rosa roxo laranja marrom castanho branca preta vermelha amarela escuro
            escura clara cor cores braço braços perna pernas dedo dedos joelho ombro pescoço garganta barriga
            estômago costas dente dentes lábios nariz rosto cabelo cabelos peito osso tornozelo cotovelo febre
            gripe tosse resfriado constipado dentista receita comprimido comprimidos ambulância ferido grávida
            alergia alérgico tonto tonta saudável consulta exame cirurgia manteiga salada sopa bolo bolacha
            biscoito biscoitos chocolate gelado sorvete doce doces batata batatas tomate tomates cebola alho
            cenoura pepino pimenta alface cogumelos feijão milho suco sumo limão banana uva uvas morango
            morangos cereja pera porco vaca presunto fiambre salsicha linguiça bife peru camarão camarões massa
            macarrão óleo azeite vinagre farinha geleia compota creme nata natas mel iogurte sanduíche sandes
            lanche sobremesa prato pratos cardápio ementa menu garçom garçonete gorjeta copo xícara chávena
            presidente felicidades primos guitarra devolver seguro dado comprado acaba acabado esperas serás
            ocupada oferta copa idioma dura guarda prenda ora cena medicina proposta classe notebook mouse hobby
            bacon natural regular popular violeta departamento padre acaso avance comido planos largo rica dica
            torta muro preso gira costa negro taça garrafa garfo faca colher gostoso gostosa delicioso deliciosa
            azedo salgado picante fresco fresca gelo lanchar almoçar pastel refrigerante restaurante
            supermercado padaria açougue talho caixa sacola saco tamanho recibo fatura desconto promoção troco
            carteira bolsa bolso casaco jaqueta blusa camisola camiseta chapéu boné meias calça calças vestido
            cinto luvas cachecol anel óculos sapato apartamento sala quartos banheiro banho jardim varanda
            garagem telhado parede chão escada escadas elevador sofá lâmpada armário gaveta geladeira
            frigorífico forno fogão torneira espelho tapete cortina travesseiro almofada cobertor manta toalha
            sabão sabonete aluguel renda aluguer dono móveis lixo luz chuveiro duche aquecimento esquina praça
            semáforo cruzamento metrô elétrico bonde plataforma partida chegada saída atraso atrasado passageiro
            assento férias turista reserva mochila estrangeiro quilômetros quilómetros metros gasolina
            estacionar estacionamento parada paragem trânsito impressora cópia arquivo ficheiro pasta correio
            senha internet celular telemóvel bateria carregador teclado botão tela ecrã câmera foto fotos
            fotografia salário contrato entrevista patrão intervalo dever exercício aula aulas lição lápis
            caderno matemática piada brincadeira brincando barulho voz som sonho segredo erro culpa mentira
            besteira problemas ensolarado nublado tempestade trovoada nuvem nuvens nevoeiro graus lago floresta
            bosque erva grama folha lua estrela estrelas ovelha pato rato coelho urso leão macaco cobra abelha
            mosca animal animais rapidamente lento limpo limpa sujo suja molhado seco macio duro pesado pesada
            grosso fino magro gordo gorda profundo morto perigoso rico pobre orgulhoso tímido ciumento chato
            chata divertido divertida engraçado engraçada estranho estranha esquisito interessante surpreso
            nervoso nervosa preocupado preocupada contente apaixonado bêbado inteligente esperto burro louco
            louca maluco preguiçoso simpático simpática normal lindo linda fofo fofa horrível terrível ridículo
            enorme cansada pronta sozinha zangada certa errado errada velha cheia deus diabo merda porra caralho
            inferno droga bola futebol ténis tênis violão piano concerto teatro museu biblioteca academia
            ginásio piscina cinema momento momentinho instante bocado bocadinho pouquinho anteontem fim semanas
            tardes noites natal páscoa jamais demais inclusive acima abaixo adiante diante embaixo tampouco
            decerto
            """,
        endings: """
            ção ções dade dades mente mento mentos ando endo indo ado ada ados adas ido ida idos ar er ir ava avam ia
            iam ão ões ãe õe agem gem eiro eira eiros ência ância vel veis ais éis oso osa inho inha ista ismo amos
            emos imos aram eram iram ou eu iu
            """)
}
