"""Words that make a number a date, a clock, an age or a counter, in the languages pages are mostly written in.

English, French, German, Spanish, Italian, Portuguese, Dutch, Russian, Polish and Swedish words, lower case; Chinese,
Japanese and Korean as patterns, since they write without spaces. Names of months, weekdays, units, money and measures come
from CLDR (`data/time_words.json`) on top of these, and the words around ages of all its languages.
"""

from __future__ import annotations

import json
from importlib import resources

from pagestrata.weighing.noise import counter_words, page_words

MONTHS = frozenset(
    (
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "janvier",
        "février", "fevrier", "mars", "avril", "mai", "juin", "juillet", "août", "aout", "septembre", "octobre",
        "novembre", "décembre", "decembre", "janv", "févr", "avr", "juil", "déc", "januar", "jänner", "februar",
        "märz", "maerz", "juni", "juli", "oktober", "dezember", "okt", "dez", "mär", "mrz", "enero", "febrero",
        "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "setiembre", "octubre", "noviembre",
        "diciembre", "ene", "abr", "dic", "gennaio", "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre",
        "ottobre", "dicembre", "giu", "lug", "ott", "janeiro", "fevereiro", "março", "maio", "junho", "julho",
        "setembro", "outubro", "novembro", "dezembro", "fev", "januari", "februari", "maart", "mei", "augustus",
        "mrt", "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября",
        "ноября", "декабря", "январь", "февраль", "март", "апрель", "май", "июнь", "июль", "август", "сентябрь",
        "октябрь", "ноябрь", "декабрь", "янв", "фев", "мар", "апр", "июн", "июл", "авг", "сен", "сент", "окт", "ноя",
        "дек", "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września",
        "października", "listopada", "grudnia", "augusti", "maj",
    )
)  # fmt: skip

AMBIGUOUS_MONTHS = frozenset(
    (
        "ago", "gen", "mag", "out", "set",
    )
)  # fmt: skip
"""Also plain words (Italian 'set', English 'set'): a month only beside a day and a year."""

WEEKDAYS = frozenset(
    (
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "tues", "wed",
        "thu", "thur", "thurs", "fri", "sat", "sun", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi",
        "dimanche", "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
        "mo", "di", "mi", "do", "fr", "sa", "so", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado",
        "domingo", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica", "maandag", "dinsdag",
        "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag", "понедельник", "вторник", "среда", "четверг",
        "пятница", "суббота", "воскресенье", "пн", "вт", "ср", "чт", "пт", "сб", "вс", "ראשון", "שני", "שלישי", "רביעי",
        "חמישי", "שישי", "שבת",
    )
)  # fmt: skip

TIME_UNITS = frozenset(
    (
        "seconds", "second", "secs", "sec", "minutes", "minute", "mins", "min", "hours", "hour", "hrs", "hr", "days",
        "day", "weeks", "week", "months", "month", "years", "year", "mo", "secondes", "seconde", "heures", "heure",
        "jours", "jour", "semaines", "semaine", "mois", "ans", "an", "années", "sekunden", "sekunde", "minuten",
        "stunden", "stunde", "std", "tagen", "tage", "tag", "wochen", "woche", "monaten", "monate", "monat", "jahren",
        "jahre", "jahr", "segundos", "segundo", "minutos", "minuto", "horas", "hora", "días", "día", "dias", "dia",
        "semanas", "semana", "meses", "mes", "mês", "años", "año", "anos", "ano", "secondi", "secondo", "minuti",
        "ore", "ora", "giorni", "giorno", "settimane", "settimana", "mesi", "mese", "anni", "anno", "seconden",
        "minuut", "uur", "uren", "dagen", "dag", "weken", "maanden", "maand", "jaar", "секунд", "секунды", "секунду",
        "минут", "минуты", "минуту", "часов", "часа", "час", "дней", "дня", "день", "недель", "недели", "неделю",
        "месяцев", "месяца", "месяц", "лет", "года", "год", "мин", "ч", "minuty", "minutę", "godzin", "godziny",
        "godzinę", "dni", "dzień", "tygodni", "minuter", "timmar", "timme", "ms",
    )
)  # fmt: skip

