"""Labels over what rotates in languages that few pages are written in: one phrase each, beside those of `rotating_labels`."""

from __future__ import annotations


def _phrases(listed: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in listed.split(","))


def _alone(listed: str) -> tuple[str, ...]:
    """Phrases that are labels only where their line ends behind them, or a colon stands there."""
    return tuple(rf"{phrase}(?=$|\n|:)" for phrase in _phrases(listed))


ADVERTISEMENTS = _phrases(
    "patalastas, اشتہار(?:ات)?, விளம்பரம், ప్రకటన, പരസ്യം, જાહેરાત, जाहिरात, ໂຄສະນາ, ကြော်ငြာ, რეკლამა, գովազդ, рэклама,"
    " advertensie, hysbyseb(?:ion)?, iragarkia, publizitatea, fógra(?:íocht)?, reklāma, oglas(?:i)?, оглас(?:и)?, reklamë,"
    " auglýsing(?:ar)?, pengiklanan, жарнама, сурталчилгаа"
)
DID_YOU_KNOW = _phrases(
    "உங்களுக்குத் தெரியுமா, మీకు తెలుసా, നിങ്ങൾക്കറിയാമോ, तुम्हाला माहीत आहे का, আপনি কি জানেন, کیا آپ جانتے ہیں, იცით თუ არა, იცოდით,"
    " գիտե՞ք, alam mo ba, het jy geweet, wist jy, oeddech chi[’']n gwybod, bazenekien, an raibh a fhios agat, vai tu zini,"
    " да ли знате, дали знаевте, a e dini, vissir þú, vissirðu, білесіз бе, чи знали ви, ці ведаеце вы, sabias que, sabies que"
)
RECOMMENDED = _alone(
    "vi anbefaler, vi rekommenderar, suosittelemme, polecamy, doporučujeme, odporúčame, ajánljuk, рекомендуем, рекомендуємо,"
    " препоръчваме, препоручујемо, preporučujemo, priporočamo, soovitame, iesakām, rekomenduojame, ons beveel aan,"
    " wir empfehlen, nous recommandons, recomendamos, consigliamo, wij raden aan, vă recomandăm, προτείνουμε, önerilerimiz"
)
MOST_READ = _alone(
    "irakurrienak, meistgelezenen, mest leste, mest læste, lasītākais, найчитанее, најчитаније, meest gelees"
)
SPONSORS = _alone(
    "babesle(?:a|ak), sponsor, спонзор(?:и)?, спонсор, sponzor(?:ji|i|ři)?, rėmėja[is], sponsori, támogatóink, noddwyr,"
    " styrktaraðilar, sponsorid, atbalstītāji"
)
FROM_THE_ARCHIVE = _alone(
    "from the archives?, aus dem archiv, tiré des archives, del archivo, dall['’]archivio, do arquivo, uit het archief,"
    " из архива, z archiwum, z archivu, ur arkivet, fra arkivet"
)
SIMILAR = _phrases(
    "podobné nabídky, similar (?:offers|jobs|items|products), ähnliche (?:angebote|stellen|artikel|produkte)"
) + _alone(
    r"soortgelijke [^\W\d]+, vergelijkbare [^\W\d]+, [^\W\d]+ (?:semelhantes|similares|similaires|simili), podobne [^\W\d]+"
)
OF_THE_MOMENT = _phrases(
    r"[^\W\d_]+(?: [^\W\d_]+)? (?:of the (?:moment|hour)|du moment|d[eo]l? momento|van (?:die|het) (?:oomblik|moment))"
)
OUR_TIP = _alone(
    "unser tipp, unsere tipps, tipp der redaktion, our tip, notre conseil, nuestro consejo, il nostro consiglio, a nossa dica,"
    " onze tip"
)
RIGID_STEMS = (
    "patalastas|اشتہار|விளம்பரம்|ప్రకటన|പരസ്യം|જાહેરાત|जाहिरात|ໂຄສະນາ|ကြော်ငြာ|რეკლამა|գովազդ|рэклама|hysbys|iragark|publiz|oglas|оглас"
    "|auglýs|жарнама|сурталчилгаа|babesle|спон|sponz|rėmėj|támogat|noddwyr|styrktar|atbalst"
)
"""Beginnings of those of advertisements and sponsors."""
