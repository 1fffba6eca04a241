"""Closed lists of words that turn a sentence round, however short they are: negations, modal verbs, words of status; and
labels over what a page rotates by itself. In the languages pages are mostly written in, lower case.
"""

from __future__ import annotations

import re

NEGATIONS = frozenset(
    """not no never none nobody nothing neither nor without cannot can't won't isn't aren't wasn't weren't don't
    doesn't didn't shouldn't mustn't wouldn't couldn't hasn't haven't hadn't n't except unless only nicht kein
    keine keinen keiner keinem keines nie niemals niemand nichts ohne weder außer nur ne pas n'est n'a non aucun
    aucune jamais rien personne sans sauf ni seulement no ningún ninguna ninguno nunca nadie nada sin jamás
    excepto tampoco nessun nessuno nessuna mai niente senza né tranne não nem nenhum nenhuma ninguém sem exceto
    niet geen nooit niemand niets zonder behalve не нет ни никогда никто ничего без кроме nie nigdy nikt bez
    brak inte ingen inga aldrig utan ikke ingen uden uten ei en 不 没 沒 無 无 未 非 ない ません 아니 않 없 لا ليس لم لن بدون
    غير לא אין בלי ללא नहीं न बिना değil yok hiç""".casefold().split()
)
MODALS = frozenset(
    """must may might can could shall should will would need needs ought required optional mandatory voluntary allowed
    forbidden prohibited permitted recommended banned muss müssen darf dürfen kann können soll sollen sollte
    sollten wird werden will pflicht freiwillig erlaubt verboten doit doivent peut peuvent devrait devraient
    faut obligatoire facultatif autorisé interdit debe deben puede pueden debería deberían obligatorio opcional
    permitido prohibido deve devono può possono dovrebbe obbligatorio facoltativo vietato consentito devem pode
    podem deveria obrigatório proibido moet moeten mag mogen kan kunnen zou verplicht verboden toegestaan должен
    должна должны может могут можно нельзя обязан обязательно запрещено разрешено musi muszą może mogą należy
    wolno 必须 可以 应 應 禁止 可能 يجب يمكن חייב יכול אסור מותר चाहिए सकते""".casefold().split()
)
STATUSES = frozenset(
    """open opened closed reopened cancelled canceled postponed delayed suspended resumed active inactive available
    unavailable yes on off up down online offline confirmed denied approved rejected accepted declined passed
    failed won lost win loss profit alive dead injured killed missing found free paid sold full empty safe
    unsafe true false valid invalid expired enabled disabled resigned elected arrested released guilty innocent
    operational outage degraded maintenance resolved investigating identified monitoring new deprecated beta
    stable final draft pending increase increased decrease decreased rise rises fell falls rose higher lower
    under over above below before after more less minimum maximum least most high low extreme severe moderate
    red orange yellow green success warning critical normal offen geöffnet geschlossen abgesagt verschoben
    verspätet gesperrt verfügbar ausgebucht frei belegt ja nein gestiegen gesunken über unter mehr weniger
    bestätigt abgelehnt angenommen ouvert ouverte fermé fermée annulé annulée reporté reportée disponible
    indisponible complet oui hausse baisse abierto abierta cerrado cerrada cancelado cancelada aplazado
    disponible agotado sí suspendido aperto aperta chiuso chiusa annullato rinviato disponibile esaurito sì
    aberto aberta fechado fechada adiado disponível esgotado sim open gesloten geannuleerd uitgesteld
    beschikbaar uitverkocht ja nee открыт открыта открыто закрыт закрыта закрыто отменен отменён отложен
    доступен да otwarte zamknięte odwołane dostępne tak öppet stängt inställt åbent lukket åpent stengt açık
    kapalı مفتوح مغلق פתוח סגור""".casefold().split()
)
LITTLE_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "and",
        "&",
        "of",
        "to",
        "in",
        "at",
        "as",
        "its",
        "it's",
        "our",
        "your",
        "their",
        "his",
        "her",
        "also",
        "please",
        "very",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "des",
        "ein",
        "eine",
        "einen",
        "einem",
        "einer",
        "und",
        "le",
        "la",
        "les",
        "un",
        "une",
        "des",
        "du",
        "et",
        "el",
        "los",
        "las",
        "una",
        "y",
        "il",
        "lo",
        "gli",
        "i",
        "o",
        "os",
        "as",
        "um",
        "uma",
        "e",
        "de",
        "het",
        "een",
        "en",
    ]
)
"""Words that say nothing alone; 'under' and 'before' are none of them."""

_ROTATING = (
    "random (?:article|page|quote|photo|image|picture|fact|recipe)",
    "(?:quote|tip|word|photo|picture|image|fact|joke|verse|deal) of the (?:day|week)", "did you know",
    "(?:menu|dish|special|soup) of the day", "mensa heute", "tagesgericht", "plat du jour",
    "menú del día",
    "tips?(?=:| #)", "pro ?tip", "fun fact", "sponsored(?: by| content| links?)?", "our sponsors?", "advertisements?",
    "advertising", "ads? by", "promoted", "partner content", "paid content", "you (?:may|might) also like",
    "recommended for you", "more (?:stories )?(?:like this|from the web)", "around the web",
    "trending(?: now| topics| today)?", "most (?:read|viewed|popular|shared|commented|watched|clicked)",
    "popular (?:now|posts|articles|stories|today)", "readers'? (?:choice|favou?rites)", "top stories today",
    "featured today", "now playing", "currently reading", "who'?s online", "zufälliger artikel", "zitat des tages",
    "tipp des tages", "wussten sie", "schon gewusst", "anzeigen?(?=:|$| )", "werbung", "gesponsert", "meistgelesen",
    "meist ?gelesene?", "beliebt(?:este)?(?: artikel)?(?=:|$| )", "das könnte sie auch interessieren",
    "am häufigsten gelesen", "article au hasard", "citation du jour", "astuce du jour", "le saviez-vous", "publicité",
    "sponsorisé", "les plus lus", "à lire aussi", "vous aimerez aussi", "artículo al azar", "cita del día",
    "consejo del día", "sabías que", "publicidad", "patrocinado", "lo más (?:leído|visto)", "te puede interesar",
    "articolo casuale", "citazione del giorno", "lo sapevi", "pubblicità", "sponsorizzato", "i più letti",
    "più letti", "artigo aleatório", "citação do dia", "você sabia", "publicidade", "mais lid[ao]s",
    "willekeurig artikel", "citaat van de dag", "advertentie", "meest gelezen", "случайная статья", "цитата дня",
    "совет дня", "знаете ли вы", "реклама", "самое читаемое", "популярное", "losowy artykuł", "reklama",
    "najczęściej czytane", "annons", "mest läst", "mest lest", "mest læst", "随机", "广告", "廣告", "热门", "熱門", "排行",
    "ランキング", "広告", "おすすめ", "광고", "인기", "إعلان", "الأكثر قراءة", "פרסומת", "הנצפים ביותר", "विज्ञापन",
    "en çok okunan",
)  # fmt: skip
ROTATING_LABEL = re.compile(rf"(?<!\w)(?:{'|'.join(_ROTATING)})(?!\w)", re.IGNORECASE)
"""Labels over what a page rotates or ranks by itself."""
RANKED_LABEL = re.compile(
    r"most|popular|trending|meist|beliebt|häufig|plus lus|más|più|mais|meest"
    r"|читаем|популяр|czyt|mest|çok|排行|热门|熱門|ランキング|인기",
    re.IGNORECASE,
)
"""Those of them that stand over a list; the others speak of what comes right behind them."""