NUMBER_WORDS = frozenset(
    (
        "an", "one", "un", "une", "einer", "einem", "einen", "eine", "una", "uno", "um", "uma", "een", "один", "одну",
    )
)  # fmt: skip

BEFORE_AGE = frozenset(
    (
        "vor", "hace", "há", "منذ",
    )
)  # fmt: skip

AFTER_AGE = frozenset(
    (
        "ago", "fa", "atrás", "geleden", "назад", "temu", "sedan", "left", "remaining", "übrig", "restants",
        "restantes",
    )
)  # fmt: skip

AGES_WITHOUT_NUMBER = frozenset(
    (
        "just now", "right now", "moments ago", "yesterday", "à l'instant", "hier", "gerade eben", "soeben",
        "gestern", "ahora mismo", "ayer", "proprio ora", "poco fa", "ieri", "agora mesmo", "ontem", "zojuist",
        "gisteren", "только что", "вчера", "刚刚", "剛剛", "昨天", "たった今", "昨日", "방금", "어제",
    )
)  # fmt: skip

COUNTED = frozenset(
    (
        "views", "pageviews", "visits", "visitors", "visitor", "hits", "reads", "clicks", "likes", "dislikes",
        "shares", "retweets", "reposts", "reactions", "comments", "comment", "replies", "reply", "followers",
        "follower", "subscribers", "subscriber", "stars", "forks", "watchers", "plays", "listeners", "upvotes",
        "bookmarks", "favorites", "favourites", "tweets", "vues", "visites", "visiteurs", "commentaires",
        "commentaire", "abonnés", "réponses", "lectures", "aufrufe", "aufruf", "besucher", "besuche", "kommentare",
        "kommentar", "abonnenten", "leser", "zugriffe", "visitas", "vistas", "visualizaciones",
        "visitantes", "comentarios", "comentario", "seguidores", "suscriptores", "lecturas",
        "visualizzazioni", "visite", "visitatori", "commenti", "commento", "iscritti", "condivisioni",
        "letture", "visualizações", "comentários", "comentário", "curtidas", "inscritos", "compartilhamentos",
        "acessos", "weergaven", "bezoekers", "reacties", "reactie", "volgers", "abonnees", "просмотров",
        "просмотра", "просмотр", "комментариев", "комментария", "комментарий", "лайков", "подписчиков", "посетителей",
        "wyświetleń", "komentarzy", "odsłon", "visningar", "online", "gelesen", "angesehen", "gelezen",
        "bekeken", "reviews", "ratings", "bewertungen", "avis", "reseñas", "recensioni", "avaliações",
        "readers", "viewers", "watching",
    )
)  # fmt: skip

CROWDS = frozenset(
    (
        "users", "members", "customers", "developers", "readers", "people", "fans", "visitors", "utilisateurs",
        "membres",
        "clients", "nutzer", "mitglieder", "kunden", "usuarios", "miembros", "clientes", "utenti", "membri",
        "clienti", "usuários", "membros", "gebruikers", "leden", "klanten", "пользователей", "участников", "клиентов",
    )
)  # fmt: skip
"""Counted too, but only in large numbers: '5 users per plan' is a condition, '2,700,000 users' is a boast."""

COUNTED_IN_THOUSANDS = frozenset(
    (
        "downloads", "installs", "contributors", "commits", "answers", "téléchargements", "descargas", "antworten",
        "скачиваний", "ответов", "star", "fork", "like", "view", "members", "mitglieder", "subscriptions",
    )
)  # fmt: skip
"""Counters too, but only in large numbers: 'LLVM 17 downloads' names a version."""

LINKING_WORDS = frozenset(
    (
        "de", "of", "del", "at", "um", "à", "às", "las", "alle", "om", "в", "den", "le", "am", "the", "on", "st",
        "nd", "rd", "th", "les", "mh", "dhen", "oṣù", "er", "der", "dem", "il", "el", "o", "dnia",
    )
)  # fmt: skip

