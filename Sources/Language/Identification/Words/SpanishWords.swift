extension WordList {
    static let spanish = WordList(
        frequent: """
            de la que el en y a los se no un por con una su para es al lo como más o pero sus le ha me si sin sobre
            este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué
            sólo solo han yo hay vez puede todos así nos ni parte tiene él uno donde bien tiempo mismo ese ahora cada
            e vida otro después te otros aunque esa eso hace otra gobierno tan durante siempre día tanto ella tres sí
            dijo sido gran país según menos año antes estado contra sino forma caso nada hacer general estaba poco
            estos presidente mayor ante unos les algo hacia casa ellos ayer hecho primera mucho mientras además quien
            momento millones esto español hombre están pues hoy lugar trabajo otras mejor nuevo decir algunos entonces
            todas días debe cómo casi toda tal luego pasado primer medio va estas sea tenía nunca poder aquí ver veces
            partido personas grupo cuenta pueden tienen misma nueva cual fueron mujer frente tras cosas fin ciudad he
            social tener será historia muchos tipo cuatro dentro nuestro nuestra vosotros ustedes usted nosotros ellas
            conmigo contigo mis tus tu tú cuál cuándo dónde quién cuánto cuántos del estamos estoy estás soy eres
            somos tengo tienes tenemos quiero quieres quiere voy vas vamos van hemos estuvo estaban éramos fui fuiste
            habían haber hubo sería podría tendría quisiera aún bajo cuyo las aquel aquella aquellos aquellas esos
            esas mí cuya cuyos nuestros nuestras ambos cuanto alrededor debajo encima quizá través cuales pueda podrá
            deben unas último última nuevos nuevas siguiente
            """,
        common: """
            hola adiós gracias favor perdón disculpe bienvenido buenos buenas tardes noches noche mañana tarde semana
            mes lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto
            septiembre octubre noviembre diciembre primavera verano otoño invierno cinco seis siete ocho nueve diez
            once doce quince veinte treinta cuarenta cincuenta cien ciento mil millón media cuarto segundo tercero
            número hora horas minuto minutos temprano pronto todavía madre padre hermana hermano hijo hija hijos
            esposa esposo marido amigo amiga amigos familia niño niña niños mujeres hombres chico chica nombre
            habitación puerta ventana mesa silla cama cocina calle carretera pueblo agua pan leche café té carne
            pescado pollo arroz huevo huevos queso manzana fruta azúcar sal vino cerveza desayuno almuerzo cena comida
            comer beber hambre sed barato caro dinero precio pagar banco tarjeta efectivo tienda mercado comprar
            vender abierto cerrado tren estación autobús aeropuerto vuelo avión billete boleto coche carro bicicleta
            izquierda derecha recto cerca lejos norte sur oeste mapa hotel llave llaves pasaporte equipaje maleta
            médico doctora enfermera hospital farmacia medicina dolor cabeza mano manos pie ojo ojos oído boca corazón
            cuerpo enfermo salud ayuda ayudar fuego policía peligro llamar llama teléfono mensaje escribir leer hablar
            hablo habla dice digo preguntar responder entender entiendo aprender enseñar escuela colegio estudiante
            profesor maestro libro página papel palabra palabras idioma lengua pregunta carta dar dame poner encontrar
            dejar sentir siento parecer parece mostrar probar usar empezar empieza terminar correr caminar conducir
            volar dormir esperar espera traer enviar llevar jugar mirar escuchar oír creer creo recordar olvidar amor
            amar odiar feliz triste enojado cansado miedo hermoso bonito bonita feo grande pequeño pequeña alto joven
            viejo corto largo fuerte débil caliente frío calor lluvia llueve nieve sol viento cielo mar río montaña
            árbol flor perro gato caballo pájaro rojo azul verde amarillo negro blanco fácil difícil importante
            diferente posible peor malo mala bueno buena verdad falso lleno vacío libre ocupado listo seguro quizás
            ningún ninguna nadie alguien alguno alguna cualquier cosa gente junto juntos bastante empresa negocio
            oficina jefe reunión cliente servicio ley guerra paz música canción película noticias ordenador problema
            ejemplo información sistema idea razón resultado punto área lado línea mundo derecho llegar llegó llega
            salir pasar pasa quedar saber sabe sé sabes conocer vivir vivo vive pensar trabajar seguir sigue volver
            hizo haciendo diciendo siendo teniendo puedo puedes podemos pudo debo quería dije vi visto puesto dicho
            escrito nación nacional internacional educación universidad desarrollo experiencia calidad ciencia
            naturaleza cultura sociedad público privado político económico especial cierto varios propio disponible
            necesario similar simple único abuelo abuela cumpleaños ejército muerte camino suelo pequeños grandes allí
            allá ahí mediante ministro ministerio ayuntamiento alcalde elecciones votos leyes juez justicia seguridad
            proyecto proyectos programa programas servicios recursos medios medidas cambio cambios nivel niveles
            aumento crecimiento mercados empresas trabajadores trabajador empleo precios compañía productos producto
            industria energía tecnología red equipo equipos jugador jugadores partidos gol juego juegos temporada
            campeonato obra obras autor artista arte libros imagen imágenes texto centro centros zona zonas región
            provincia municipio barrio edificio parque jóvenes ciudadanos población vecinos víctimas accidente hechos
            realizar realizó realizado logró encuentra encontró presentó anunció aseguró señaló explicó afirmó añadió
            recibió permitir permite incluye ofrece existe existen busca buscar crear creó dieron quedó llevó pidió
            comenzó siguientes anterior actual principal principales mayores mejores varias distintos diferentes
            pequeñas amplio pleno total mitad doble piel sangre tratamiento enfermedad enfermedades pacientes estudio
            estudios investigación investigadores resultados datos análisis verdaderamente aproximadamente
            especialmente actualmente finalmente solamente realmente exactamente simplemente reloj zapatos ropa camisa
            falda juguete regalo fiesta boda sueño suerte viaje viajes playa isla puente iglesia
            maravilloso absolutamente ciertamente claro perfecto estupendo acuerdo entendido obviamente probablemente desgraciadamente
            """,
        spoken: """
            vale oye oiga mira mire vaya venga anda dale órale ándale ay uy uf ah oh eh ey hey ja jaja bah
            genial guay chévere súper excelente fantástico buenísimo correcto exacto efectivamente supuesto
            igualmente tampoco encantado encantada permiso perdona perdone disculpa disculpen lamento bienvenida
            bienvenidos saludos felicidades enhorabuena abrazo beso besos chao chau adelante ánimo cuidado ojalá
            lástima pena mal basta buen gusto placer señor señora señorita don doña caballero tío tía tíos
            cariño mamá papá mami papi abuelos abuelito nieto nieta primo prima primos sobrino sobrina suegra
            cuñado novio novia pareja padres hermanos bebé vecino vecina compañero compañera compañeros invitado
            muchacho muchacha muchachos chicos chicas chaval dime diga dígame dígale deme démelo dámelo ponme
            ponga póngame ponte pon haz hazlo hazme haga hágalo ven vente vengan ve vete vayan váyase salga pase
            pasen siéntate siéntese espere esperen escucha escuche mírame toma tome tomen come coma bebe beba
            prueba ti estar os doctor estáis sois tomar abrir dio persona problemas computadora imagina modo
            calma entra bus auto próximo próxima querida querido super real final normal legal caramba semanas
            segunda explica contar parar descansar tirar pensando esperando seria bolso blusa camiseta
            justamente club pruebe deja deje déjame déjeme ayúdame ayúdeme llámame llame cuéntame cuente
            explícame explique repita repite repetir abre abra cierra cierre pare siga gira gire compra trae
            traiga tráeme lleva lleve busque lee lea escribe escriba piensa calla cállate tranquilo tranquila
            tranquilos duerme levántate vámonos apúrate date dáselo permítame perdóname saben sabemos sabía supe
            crees cree creemos creía piensas pienso opinas entiendes entiende entendí comprendo comprendes
            conoces conozco conoce recuerdo recuerdas recuerda acuerdas olvidé olvides gusta gustan gustaría
            gustaba encanta encantan encantaría molesta duele duelen importa interesa apetece parecen preocupes
            preocupe preocupa quieren queremos querías quise prefiero prefieres prefiere necesito necesitas
            necesita necesitamos debes debería deberías deberíamos podrías podríamos puedas podía haría harías
            haré hará haremos hago haces hacemos hacen hice hiciste hicimos hacía pongo pones pone puse salgo
            sales sale salimos salí vengo vienes viene vienen vine venía venir vayas iba ibas íbamos iré irá
            iremos fuimos traigo traes traje digas decía dices dicen dijiste dijeron veo ves vemos vieron viste
            vea veas veré oigo oyes tendré tendrás tendrá tenías tuve tuvo tuviste tenga tengas tengan estés
            esté estén estaré estabas estuve seré seas serás eras haya hayas habrá habría hablas hablamos hable
            hablé vives vivimos viviendo trabajas trabaja trabajé compro compré pago pagué comes comemos comí
            bebo bebes duermo duermes dormí llego llegas llegué llegamos llamas llamo llamé estudias estudiar
            juegas jugamos canto bailar cantar nadar cocinar cocino limpiar lavar planchar viajar manejar
            alquilar reservar pedir pido pedí cambiar devolver probarme ganar perder perdí perdido roto ayudo
            espero esperas esperamos quedamos quedo queda quedarme irme ir irnos verte verlo hacerlo decirte
            decirme darme darte llevarme levantarse acostarse ducharme acabo acaba acabar acabado terminado
            comido dormido ido venido salido llegado sabido tenido podido dado estudiado trabajado comprado
            olvidado cero trece catorce dieciséis diecisiete dieciocho diecinueve veintiuno veinticinco sesenta
            setenta ochenta noventa doscientos quinientos par docena primero segundos tercera gris rosa morado
            violeta naranja marrón blanca negra roja amarilla oscuro oscura clara color colores brazo brazos
            pierna piernas dedo dedos rodilla hombro cuello garganta barriga estómago espalda diente dientes
            muela labios nariz cara pelo cabello pecho hueso tobillo codo fiebre gripe tos resfriado resfriada
            catarro dentista receta pastilla pastillas ambulancia herido embarazada alergia alérgico mareado
            enferma sano cita operación mantequilla ensalada sopa pastel tarta galleta galletas chocolate helado
            caramelo papa papas patata patatas tomate tomates cebolla ajo zanahoria pepino pimienta lechuga seta
            champiñones frijoles judías maíz jugo zumo limón plátano uva uvas fresa fresas cereza pera cerdo
            ternera jamón tocino salchicha chorizo bistec filete pavo gambas marisco fideos aceite vinagre
            harina mermelada crema nata miel yogur tortilla bocadillo postre plato platos menú camarero mesero
            mesera propina vaso taza copa botella tenedor cuchillo cuchara rico rica delicioso sabroso plan sana
            resto uso consulta visita colega colegas madrugada banana extra ideal chef firma pausa fresca torta
            dura pesada constipado elevador parada metros andar dirigir colocar vestir levantar levanta consigo
            compre imagine decide relax camping lila alemán natural regular popular academia aula plataforma
            computador presente tesoro marcar costa bola bravo aguarda muro sandwich sándwich deliciosa salada
            lenta pegar meter local liga droga matrimonio partida saco tapete fortuna dulce ácido salado picante
            fresco merienda cenar desayunar almorzar pedido refresco hielo restaurante supermercado panadería
            carnicería caja bolsa talla recibo descuento rebajas oferta cuesta cuestan cartera bolsillo abrigo
            chaqueta suéter jersey sombrero gorra calcetines pantalón pantalones vestido cinturón guantes
            bufanda anillo gafas lentes paraguas zapato piso apartamento departamento dormitorio sala salón baño
            aseo jardín balcón garaje techo pared escalera escaleras ascensor sofá lámpara armario cajón nevera
            refrigerador horno estufa grifo espejo alfombra cortina almohada manta toalla jabón alquiler dueño
            muebles basura lavadora calefacción luz ducha esquina plaza semáforo cruce metro tranvía andén vía
            salida llegada retraso pasajero asiento vacaciones turista reserva mochila extranjero kilómetros
            gasolina aparcar estacionar conductor impresora copia archivo correo contraseña internet móvil
            celular batería cargador teclado botón pantalla cámara foto fotos sueldo contrato entrevista jefa
            descanso tarea deberes examen clase lección lápiz cuaderno matemáticas broma chiste ruido voz sonido
            secreto error culpa mentira lío rollo tontería soleado nublado tormenta nube nubes niebla grados
            lago bosque hierba hoja luna estrella estrellas oveja vaca pato ratón conejo oso león mono serpiente
            abeja mosca animal animales rápido rápidamente lento despacio limpio limpia sucio sucia mojado seco
            blando duro pesado ligero grueso delgado gordo gorda flaco profundo muerto peligroso pobre orgulloso
            tímido celoso aburrido aburrida divertido divertida gracioso raro rara extraño interesante
            sorprendido nervioso nerviosa enfadado enfadada preocupado preocupada contento contenta enamorado
            borracho inteligente tonto tonta loco loca perezoso amable simpático simpática antipático linda
            lindo guapo guapa precioso preciosa hermosa horrible terrible ridículo increíble cansada enorme
            ocupada lista solos sola dios diablo mierda joder coño carajo caray demonios infierno hostia pelota
            balón fútbol tenis guitarra piano concierto teatro museo biblioteca gimnasio piscina cine momentito
            ahorita rato ratito instante finde mediodía medianoche anoche anteayer apenas jamás demasiado
            demasiada igual adentro afuera arriba abajo atrás delante detrás enseguida acaso navidad navidades
            """,
        endings: """
            ción ciones dad dades mente miento mientos ando iendo ado ada ados adas ido ida idos ar er ir aba aban ía
            ían oso osa ito ita illo illa aje ura eza eses ero era eros ista emos amos imos aron ieron é ó ará arán
            """)
}
