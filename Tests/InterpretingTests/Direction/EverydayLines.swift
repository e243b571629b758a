import Language

/// Everyday lines in two languages that are very similar, three to eight words each. They are not translations of one
/// another. They were chosen neither to be easy nor to be hard to distinguish.
enum EverydayLines {
    static let spanish = """
        ¿A qué hora abre el supermercado?
        Hoy no me apetece cocinar.
        Mi hermano trabaja en un banco.
        Se me ha olvidado el paraguas.
        ¿Me pones un café con leche?
        El autobús acaba de pasar.
        Tengo cita con el dentista mañana.
        No encuentro las llaves del coche.
        ¿Has visto mis gafas por ahí?
        Ayer nos acostamos muy tarde.
        La niña ya sabe nadar.
        ¿Cuánto cuesta este par de zapatos?
        Me duele la espalda desde el lunes.
        Vamos a cenar a casa de Marta.
        ¿Puedes bajar la tele un poco?
        Creo que va a llover esta tarde.
        El ascensor está otra vez roto.
        Necesito cambiar las sábanas.
        ¿Te acuerdas de aquel restaurante en Sevilla?
        Todavía no he hecho la maleta.
        Mi abuela cumple noventa años.
        Déjalo encima de la mesa.
        ¿Por qué no me llamaste anoche?
        La reunión es a las cuatro y media.
        Se nos ha acabado la leche.
        Este verano queremos ir a Galicia.
        ¿Me prestas veinte euros hasta el viernes?
        El perro necesita salir ya.
        No entiendo nada de lo que dice.
        Apaga la luz cuando salgas.
        ¿Dónde está el baño, por favor?
        He perdido el móvil en el tren.
        Los vecinos hacen mucho ruido.
        Mañana es fiesta y no trabajo.
        ¿Quieres que te acompañe al médico?
        Me encanta el olor a pan.
        Tengo que recoger a los niños.
        La película empieza dentro de diez minutos.
        ¿Cómo se llama tu profesora?
        No te olvides de comprar huevos.
        Aquí hace demasiado calor en agosto.
        Ese vestido te queda muy bien.
        ¿Está ocupada esta silla?
        Voy a echarme una siesta.
        El niño tiene un poco de fiebre.
        Hay que pagar el alquiler mañana.
        ¿Te ha gustado el regalo?
        Siempre llega tarde al trabajo.
        Me he cortado con un cuchillo.
        ¿Cuántos años tiene tu hija?
        La sopa está un poco sosa.
        Quedamos en la plaza a las ocho.
        No me funciona la tarjeta.
        ¿Hablas en serio o estás bromeando?
        Mi padre no oye muy bien.
        Este camino lleva hasta la playa.
        ¿Podemos hablar un momento a solas?
        El lunes empiezo un curso de inglés.
        Se ha ido la luz en el edificio.
        Prefiero ir andando, hace buen día.
        ¿Qué vas a pedir de postre?
        Llevo tres horas esperando aquí.
        La farmacia está al lado del ayuntamiento.
        Me han subido un poco el sueldo.
        ¿Ya has hablado con tu jefe?
        No hace falta que vengas tan pronto.
        El gato duerme siempre en el sofá.
        Cierra la ventana, que hay mosquitos.
        ¿Sabes si hay huelga de trenes?
        Hemos alquilado una casa con piscina.
        Nunca he estado en Buenos Aires.
        Dame un segundo, que termino esto.
        ¿Quién ha dejado la puerta abierta?
        La lavadora hace un ruido raro.
        A mi mujer no le gusta el pescado.
        Te llamo cuando llegue al hotel.
        ¿Me puede traer la cuenta?
        Esta semana he dormido fatal.
        El paquete llega el jueves.
        ¿Vienes en coche o en metro?
        Mis padres se conocieron en Valencia.
        Ten cuidado, el suelo está mojado.
        No me gusta conducir de noche.
        ¿Cuándo es el examen de matemáticas?
        Ponte una chaqueta, que refresca.
        Carlos se ha comprado una moto.
        ¿Hay algún cajero por aquí?
        Tengo hambre, no he desayunado nada.
        La calle está cortada por obras.
        ¿Te importa si abro la ventana?
        El médico me ha dado la baja.
        Vivimos en un segundo sin ascensor.
        ¿Qué tal te fue la entrevista?
        Se me está acabando la batería.
        Ayer vi a Lucía en el gimnasio.
        No sé qué ponerme para la boda.
        ¿Cuánto se tarda en llegar al aeropuerto?
        Ese chico juega muy bien al fútbol.
        Nos faltan dos platos y un vaso.
        Deberías descansar un poco más.
        ¿Me ayudas a mover el armario?
        La tienda cierra a mediodía.
        He quedado con unos amigos del colegio.
        ¿Te queda algo de dinero suelto?
        Mi tía hace unas croquetas buenísimas.
        El vuelo sale con retraso.
        No hables tan rápido, por favor.
        ¿A cuánto están las naranjas?
        El fin de semana fuimos al monte.
        Se ha manchado la camisa de vino.
        ¿Tienes planes para Nochevieja?
        Yo no tomo azúcar, gracias.
        La contraseña está detrás del router.
        Me equivoqué de parada y tuve que volver.
        ¿De dónde has sacado esa idea?
        Los exámenes terminan la semana que viene.
        Hazme sitio, que no quepo.
        ¿Qué número calza usted?
        El jefe está de viaje hasta el martes.
        Me gustaría aprender a tocar la guitarra.
        ¿Has sacado ya la basura?
        Hace años que no veo a Pedro.
        La carne está en el congelador.
        Estamos buscando piso cerca del centro.
        ¿Te pasa algo? Estás muy callada.
        No hay sitio para aparcar.
        Mi hijo quiere ser bombero.
        Falta una hora para que salga el barco.
        ¿Puedo probarme esta falda?
        El agua sale muy fría.
        Cada domingo comemos paella en familia.
        ¿Le importa repetirlo más despacio?
        Me he dejado el cargador en la oficina.
        Esa canción me trae muchos recuerdos.
        Acaban de tener un bebé.
        ¿Cuál es tu color favorito?
        Hoy hay partido, habrá mucho tráfico.
        Gira a la derecha en el semáforo.
        No te preocupes, ya lo arreglo yo.
        ¿Quedan entradas para el concierto?
        Me pica todo el brazo.
        El ordenador va lentísimo hoy.
        Dile a Ana que ya estamos abajo.
        ¿Te apetece dar una vuelta?
        Con este frío no salgo de casa.
        Al final no fuimos al cine.
        ¿Me guardas el sitio un minuto?
        Los tomates de la huerta saben mejor.
        Hasta las nueve no llego a casa.
        Ya te contaré cómo acaba la historia.
        """