HALVES_OF_THE_DAY = frozenset(
    (
        "am", "pm",
    )
)  # fmt: skip

CLOCK_WORDS = frozenset(
    (
        "uhr", "часов", "hrs", "hr",
    )
)  # fmt: skip

TIME_ZONES = frozenset(
    (
        "utc", "gmt", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "cet", "cest", "mez", "mesz", "wet",
        "west", "eet", "eest", "msk", "jst", "ist", "bst", "z",
    )
)  # fmt: skip

MAGNITUDES = frozenset(
    (
        "k", "mio", "tsd", "mil", "тыс", "млн", "million", "millions", "millionen",
    )
)  # fmt: skip

CURRENCIES = frozenset(
    (
        "€", "$", "£", "¥", "₽", "₹", "₩", "zł", "kr", "chf", "usd", "eur", "gbp", "jpy", "cny", "rub", "brl", "inr",
        "元", "円", "руб", "euro", "euros", "dollar", "dollars", "yen", "pounds",
    )
)  # fmt: skip

VERSION_WORDS = frozenset(
    (
        "version", "versions", "release", "v", "ver", "версия",
    )
)  # fmt: skip

SCORE_WORDS = frozenset(
    (
        "score", "vs", "gegen", "beat", "beats", "final", "ergebnis", "résultat", "resultado", "risultato", "счёт",
        "счет",
    )
)  # fmt: skip

EAST_ASIAN_UNITS = (
    "秒钟|秒|分钟|分鐘|分|小时|小時|時間|时|時|天|日|周|週間|週|个星期|個星期|星期|个月|個月|か月|ヶ月|月|年|초|분|시간|일|주|개월"
    "|년"
)

EAST_ASIAN_COUNTED = (
    "次浏览|次瀏覽|浏览|瀏覽|阅读|閱讀|评论|評論|条评论|則評論|人阅读|人赞|点赞|讚|赞|转发|轉發|收藏|粉丝|粉絲|下载|次播放|播放|"
    "人气|点击|访问|回复|回視聴|回再生|件のコメント|コメント|いいね|フォロワー|人が閲覧|閲覧|アクセス|조회|댓글|좋아요|"
    "人看过|次观看|观看|人浏览|人关注|条回复|条留言|人在线|人点赞|再生回数|再生|回読まれ|回閲覧|人目の訪問者|人目のお客様|名が閲覧|来訪者|访客|人访问|在线|人がいいね|人がフォロー|방문자|구독자|팔로워|공감"
)

AVAILABILITY = (
    "in stock", "out of stock", "sold out", "pre-order", "preorder", "discontinued", "auf lager", "ausverkauft", "vergriffen",
    "nicht verfügbar", "nicht lieferbar", "sofort lieferbar", "en stock", "épuisé", "rupture de stock", "agotado",
    "sin existencias", "esaurito", "non disponibile", "uitverkocht", "op voorraad", "esgotado", "em estoque", "slutsåld",
    "wyprzedane", "нет в наличии", "в наличии", "売り切れ", "品切れ", "在庫あり", "在庫なし", "有货", "缺货", "售罄", "품절",
)  # fmt: skip
"""What a shop says about one thing it sells; a word of it that came or went is news."""

SHORT_TIME_UNITS = frozenset(
    (
        "seconds", "second", "secs", "sec", "minutes", "minute", "mins", "min", "hours", "hour", "hrs", "sekunden",
        "sekunde", "minuten", "stunden", "stunde", "ms", "secondes", "heures", "segundos", "minutos", "horas",
        "secondi", "minuti", "ore",
    )
)  # fmt: skip
"""What a cached page is old in; a person is 12 years old."""

