"""What pages count of themselves, by language, on top of `noise_words`: views, comments, likes, followers, visitors, reviews.

Lower case, as single words. Words that are also counted for their own sake (votes, points, deaths, places) are none of them.
"""

from __future__ import annotations


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


def _all_words(by_language: dict[str, str]) -> frozenset[str]:
    return frozenset(word for words in by_language.values() for word in words.split())


_COUNTED = {
    "en": "claps applause kudos hearts faves impressions listens streams upvote downvotes retweet repost mentions pageview"
    " clicks listeners reactions",
    "de": "klicks seitenaufrufe seitenabrufe abrufe rezensionen reaktionen leserinnen likes seitenbesuche",
    "fr": "vue lecteurs partages consultations réactions clics évaluations visiteur abonné",
    "es": "visualización visita lectores reacciones opiniones valoraciones clics reproducciones suscriptor visitante",
    "it": "visualizzazione lettori reazioni valutazioni clic ascolti visitatore",
    "pt": "visualização leituras leitores reações partilhas cliques gostos exibições visitante",
    "nl": "weergave beoordelingen lezers kijkers bezoeken bezoeker delingen",
    "ru": "просмотры комментарии лайки лайк лайка репостов репоста подписчики подписчика посетители посетителя посещений"
    " отзывов отзыва отзыв реакций читателей визитов",
    "uk": "переглядів перегляди перегляд коментарів коментарі підписників відвідувачів відгуків вподобань лайків",
    "pl": "wyświetlenia wyświetlenie odsłony komentarze komentarz polubień polubienia udostępnień obserwujących"
    " subskrybentów odwiedzin odwiedzających opinii czytelników",
    "cs": "zobrazení zhlédnutí komentářů komentáře návštěv návštěvníků sledujících odběratelů recenzí přečtení",
    "sk": "komentárov návštev návštevníkov recenzií",
    "hu": "megtekintés hozzászólás kedvelés követő látogató megosztás értékelés",
    "ro": "vizualizări comentarii aprecieri urmăritori vizitatori abonați recenzii distribuiri afișări citiri",
    "el": "προβολές σχόλια επισκέπτες ακόλουθοι επισκέψεις κριτικές",
    "tr": "görüntüleme görüntülenme izlenme okunma beğeni yorum paylaşım takipçi abone ziyaretçi ziyaret tıklama yanıt",
    "fi": "katselukertaa katselua kommenttia kommentit tykkäystä seuraajaa kävijää arvostelua lukukertaa",
    "sv": "kommentarer följare prenumeranter besökare delningar recensioner svar",
    "da": "visninger følgere besøgende besøkende delinger anmeldelser",
    "ar": "مشاهدة مشاهدات تعليق تعليقا تعليقات إعجاب إعجابات متابع متابعين متابعا زائر زوار زيارة زيارات مشترك قراءة قراءات"
    " الزوار المشاهدات التعليقات القراءات الزيارات المتابعين",
    "he": "צפיות תגובות תגובה לייקים עוקבים מבקרים כניסות קריאות שיתופים מנויים",
    "fa": "بازدید دیدگاه لایک بازدیدکننده",
    "hi": "व्यूज टिप्पणियां टिप्पणियाँ लाइक",
    "id": "tayangan komentar pengikut pengunjung",
    "vi": "lượt",
}
_COUNTED_IN_THOUSANDS = (
    "download downloaden скачивания pobrań stažení indirme nedladdningar hämtningar respuestas risposte respostas"
    " odpowiedzi"
)
_CROWDS = {
    "en": "guest member user guests persons folks listeners viewers shoppers",
    "de": "gast mitglied nutzer gäste menschen personen leser",
    "fr": "personnes invités internautes lecteurs",
    "es": "personas lectores",
    "it": "persone lettori",
    "pt": "pessoas leitores",
    "nl": "mensen personen gasten lezers",
    "ru": "человек человека гостей людей",
    "pl": "osób osoby gości",
    "tr": "kişi kullanıcı",
    "ar": "شخص شخصا أشخاص مستخدم",
    "he": "אנשים משתמשים",
}
_DEEDS = {
    "en": "used edited rated saved bookmarked upvoted favorited favourited",
    "de": "bearbeitet abgerufen gespeichert gemerkt",
    "fr": "vue lue enregistré enregistrée",
    "es": "guardado guardada consultado consultada",
    "it": "salvato salvata",
    "pt": "guardado salvo",
    "nl": "opgeslagen bewaard",
    "pl": "przeczytano wyświetlono",
    "tr": "okundu görüntülendi izlendi",
    "id": "dilihat dibaca",
}
_WATCHING = {
    "en": "reading viewing watching browsing looking",
    "de": "lesen schauen ansehen folgen beobachten",
    "fr": "lu lisent consultent regardent suivent aiment",
    "es": "leen viendo mirando siguen leyendo",
    "it": "guardando leggendo seguono",
    "pt": "vendo lendo seguem",
    "nl": "kijken lezen bekijken volgen",
    "ru": "читают смотрят прочитали посмотрели просматривают",
    "pl": "ogląda czyta przegląda obserwuje",
    "tr": "bakıyor okuyor izliyor",
}
_TIMES = "krát kez kere alkalommal kertaa ganger gange lần kali مرة מרות"