    static let portuguese = """
        Você pode me passar o sal?
        Ontem choveu a noite toda.
        O meu filho entrou na faculdade.
        Onde fica o ponto de ônibus?
        Estou à espera do comboio para Coimbra.
        Não consigo dormir com esse barulho.
        A minha sogra chega no sábado.
        Quanto é que custa um bilhete?
        Esqueci a carteira em casa.
        Vamos tomar um sorvete na praia?
        O elevador está parado desde ontem.
        Tenho de ir buscar os miúdos à escola.
        A gente se vê na segunda.
        Você já almoçou ou ainda não?
        Queria um galão e uma torrada.
        Meu celular caiu na água.
        Está muito trânsito na ponte hoje.
        Não gosto de acordar cedo.
        O médico pediu um exame de sangue.
        Podes fechar a porta, se faz favor?
        Minha irmã mora em Curitiba.
        Faltam cinco minutos para o jogo.
        Essa comida está uma delícia.
        Já não há pão fresco?
        Preciso comprar um presente para a Júlia.
        O autocarro vem sempre atrasado.
        Que horas você sai do trabalho?
        A conta da luz veio cara demais.
        Ele nunca responde às mensagens.
        Comprei umas sapatilhas novas para correr.
        Tem alguém batendo na porta.
        Hoje o jantar é por minha conta.
        Deixei as chaves no carro.
        O cachorro comeu meu chinelo.
        Quantas pessoas vêm à festa?
        Sábado vamos fazer um churrasco.
        Estou com dor de cabeça desde cedo.
        Há alguma casa de banho aqui perto?
        Ela está aprendendo a dirigir.
        Não percebi nada do que ele disse.
        O voo foi cancelado por causa do nevoeiro.
        Você quer com ou sem gelo?
        O meu pai reformou-se no ano passado.
        Liga para mim quando chegar.
        Amanhã é feriado, ninguém trabalha.
        Tira os sapatos antes de entrar.
        A internet caiu de novo.
        Vou ali ao café e já volto.
        Quem foi que quebrou o copo?
        Faz tempo que não chove no sertão.
        Ainda tens o número do eletricista?
        Meu chefe marcou reunião para as sete.
        Comi bacalhau em casa da minha avó.
        Essa camisa não serve mais em mim.
        O banco só abre às oito e meia.
        Me empresta uma caneta, por favor.
        Temos de mudar o pneu da frente.
        O bebê acordou três vezes essa noite.
        Não te esqueças de levar o casaco.
        Qual é a senha do wi-fi?
        Já marquei mesa para quatro pessoas.
        A praia estava lotada no domingo.
        Ele torce para o Flamengo desde criança.
        O frigorífico está a fazer um barulho estranho.
        Você viu o que aconteceu na novela?
        Perdi o último metro e vim a pé.
        Minha mala não apareceu na esteira.
        Achas que vale a pena ir?
        Eu tomo o café sem açúcar.
        A Beatriz faz anos em novembro.
        Tá fazendo muito calor nesse quarto.
        Estacionei o carro ao pé da igreja.
        Quanto tempo demora até o aeroporto?
        Vou lavar a louça depois.
        As crianças já estão na cama.
        Não tem mais lugar para sentar.
        O senhor deseja mais alguma coisa?
        Passei o dia inteiro a arrumar a casa.
        O pessoal do escritório é muito simpático.
        Este queijo é da serra?
        Preciso trocar a lâmpada do corredor.
        Ele partiu o braço a jogar à bola.
        Você tem troco para cinquenta?
        Estou quase a acabar o livro.
        A vizinha reclamou da música alta.
        Compra banana e mamão na feira.
        Porque é que não me avisaste antes?
        Minha filha tem medo de trovão.
        O almoço fica pronto ao meio-dia.
        Vocês vão passar o Natal onde?
        Tenho saudades do mar.
        A fila do banco está enorme.
        Esse aplicativo não está funcionando.
        Ela foi operada ao joelho em maio.
        Quer uma carona até o centro?
        O quarto tem vista para o rio.
        Não sei onde pus os óculos.
        Já paguei o aluguel desse mês.
        O peixe hoje está muito fresco.
        Põe a mesa enquanto eu acabo isto.
        Quando você volta de Recife?
        O mecânico disse que é a bateria.
        Eles vão casar no verão.
        Estou sem sinal aqui dentro.
        A minha mãe não come carne.
        Vira à esquerda depois do semáforo.
        Essa cadeira está meio bamba.
        Podia falar um pouco mais devagar?
        O ginásio fecha às dez da noite.
        Ganhei uma rifa na quermesse.
        Ficámos duas horas presos na autoestrada.
        Você me ajuda com as sacolas?
        Ele não vem porque está doente.
        Gosto muito de viver no Porto.
        O gato fugiu pela janela da cozinha.
        Quanto é o quilo do camarão?
        Vou precisar de uma declaração do médico.
        Tem bolo de cenoura na geladeira.
        Apanhei um escaldão nas costas.
        A professora passou muito dever de casa.
        Ninguém me disse que era hoje.
        O Tiago arranjou trabalho na Suíça.
        Desliga o fogo antes que queime.
        A que horas começa o espetáculo?
        Meu vizinho toca violão muito bem.
        Já viste as fotografias da viagem?
        O pão de queijo acabou de sair.
        Hoje não me apetece fazer nada.
        Estou procurando um apartamento de dois quartos.
        Isso aí foi muito engraçado.
        Tenho consulta no dentista à tarde.
        Eles compraram um terreno no interior.
        Fala baixo, que o avô está a dormir.
        Qual o tamanho dessa calça?
        A cerveja está bem gelada.
        Fiz a inscrição pela internet.
        O guarda-chuva ficou no táxi.
        Será que ainda há bilhetes?
        Você prefere filme dublado ou legendado?
        Este sofá é muito confortável.
        O padeiro da esquina vai fechar.
        Cuidado com o degrau aí na entrada.
        Recebi uma carta das finanças.
        Meu primo abriu uma lanchonete.
        Amanhã levanto-me às seis da manhã.
        Nossa, como você cresceu!
        A roupa ainda não secou.
        Vamos dar uma volta no parque?
        Não faz mal, fica para a próxima.
        Depois te conto como foi a entrevista.
        """
}