COUNTED_DEEDS = frozenset(
    (
        "downloaded", "shared", "checked", "viewed", "read", "played", "watched", "visited", "clicked", "opened", "seen",
        "liked",
        "listened", "installed", "heruntergeladen", "geteilt", "gelesen", "angesehen", "aufgerufen", "besucht",
        "téléchargé", "téléchargée", "partagé", "partagée", "lu", "vu", "consulté", "consultée", "descargado",
        "compartido", "leído", "visto", "visitado", "scaricato", "condiviso", "letto", "baixado", "compartilhado",
        "lido", "gedownload", "gedeeld", "gelezen", "bekeken", "скачано", "скачали", "просмотрено", "прочитано",
        "pobrano", "udostępniono", "nedladdad", "delad",
    )
)  # fmt: skip

TIMES = frozenset(
    ("times", "time", "mal", "fois", "veces", "vez", "volte", "vezes", "keer", "раз", "раза", "razy", "gånger")
)

COUNTED_PEOPLE = frozenset(
    (
        "visitors", "readers", "viewers", "listeners", "besucher", "leser", "visiteurs", "lecteurs", "visitantes",
        "lectores", "visitatori", "lettori", "leitores", "bezoekers", "lezers", "посетителей", "читателей",
        "odwiedzających", "czytelników", "besökare", "ziyaretçi", "زائر", "زوار", "מבקרים",
    )
)  # fmt: skip
"""People who may be counted for their own sake, as those of a museum."""
PAGE_WORDS = frozenset(
    (
        "page", "site", "website", "online", "today", "now", "since", "seite", "heute", "aujourd", "página", "hoy", "pagina",
        "oggi", "hoje", "vandaag", "сайта", "сегодня", "strony", "sida", "bugün", "you", "counter", "total",
    )
)  # fmt: skip

REACTION_SIGNS = frozenset("👍👎❤♥💬👁👀🔥😂😮😢😡🙏👏🎉🚀⭐★☆🔁↻♡💙💚💛💜🧡🤍🖤🔄🗨📥📤🎧▶\ufe0f")
"""With a number beside it, a count of reactions."""

IDLE_WORDS = frozenset(
    (
        "news", "live", "online", "today", "heute", "hoy", "oggi", "hoje", "vandaag", "сегодня", "dziś", "idag",
        "the",
        "del", "the", "den", "dem", "uhr", "of", "at", "ticker", "now", "jetzt", "local", "time", "date", "datum",
        "fecha", "data", "г", "la", "le", "el", "il",
    )
)  # fmt: skip
"""May stand beside a date in a line that holds nothing but the date."""

BYLINE_WORDS = frozenset(("by", "von", "par", "por", "di", "door", "av", "af", "автор", "written", "author", "autor"))

BOASTS = frozenset(
    (
        "join", "trusted", "happy", "online", "reading", "watching", "viewing", "worldwide", "loved", "community",
        "satisfied", "subscribed", "playing", "listening", "following", "active", "used", "zufriedene", "weltweit",
        "vertrauen", "rejoignez", "satisfaits", "confiance", "únete", "satisfechos", "confían", "felici", "soddisfatti",
        "junte", "satisfeitos", "tevreden", "wereldwijd", "присоединяйтесь", "довольных", "онлайн", "сайте", "website",
        "webseite", "sitede", "stronie",
    )
)  # fmt: skip
"""Words that make a number of people an advertisement when they stand right before it or in it."""
BOASTS_BEHIND = frozenset(
    (
        "online", "worldwide", "reading", "watching", "viewing", "subscribed", "playing", "listening", "weltweit",
        "wereldwijd", "vertrauen", "confían", "онлайн", "trust", "conectados", "connectés", "connessi",
    )
)  # fmt: skip
"""The same right behind it: '40 people died following …' is none."""

IDENTIFIER_WORDS = frozenset(
    (
        "session", "sid", "request", "req", "trace", "ray", "id", "token", "nonce", "correlation", "build", "server",
        "node", "instance", "worker", "pod", "host", "visitor", "time", "timestamp", "cache", "cached", "generated",
        "rendered", "served", "sitzung", "anfrage", "requête", "sesión", "sessione", "sessão", "sessie", "сессия",
        "сеанс", "unix", "epoch", "debug",
    )
)  # fmt: skip