COUNTDOWN_VERBS = _words(
    "starts begins ends closes expires endet beginnt commence finit termine empieza termina comienza inizia scade começa begint"
    " eindigt expira vence"
)
"""Before 'in 3 days' they make it a countdown; 'delivered in 3 days' is a promise."""
IN_SO_LONG = _words(
    "within binnen innerhalb innert entro inom inden over dentro через za tra fra em σε peste pēc pärast eftir"
    " still noch encore nog ancora ainda jeszcze aún todavía faltan quedan restam mancano zostało restent"
)
SO_LONG_FROM_NOW = _words("múlva sonra päästä kuluttua lagi nữa später")
"""Before and behind two units of time ('over 2 dagen 4 uur', after CLDR) they make them a countdown."""
NEXT_WORDS = _words(
    "next nächste nächster nächstes nächsten prochain prochaine prochaines próximo próxima próximas prossimo prossima prossime"
    " volgende komende następnych następny следующий"
)
"""The same: 'next match in 3 days'."""
SECONDS = _words(
    "seconds second secs sec ms msec millisecond milliseconds sekunden sekunde secondes seconde segundos segundo secondi"
    " secondo seconden секунд секунды мс sekund"
)
"""What a page is made in."""
ORDINAL_WORDS = _words("number no nr num nummer numéro número numero номер № #")


