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
        endings: """
            ción ciones dad dades mente miento mientos ando iendo ado ada ados adas ido ida idos ar er ir aba aban ía
            ían oso osa ito ita illo illa aje ura eza eses ero era eros ista emos amos imos aron ieron é ó ará arán
            """)
}