CASE_WORDS = frozenset(
    (
        "case", "file", "docket", "order", "invoice", "reference", "ref", "isbn", "issn", "phone", "tel", "telephone",
        "fax", "mobile", "call", "hotline", "iban", "account", "vat", "ean", "sku", "article", "part", "model",
        "serial", "registration", "aktenzeichen", "az", "telefon", "konto", "bestell", "artikel", "dossier",
        "affaire",
        "téléphone", "teléfono", "expediente", "telefono", "telefone", "processo", "дело", "телефон", "hash", "sha",
        "checksum", "md", "gpg", "fingerprint", "key", "number", "no", "nr",
    )
)  # fmt: skip
"""After one of these a long number is a fact."""

UPDATE_STEMS = frozenset(
    (
        "updat", "modif", "publish", "posted", "rendered", "generated", "edited", "refresh", "retriev", "accessed",
        "cached", "crawl", "sync", "checked", "fetched", "loaded", "compiled", "built", "stand.", "aktualis",
        "geändert", "veröffentlicht", "erstellt", "zuletzt.", "abgerufen", "erschienen", "actualis",
        "publié", "actualiz", "publicad", "modificad", "aggiornat", "pubblicat",
        "atualiz", "bijgewerkt", "gepubliceerd", "gewijzigd", "обновл", "опубликован", "изменен",
        "изменён", "zaktualiz", "opublikowan", "uppdatera", "publicera", "oppdatert", "opdateret", "päivitetty",
        "güncelle", "yayın", "更新", "发布", "發布", "掲載", "公開", "업데이트", "게시", "تحديث", "نشر", "עודכן", "פורסם",
        "अपडेट", "प्रकाशित", "ενημέρωση", "aktualiz", "frissítve", "оновлено", "server.", "uhrzeit.", "aggiornament",
        "snapshot", "viewed", "captured", "archived", "printed", "taken.", "gedruckt", "imprimé", "impreso", "stampat",
        "impresso", "wydruk", "распечатано", "ortszeit.", "données.", "webcam.", "exported", "shown.",
        "observed", "measured", "gemessen", "mesuré", "medido", "rilevat", "zmierzon",
        "измерен", "uppmätt",
    )
)  # fmt: skip
"""Beginnings of words (whole words with a full stop) that make a date the date of the page itself."""

LAST_WORDS = frozenset(
    (
        "last", "latest", "letzte", "letzter", "letztes", "dernière", "dernier", "última", "último", "ultimo", "ultima",
        "laatste", "laatst", "последнее", "последняя", "ostatnia", "ostatnio", "senaste",
    )
)  # fmt: skip
LAST_NOUNS = frozenset(
    (
        "reading", "check", "run", "sync", "seen", "build", "edit", "post", "reply", "visit", "login", "backup", "scan",
        "saved", "activity", "commit", "deploy", "deployment", "change", "changed", "measured", "measurement", "report",
        "data", "import", "poll", "answer", "comment", "message", "änderung", "messung", "abfrage", "bearbeitung",
        "meldung", "mise", "vérification", "mesure", "connexion", "revisión", "medición", "comprobación", "lettura",
        "medição", "meting", "wijziging", "изменение", "проверка", "zmiana", "mätning",
    )
)  # fmt: skip
"""'Last reading 12:05' is the page's own time, 'last orders 21:30' is not."""