CARTS = _words(
    "cart basket trolley wishlist inbox notifications messages unread favourites favorites watchlist warenkorb einkaufswagen"
    " merkliste wunschliste posteingang postfach nachrichten benachrichtigungen merkzettel panier favoris messagerie"
    " carrito cesta bandeja notificaciones mensajes favoritos carrello preferiti notifiche messaggi carrinho notificações"
    " mensagens"
    " winkelwagen winkelmand winkelmandje mandje meldingen berichten koszyk schowek powiadomienia wiadomości корзина избранное"
    " уведомления сообщения кошик sepet sepetim bildirimler mesajlar kundvagn varukorg inkorg meddelanden aviseringar handlekurv"
    " handlevogn indkøbskurv kurv innboks indbakke varsler ostoskori saapuneet košík kosár coș καλάθι السلة سلة عربة إشعارات"
    " הודעות סל עגלה 购物车 購物車 カート 장바구니 알림 keranjang"
)
"""What holds things of the visitor; how many of them says nothing of the page."""
TRACKED = _words("issues requests incidencias")
"""Counted the same way beside a program: 'Issues 23', 'Pull requests 4'."""
OPEN_WORDS = _words(
    "open offene ouvertes ouverts abiertas abiertos aperte aperti abertas abertos otwarte openstaande pull merge"
)
"""May stand beside them."""
CONNECTED = _words(
    "connectés connectées connecté conectados conectadas conectado connessi connesso eingeloggt angemeldete ingelogd inloggade"
    " zalogowanych zalogowani innlogget ligados ligado připojených"
)
"""Behind a number, at the end of its line: who looks at the page now."""
ONLINE = _words(
    "online онлайн オンライン ออนไลน์ 온라인 ऑनलाइन অনলাইন آنلاین أونلاين آن لائن çevrimiçi ონლაინ օնլայն onlayn மின்னணு ஆன்லைன் ఆన్‌లైన్"
    " mtandaoni en-ligne on-line onlinie"
)
"""Hardly translated anywhere: beside bare counts in small print, who looks at the page now."""
TOTALS = _words(
    "total totals altogether overall insgesamt gesamt totale totaal totalt razem łącznie ogółem всего итого усього toplam celkem"
    " összesen yhteensä الإجمالي المجموع סהכ 总计 累计 合計 総計 전체"
)
"""A number after one of these is a counter where another counter stands in the same line."""
OWN_THINGS = _words(
    "article articles post posts story topic thread video photo profile forum blog artikel artikels beitrag beitrags thema"
    " themas webseite homepage artículo entrada artigo articolo sito sitio web portal portail portale portál portaal stránky"
    " stránek webu článku oldal oldalon strona stronie serwisu artykułu сайт сайте страницы страница статьи сайту сторінки"
    " siden sidan sivun sivusto sivuston sayfa sayfanın sitenin siteye pagini paginii ιστοσελίδας σελίδας bericht dagboek"
    " this diese dieser dieses diesem cette cet esta este questo questa deze dit denna dette tämän bu этой этого tej tego"
    " této tohoto"
)
"""What a page calls itself and its parts, and the words that point at it."""
VOTES = _words(
    "vote votes stimme stimmen voix voto votos voti stem stemmen głos głosy głosów голос голоса голосов oy röst röster stemme"
    " hlas hlasů szavazat ääntä صوت أصوات صوتا קולות"
)
"""Counters in a poll of readers, facts everywhere else."""
POLLS = _words(
    "poll polls umfrage leserumfrage sondage encuesta sondeo sondaggio enquete enquête sondagem peiling stelling ankieta sonda"
    " опрос опитування anket gallup anketa استطلاع סקר"
)
YES_OR_NO = _words(
    "yes no ja nein oui non sí si sim não nee tak nie да нет evet hayır nej kyllä ei ano ne نعم لا כן לא"
)
MINUTES = _words(
    "minute minuto min minuut minut minuta minutę минута мин dakika dk perc minuutti minuten الدقيقة דקה 分钟"
)
"""'Minute 17', alone in its line, is the clock of a match."""

COUNTED_FOR_THEIR_OWN_SAKE = tuple(
    sorted(
        _words(
            "left remain availab free place seat spot room ticket bed stock suppl case death dead died dies killed injur"
            " infect casualt"
            " victim missing patient only starben gestorben décéd murieron fallec deced morreram overleden zginę zmarł"
            " frei verfügbar übrig plätze tote verletz fälle infekt opfer kranke rest dispon libre"
            " mort bless cas plaza muert herid posti morti ferit mortos ferid vaga vrij plaatsen dode gewond свобод остал мест"
            " погиб умер случа wolne wolnych miejsc ofiar zmar vol mrtv míst liber locuri lediga platser død döda skada kvar"
            " ledige plads boş kalan ölü vaka متاح مقاعد وفاة وفيات إصابة"
            " פנוי מקומות חולים 剩 余 空 死 确诊 残り 空席 남은 사망 확진"
        )
    )
)
"""Beginnings of words: how many are left, free or hurt is a fact, today as on any day."""


COUNTED = _all_words(_COUNTED)
COUNTED_IN_THOUSANDS = _words(_COUNTED_IN_THOUSANDS)
CROWDS = _all_words(_CROWDS)
DEEDS = _all_words(_DEEDS)
WATCHING = _all_words(_WATCHING)
"""Behind a number of people they say that these look at the page."""
BY_WORDS = _words("by von par por door av af przez da")
TIMES = _words(_TIMES)
