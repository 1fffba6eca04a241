"""Labels over what a page rotates or ranks by itself: quotes and tips of the day, advertisements, what is read most.

A closed list by language. A label begins its text or is written with a capital (where the script has them): 'recommended' and
'most read' inside a sentence are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pagestrata.weighing.noise import label_words, page_words

_LABELS: dict[str, tuple[str, ...]] = {
    "en": (
        "random (?:article|page|quote|photo|image|picture|fact|recipe|post|entry|word|product|member|video)",
        "other (?:petitions|recipes|projects|listings|campaigns|offers|products|titles|books|auctions)",
        "more (?:petitions|recipes|projects|listings|campaigns|offers|products|titles|books|auctions)(?=$|\n|:)",
        "(?:patient|customer|client|guest|member|success|reader) (?:stories|voices|reviews|comments)", "in pictures(?=$|\n|:)",
        "(?:quote|tip|word|photo|picture|image|fact|joke|verse|deal|sponsor|product|article|book|song|track|video|recipe|question"
        "|poll|thought|puzzle|member|pet|artist|trick|hint|bird|plant|site|page|story|game|app|offer|brand|partner|riddle|poem"
        "|proverb|phrase|trivia|menu|dish|special|soup|gardener|volunteer|cook|reader) of the (?:day|week|month|moment)",
        "(?:daily|today'?s) (?:quote|tip|word|photo|fact|joke|verse|deal|puzzle|trivia|thought)", "did you know",
        "tips?(?=:| #)", "pro ?tip", "fun facts?", "trivia(?=:|$)", "sponsored(?: by| content| links?| posts?)?",
        "our (?:sponsors?|partners?)(?=:|$| )", "from our (?:sponsors?|partners?)", "advertisements?", "advertising",
        "ads? by", "promoted", "partner content", "paid (?:content|post|for by)", "you (?:may|might|could) (?:also )?like",
        "(?:customers|people|others|shoppers) (?:who .{1,30})?also (?:bought|viewed|liked|read|like)",
        "(?:recommended|suggested|picked|selected) for you", "recommended (?:reading|articles|posts|stories|videos|products)",
        "more (?:stories )?(?:like this|from the web)", "around the web", "trending(?: now| topics| today| searches)?",
        "most (?:read|viewed|popular|shared|commented|watched|clicked|emailed|discussed|liked|searched"
        "|visited|borrowed|requested)",
        "popular (?:now|posts|articles|stories|today|searches|tags)", "people are (?:reading|talking|searching|watching)",
        "readers'? (?:choice|favou?rites)", "editors?'?s?'? (?:picks?|choice)", "staff picks?", "top stories today",
        "featured today", "now playing", "now serving", "currently (?:reading|listening|playing)", "who'?s online",
        r"(?:newest|latest) (?:member|user)(?=\s*(?:$|\n|:|is ))", "related (?:articles|stories|posts|videos|products|searches)",
        "testimonials?", "what (?:our )?(?:customers|clients|patients|users|readers|guests|students|people) (?:say|are saying)",
    ),
    "de": (
        "zufällig(?:er|es|e) (?:artikel|bild|foto|beitrag|rezept|produkt|zitat)", "zufalls\\w+", "in bildern(?=$|\n|:)",
        "unsere (?:partner|sponsoren|förderer|unterstützer)(?=$|\n|:)", "(?:gäste|patienten|leser|mitglieder)stimmen",
        "(?:zitat|tipp|wort|bild|foto|spruch|witz|rezept|frage|produkt|buch|video|angebot|artikel|fakt"
        "|sponsor|partner) (?:des (?:tages|monats)|der woche)", "tagestipp", "tageslosung",
        "(?:tipp|empfehlung)(?:en)? der redaktion",
        "wussten sie", "wusstest du", "schon gewusst", "anzeigen?(?=:|$| )", "werbung", "gesponsert", "meistgelesen",
        "meist ?(?:gelesen|geklickt|gesehen|gesucht|besucht|aufgerufen|ausgeliehen)e?",
        "beliebt(?:este)?(?: artikel)?(?=:|$| )", "am häufigsten gelesen",
        "das könnte (?:sie|dich|ihnen|dir) (?:auch )?(?:interessieren|gefallen)", "lesen sie auch", "auch interessant",
        "(?:ähnliche|verwandte) (?:artikel|produkte|themen)", "kunden kauften auch", "neuestes mitglied", "kundenstimmen",
        "partner(?:angebote?|inhalte?)", "mensa heute", "tagesgericht",
    ),
    "fr": (
        "(?:article|photo|image|recette|citation) (?:au hasard|aléatoire)", "en images(?=$|\n|:)",
        "nos (?:partenaires|sponsors|mécènes)(?=$|\n|:)", "avis (?:de nos )?(?:clients|patients|lecteurs)", "ils parlent de nous",
        "(?:citation|astuce|mot|photo|image|conseil|produit|recette|livre|question|blague|vidéo|proverbe"
        "|offre|sponsor|chiffre|plat) (?:du jour|de la semaine|du mois)", "(?:le )?saviez-vous", "publicité", "sponsorisé",
        "contenu (?:sponsorisé|partenaire)", "(?:les?|l'article le) plus (?:lue?s?|vue?s?|populaires?"
        "|(?:comment|partag|consult|recherch|demand)ée?s?)",
        "à lire (?:aussi|également)", "sur le même sujet", "vous aimerez", "recommandés? pour vous", "témoignages",
    ),
    "es": (
        "(?:artículo|foto|imagen|receta|frase) (?:al azar|aleatori[oa])", "en imágenes(?=$|\n|:)",
        "nuestros (?:socios|patrocinadores|colaboradores)(?=$|\n|:)", "testimonios", "opiniones de (?:clientes|pacientes)",
        "(?:cita|frase|consejo|palabra|foto|imagen|receta|dato|pregunta|libro|v[ií]deo|chiste|oferta|truco"
        "|menú) (?:del día|de la semana|del mes)", "sab[íi]as que", "sabía usted", "publicidad", "patrocinado",
        "(?:lo|las|los) más (?:leíd[oa]s?|vist[oa]s?|populares?|(?:coment|busc|consult|visit)ad[oa]s?|compartid[oa]s?)",
        "te puede interesar",
        "también te puede", "recomendad[oa]s? para ti", "tendencias",
    ),
    "it": (
        "(?:articolo|foto|immagine|ricetta|frase) casuale", "(?:i )?nostri (?:partner|sponsor)(?=$|\n|:)", "dicono di noi",
        "testimonianze", "(?:citazione|frase|consiglio|parola|foto|immagine|ricetta|domanda|libro|video|proverbio|offerta"
        "|curiosità) (?:del giorno|della settimana|del mese)", "lo sapevi", "sapevi che", "lo sapevate", "pubblicità",
        "sponsorizzat[oi]", "(?:i |le )?più (?:letti|lette|visti|viste|popolari|(?:comment|cerc|consult|visit)at[ie])",
        "potrebbe(?:ro)? (?:piacer|interessar)ti",
        "ti potrebbe", "leggi anche", "consigliati per te", "di tendenza",
    ),
    "pt": (
        "(?:artigo|foto|imagem|receita|frase) aleatóri[oa]", "nossos (?:parceiros|patrocinadores)(?=$|\n|:)", "depoimentos",
        "(?:citação|frase|dica|palavra|foto|imagem|receita|pergunta|livro|vídeo|provérbio|oferta) (?:do dia"
        "|da semana|do mês)", "dicas? d[aeo]s? [^\\W\\d]+(?=$|\n|:)", "você sabia", "sabia que", "publicidade", "patrocinado",
        "(?:o |as |os )?mais (?:lid[ao]s?|vist[ao]s?|populares|(?:coment|busc|procur|acess|requisit)ad[ao]s)",
        "veja também", "leia também", "em alta",
    ),
    "nl": (
        "willekeurige? (?:artikel|foto|recept|citaat|afbeelding)", "onze (?:partners|sponsors|sponsoren)(?=$|\n|:)",
        "ervaringen van \\w+",
        "(?:citaat|tip|woord|foto|recept|vraag|boek|video|spreuk|aanbieding|quote) van de (?:dag|week|maand)",
        "wist (?:je|u) dat", "advertentie", "gesponsord", "(?:meest|best) (?:gelezen|bekeken|gezocht|bezocht)e?",
        "lees ook", "ook interessant",
    ),
    "pl": (
        "losow[yea] (?:artykuł|zdjęcie|przepis|cytat|grafika)", "nasi (?:partnerzy|sponsorzy)(?=$|\n|:)", "opinie klientów",
        "(?:cytat|porada|słowo|zdjęcie|przepis|pytanie|książka|myśl|ciekawostka|rada) (?:dnia|tygodnia|miesiąca)",
        "czy wiesz", "czy wiecie", "reklam[ay]", "sponsorowane", "najczęściej (?:czytane|oglądane|szukane|wyszukiwane)",
        "najpopularniejsze",
        "(?:zobacz|czytaj) (?:także|też|również)", "imieniny",
    ),
    "ru": (
        "случайн(?:ая|ое|ый) (?:статья|фото|факт|рецепт|цитата|картинка)", "наши (?:партн[её]ры|спонсоры)(?=$|\n|:)",
        "отзывы (?:клиентов|пациентов|покупателей)", "случайная статья", "(?:цитата|совет|слово|фото|рецепт|вопрос|книга|мысль"
        "|факт|анекдот) (?:дня|недели|месяца)", "знаете ли вы", "а вы знали", "реклама", "популярн(?:ое|ые)",
        "самое (?:читаемое|популярное|обсуждаемое)", "читайте также", "рекомендуем почитать", "новости партн[её]ров",
    ),
    "uk": (
        "(?:цитата|порада|фото|думка|рецепт) (?:дня|тижня)", "корисні поради", "чи знаєте ви", "найпопулярніше", "читайте також",
    ),
    "tr": (
        "rastgele \\w+", "(?:iş )?ortaklarımız(?=$|\n|:)", "sponsorlarımız", "müşteri yorumları",
        "günün (?:sözü|ipucu|tarifi|fotoğrafı|kelimesi|sorusu)", "bunları biliyor muydunuz", "biliyor muydunuz", "reklam",
        "sponsorlu", r"en çok (?:okunan|izlenen|paylaşılan)\w*", "benzer (?:tarifler|haberler|yazılar|ürünler)",
        "ilginizi çekebilir",
    ),
    "nordic": (
        "slumpa[dt] (?:bild|artikel|citat|recept|foto)", "slumpvis \\w+", "tilfeldig \\w+", "tilfældig \\w+", "satunnainen \\w+",
        "våra (?:partner|partners|sponsorer)(?=$|\n|:)", "våre (?:partnere|sponsorer)(?=$|\n|:)",
        "vores (?:partnere|sponsorer)(?=$|\n|:)", "yhteistyökumppanimme",
        "annons", "mainos", "reklame", "mest läst", "mest lest", "mest læst", "visste du", "vidste du", "tiesitkö",
        "luetuimmat", "dagens (?:citat|tips|ord|bild|foto|sitat)", "sponsrad",
    ),
    "ca": (
        "(?:frase|foto|imatge|consell|recepta|paraula|dita|cita) (?:del (?:dia|matí|mes)|de la setmana)",
        "sabíeu que", "publicitat",
        "el més (?:llegit|vist)", "també et pot interessar", "articles relacionats",
    ),
    "ro": (
        "(?:citatul|sfatul|fotografia|poza|rețeta|cuvântul|gândul|proverbul) (?:zilei|săptămânii|lunii)",
        "alte (?:campanii|proiecte"
        "|anunțuri|rețete|produse|articole)(?=$|\n|:)", "articole similare", "reclamă", "ți-ar putea plăcea",
    ),
    "hu": (
        "(?:a )?nap (?:idézete|fotója|képe|tippje|receptje|gondolata)", "hasonló (?:cikkek|hirdetések|termékek)",
        "ajánlott cikkek",
        "legnépszerűbb", "(?:vendégeink|ügyfeleink|olvasóink) (?:mesélik|mondták|írták)",
    ),
    "cs, sk": (
        "(?:citát|fotka|fotografie|fotografia|tip|rada|recept|myšlenka|myšlienka|přísloví|príslovie) (?:dne|dňa|týdne|týždňa)",
        "viete, že", "podobné (?:články|produkty|inzeráty)", "súvisiace články", "související články", "napsali nám",
        "napísali nám",
    ),
    "sl, hr, sr": (
        "(?:misel|fotografija|slika|nasvet|recept|izrek) (?:dneva|tedna|bralca|bralcev)", "ali ste vedeli", "najbolj brano",
        "(?:misao|citat|fotografija|slika|savjet|recept|izreka) (?:dana|tjedna)", "jeste li znali", "najčitanije",
        "povezani članci",
        "(?:мисао|цитат|слика|савет) дана", "да ли сте знали", "најчитаније",
    ),
    "bg": (
        "(?:цитат|снимка|съвет|рецепта|мисъл|виц) (?:на деня|на седмицата)", "знаете ли, че", "най-четени",
        "подобни (?:статии|обяви)",
    ),
    "baltic": (
        "päeva (?:foto|pilt|mõte|tsitaat|retsept)", "kas teadsid", "loetuimad", "reklaam", "dienas (?:citāts|foto|padoms)",
        "vai zināji", "lasītākie", "dienos (?:citata|nuotrauka|patarimas|mintis)", "ar žinojote", "skaitomiausi",
    ),
    "fa, hi, bn": (
        "(?:سخن|حدیث|عکس|جمله|نکته) روز", "آیا می[\u200c ]?دانستید", "پربازدیدترین", "مطالب مرتبط", "تبلیغات",
        "आज का (?:विचार|सुविचार|शब्द|चित्र)", "संबंधित (?:खबरें|लेख)", "সর্বাধিক পঠিত", "আজকের (?:উক্তি|ছবি|বাণী)", "বিজ্ঞাপন",
    ),
    "vi, id, th, sw": (
        "tin (?:tương tự|liên quan)", "bài viết liên quan", "có thể bạn (?:thích|quan tâm)", "kutipan hari ini",
        "artikel terkait",
        "(?:video|artikel|berita) (?:lainnya|terkait|selanjutnya)", "คำคมวันนี้", "ข่าวที่เกี่ยวข้อง", "โฆษณา",
        "je, wajua", "tangazo",
    ),
    "central": (
        "víte, že", "věděli jste", "nejčtenější", "najčítanejšie", "(?:tip|citát) dne", "hirdetés", "tudta", "legolvasottabb",
        "publicitate", "știați că", "cele mai citite", "citatul zilei", "διαφήμιση", "γνωρίζατε", "δημοφιλή",
    ),
    "ar": (
        "(?:عرائض|وصفات|مقالات|منتجات|مشاريع) أخرى", "شركاؤنا", "آراء (?:العملاء|الزوار|المرضى)", "صورة عشوائية",
        "إعلان", "إعلانات", "الأكثر (?:قراءة|مشاهدة|شعبية)", "هل تعلم", "(?:حكمة|نصيحة|مقولة) اليوم", "اقرأ أيضا", "اقرأ أيضًا",
        "مواضيع ذات صلة", "مقالات (?:ذات صلة|مقترحة)", "قد يعجبك", "برعاية",
    ),
    "he": ("פרסומת", "ממומן", "הנצפים ביותר", "הנקראים ביותר", "הידעת", "הידעתם", "(?:ציטוט|טיפ) היום", "אולי יעניין אותך"),
    "hi": ("विज्ञापन", "क्या आप जानते"),
    "closed lists": (
        *label_words.ADVERTISEMENTS, *label_words.DID_YOU_KNOW, *label_words.RECOMMENDED, *label_words.MOST_READ,
        *label_words.SPONSORS, *label_words.FROM_THE_ARCHIVE, *label_words.SIMILAR, *label_words.OF_THE_MOMENT,
        *label_words.OUR_TIP, r"ads?(?=$|\n)",
    ),
    "id": ("iklan", "tahukah (?:anda|kamu)", "terpopuler", "quảng cáo", "bạn có biết", "đọc nhiều"),
}  # fmt: skip
_WITHOUT_SPACES = (
    "お客様の声", "利用者の声", "合作伙伴", "用户评价", "客户评价", "고객 후기",
    "随机", "广告", "廣告", "热门", "熱門", "排行", "推荐阅读", "推荐文章", "为您推荐", "猜你喜欢",
    "你知道吗", "每日一句", "今日名言", "延伸阅读",
    "相关阅读", "热搜", "ランキング", "広告", "おすすめ", "スポンサー", "今日の(?:一言|名言|豆知識|ことば)",
    "豆知識", "ご存じですか", "人気記事",
    "関連記事", "よく読まれ", "광고", "인기", "오늘의 (?:명언|팁|단어)", "알고 계셨나요", "많이 본",
)  # fmt: skip

MOST_LABEL_CHARACTERS = 60
MOST_LABEL_TAIL = (16, 2)
"""Letters that may stand behind a label in its line; fewer where words are not parted."""
_LABEL = re.compile(rf"(?:{'|'.join(label for labels in _LABELS.values() for label in labels)})(?!\w)", re.IGNORECASE)
_LABEL_WITHOUT_SPACES = re.compile("|".join(_WITHOUT_SPACES))
_NEXT_WORDS = re.compile(r"\s+([^\W\d_])\S*(?:\s+\S+){0,1}")
_NOUN = re.compile(
    r"adverti|werbung|anzeige|publi|pubbli|reklam|реклам|annons|popul|beliebt|related|promot|spons", re.IGNORECASE
)
_LINES = re.compile(rf"^[^\n]{{1,{MOST_LABEL_CHARACTERS + 20}}}", re.MULTILINE)
_LABEL_ENDS = re.compile(r"\s?(?:$|:|：|[-–—]\s)")
_WORD_SIGN = re.compile(r"\w")
_STRETCH = re.compile(r".+", re.DOTALL)
_ALIKE = str.maketrans("ςı", "σi")
_GEORGIAN = "\u10d0", "\u10ff"
"""Small letters to Unicode, and the only ones that anybody writes."""
_ARTICLE = re.compile(
    r"(?:la|le|les|el|els|los|las|il|lo|gli|i|o|a|os|as|un|una|une|the|der|die|das|den|het|de|our)\s|l['’]", re.I
)
_WORD_STARTS = re.compile(r"(?<!\w)[^\W\d_]")
RANKED_LABEL = re.compile(
    r"most|popular|trending|meist|beliebt|häufig|plus (?:lu|vu)|más|più|mais|meest|best|people are|also"
    r"|читаем|популяр|czyt|mest|çok|قراءة|排行|热门|熱門|ランキング|인기|related|benzer|ähnlich|similar|piacer|interess",
    re.IGNORECASE,
)

RIGID_LABEL = re.compile(
    r"ad|spons|werb|anzeige|publi|pubbli|patroc|promot|partner|paid|reklam|реклам|annons|mainos|hirdet|iklan|广告|廣告|広告|광고|إعلان"
    r"|פרסומת|ממומן|برعاية|διαφ|विज्ञापन"
    rf"|{label_words.RIGID_STEMS}",
    re.IGNORECASE,
)


def rotating_labels(text: str) -> Iterator[re.Match[str]]:
    """The labels in a text."""
    for word in _WORD_STARTS.finditer(text):
        if _may_be_label(text, word.start()):
            found = _LABEL.match(text, word.start())
            if found is not None and not _is_in_sentence(found):
                yield found
    yield from _LABEL_WITHOUT_SPACES.finditer(text)
    yield from _listed_labels(text)


def _listed_labels(text: str) -> Iterator[re.Match[str]]:
    """The labels of `page_words`: they open a line, and but for questions they end it, or a colon stands behind them.

    Looked up: to compile all of them into one pattern takes longer than most comparisons.
    """
    alone, questions = _listed_alone(), _questions()
    for line in _LINES.finditer(text):
        start, lower = line.start(), _lower(line.group())
        ends = {end.start() for end in _LABEL_ENDS.finditer(lower)}
        if lower.startswith(questions):
            asked = (len(one) for one in questions if lower.startswith(one))
            ends = {size for size in asked if not _WORD_SIGN.match(lower, size)}
            found = max(ends, default=0)
        else:
            found = max((end for end in ends if lower[:end] in alone), default=0)
        if found:
            yield from _STRETCH.finditer(text, start, start + found)


@cache
def _listed_alone() -> frozenset[str]:
    listed = (*_listed("advertisement"), *_listed("most read"), *page_words.daily_labels())
    return frozenset(map(_lower, listed))


@cache
def _questions() -> tuple[str, ...]:
    return tuple(sorted(map(_lower, _listed("did you know"))))


def _lower(text: str) -> str:
    """In small letters, as long as it was; those that capitals do not tell apart are one."""
    if text.isascii():
        return text.lower()
    return "".join([small if len(small := sign.lower()) == 1 else "i" for sign in text]).translate(_ALIKE)


def _listed(concept: str) -> set[str]:
    return {phrase for concepts in page_words.page_words().values() for phrase in concepts[concept]}


def is_over_list(label: str) -> bool:
    """Whether a label stands over a list; the others speak of what comes right behind them."""
    return RANKED_LABEL.search(label) is not None or label.lower() in _listed_in("most read")


def is_of_advertisement(label: str) -> bool:
    """Whether a label is that of advertisements: whatever changes under it is one more."""
    return RIGID_LABEL.search(label) is not None or label.lower() in _listed_in("advertisement")


def begins_as_advertisement(label: str) -> bool:
    """Whether a label begins with the word for an advertisement."""
    return RIGID_LABEL.match(label) is not None or label.strip().lower() in _listed_in("advertisement")


@cache
def _listed_in(concept: str) -> frozenset[str]:
    return frozenset(_listed(concept))


def _may_be_label(text: str, start: int) -> bool:
    """Whether a label can begin here: it opens a line, maybe behind an article, is capitalised, or its script has no capitals."""
    if not text[start].islower() or _GEORGIAN[0] <= text[start] <= _GEORGIAN[1]:
        return True
    if text[start - 1 : start] == "\n" or not text[:start].strip():
        return True
    return _ARTICLE.fullmatch(text, text.rfind("\n", 0, start) + 1, start) is not None


def _is_in_sentence(label: re.Match[str]) -> bool:
    """Whether a sentence goes on behind what looks like a label: 'Advertising of tobacco is forbidden'."""
    if _NOUN.match(label.group()) is None:
        return False
    behind = _NEXT_WORDS.match(label.string, label.end())
    return behind is not None and behind[1].islower() and not any(mark in behind[0] for mark in ":：?!#")


def ends_with_label(text: str) -> bool:
    """Whether a label, with at most one word behind it ('most read today'), ends the text: then it speaks of what follows."""
    behind = (text[label.end() :].strip() for label in rotating_labels(text))
    return any(len(rest.split()) <= 1 and len(rest) <= MOST_LABEL_TAIL[rest > "\u3040"] for rest in behind)


def begins_with_label(text: str) -> bool:
    return any(label.start() == 0 for label in rotating_labels(text[:MOST_LABEL_CHARACTERS]))