EVENT_STEMS = frozenset(
    (
        "deadline", "due.", "until.", "till.", "before.", "by.", "expir", "valid", "end.", "ends.", "ending.", "clos",
        "open", "hours.", "start", "begin", "from.", "hearing", "trial", "meeting", "exam", "interview",
        "appointment", "concert", "match", "game", "kick", "depart", "arriv", "train.", "flight", "bus.", "ferry",
        "boarding", "gate.", "schedul", "event", "apply", "applic", "regist", "submi", "pay", "effective", "effect.",
        "launch", "release", "election", "referendum", "deliver", "ships.", "checkin", "doors.", "screening",
        "premiere", "takes.", "frist", "bis.", "ab.", "termin", "gültig", "öffnung", "geöffnet", "geschlossen",
        "beginn", "ende.", "einsende", "anmeld", "verhandlung", "abfahrt", "ankunft", "spiel", "prüfung", "délai",
        "jusqu", "avant.", "ouver", "ferm", "horaire", "limite", "début", "fin.", "départ", "arrivée", "audience",
        "inscription", "rendez", "plazo", "hasta.", "antes.", "abiert", "horario", "cierr", "cerrad", "inicio",
        "salida", "llegada", "audiencia", "inscripci", "vence", "scadenz", "entro.", "fino.", "apert", "orari",
        "chius", "inizio", "partenza", "arrivo", "udienza", "prazo", "até.", "abert", "horário", "início", "partida",
        "chegada", "audiência", "tot.", "uiterlijk", "geopend", "vertrek", "aankomst", "zitting", "до.", "срок",
        "открыт", "закрыт", "часы", "начал", "конец", "отправлени", "прибыти", "заседани", "截止", "开放", "營業",
        "营业", "期限", "締切", "開催", "開始", "마감", "까지", "الموعد", "حتى", "موعد", "עד", "מועד", "अंतिम", "तक",
        "otwart", "godziny", "öppet", "öppettider", "åbent", "born", "died", "founded", "exhibition", "ausstellung",
        "session.", "seminar", "lecture", "vortrag", "workshop", "conference", "konferenz", "sale.", "auction",
    )
)  # fmt: skip
"""The same for a date that is a fact: a deadline, opening hours, an event."""


def _read_time_words() -> dict[str, frozenset[str]]:
    """Names from CLDR, made by `benchmarks/training/train_time_words.py`."""
    file = resources.files("pagestrata.weighing").joinpath("data", "time_words.json")
    return {kind: frozenset(words) for kind, words in json.loads(file.read_text(encoding="utf-8")).items()}


_TIME_WORDS = _read_time_words()
MONTHS |= {name for name in _TIME_WORDS["months"] if " " not in name} - AMBIGUOUS_MONTHS
AMBIGUOUS_MONTHS |= {name for name in _TIME_WORDS["short months"] if name.isalpha()} - MONTHS
MONTH_PHRASES = {
    "M": frozenset(name for name in _TIME_WORDS["months"] if " " in name),
    "Q": frozenset(name for name in _TIME_WORDS["short months"] if not name.isalpha()),
}
"""Names of several words or with stops inside, and the letter of the grammar for them."""
WEEKDAYS |= _TIME_WORDS["weekdays"]
TIME_UNITS |= _TIME_WORDS["units"]
BEFORE_AGE |= _TIME_WORDS["before"]
AFTER_AGE |= _TIME_WORDS["after"]
UNITS_WITH_AGE = _TIME_WORDS["fused"]
AGE_FRAMES = _TIME_WORDS["ages"]
"""What stands around the number of an age, as 'before|behind': 'fa|minuts'."""
COMING_FRAMES = _TIME_WORDS["coming"]
"""The same of a time to come: 'čez|minut'."""
SECONDS, MINUTES, HOURS, DAYS = (_TIME_WORDS[kind] for kind in ("seconds", "minutes", "hours", "days"))
MEASURES = _TIME_WORDS["measures"]
"""Words and signs that make the number before them a fact: 'kg', 'metri'."""
MONEY = _TIME_WORDS["money"] | CURRENCIES
SHORT_WEEKDAYS = _TIME_WORDS["short weekdays"]
"""Of up to three letters: weekdays right before a date, plain words elsewhere."""
MAGNITUDES |= _TIME_WORDS["magnitudes"] - MEASURES
COUNTED |= counter_words.COUNTED
COUNTED_IN_THOUSANDS |= counter_words.COUNTED_IN_THOUSANDS
CROWDS |= counter_words.CROWDS
COUNTED_DEEDS |= counter_words.DEEDS
WATCHING = counter_words.WATCHING
TIMES |= counter_words.TIMES
COUNTED_PEOPLE |= page_words.single_words("visitors")
IDENTIFIER_WORDS |= page_words.single_words("machine")
BOASTS_BEHIND |= page_words.single_words("online")
