import type { CalloutKind } from '../../../shared/markdown/tree/tree'
import type { HtmlContext } from '../../../shared/markdown/html/inline-html'

/** The words of an export that come from none of its texts. */
export interface OwnWords {
  /** Names of notes, and of the links to and from them, for screen readers. */
  readonly page: HtmlContext['words']
  readonly contents: string
  /** The title of a text without one. */
  readonly untitled: string
  /** The description of a picture without an alternative text. */
  readonly picture: string
  /** The titles of callouts that have none in the text. */
  readonly callouts: Readonly<Record<Exclude<CalloutKind, 'plain'>, string>>
}

/** The first six words, and those of callouts, in the order of `OwnWords`. */
function words(first: string, kinds: string): OwnWords {
  const [notes, note, backToText, contents, untitled, picture] = first.split(', ') as Six
  const [noteKind, tip, important, warning, caution] = kinds.split(', ') as Six
  return {
    page: { notes, note, backToText },
    ...{ contents, untitled, picture },
    callouts: { note: noteKind, tip, important, warning, caution },
  }
}

type Six = [string, string, string, string, string, string]

/** The words by BCP 47 tags, which are as short as possible. */
const WORDS = {
  en: words(
    'Notes, Note, Back to the text, Contents, Untitled, Picture',
    'Note, Tip, Important, Warning, Caution',
  ),
  de: words(
    'Anmerkungen, Anmerkung, Zurück zum Text, Inhalt, Ohne Titel, Bild',
    'Hinweis, Tipp, Wichtig, Warnung, Vorsicht',
  ),
  fr: words(
    'Notes, Note, Retour au texte, Table des matières, Sans titre, Image',
    'Remarque, Conseil, Important, Avertissement, Attention',
  ),
  es: words(
    'Notas, Nota, Volver al texto, Índice, Sin título, Imagen',
    'Nota, Consejo, Importante, Advertencia, Precaución',
  ),
  it: words(
    'Note, Nota, Torna al testo, Indice, Senza titolo, Immagine',
    'Nota, Suggerimento, Importante, Avvertenza, Attenzione',
  ),
  pt: words(
    'Notas, Nota, Voltar ao texto, Índice, Sem título, Imagem',
    'Nota, Dica, Importante, Aviso, Cuidado',
  ),
  nl: words(
    'Noten, Noot, Terug naar de tekst, Inhoud, Zonder titel, Afbeelding',
    'Opmerking, Tip, Belangrijk, Waarschuwing, Let op',
  ),
  pl: words(
    'Przypisy, Przypis, Powrót do tekstu, Spis treści, Bez tytułu, Ilustracja',
    'Uwaga, Wskazówka, Ważne, Ostrzeżenie, Ostrożnie',
  ),
  sv: words(
    'Noter, Not, Tillbaka till texten, Innehåll, Utan titel, Bild',
    'Obs, Tips, Viktigt, Varning, Var försiktig',
  ),
  da: words(
    'Noter, Note, Tilbage til teksten, Indhold, Uden titel, Billede',
    'Bemærk, Tip, Vigtigt, Advarsel, Forsigtig',
  ),
  nb: words(
    'Noter, Note, Tilbake til teksten, Innhold, Uten tittel, Bilde',
    'Merk, Tips, Viktig, Advarsel, Forsiktig',
  ),
  fi: words(
    'Viitteet, Viite, Takaisin tekstiin, Sisällys, Nimetön, Kuva',
    'Huomautus, Vinkki, Tärkeää, Varoitus, Ole varovainen',
  ),
  cs: words(
    'Poznámky, Poznámka, Zpět k textu, Obsah, Bez názvu, Obrázek',
    'Poznámka, Tip, Důležité, Varování, Pozor',
  ),
  ru: words(
    'Примечания, Примечание, Назад к тексту, Содержание, Без названия, Рисунок',
    'Примечание, Совет, Важно, Предупреждение, Осторожно',
  ),
  uk: words(
    'Примітки, Примітка, Назад до тексту, Зміст, Без назви, Рисунок',
    'Примітка, Порада, Важливо, Попередження, Обережно',
  ),
  ja: words('注, 注, 本文に戻る, 目次, 無題, 画像', 'メモ, ヒント, 重要, 警告, 注意'),
  zh: words('注释, 注释, 返回正文, 目录, 无标题, 图片', '说明, 提示, 重要, 警告, 注意'),
  'zh-Hant': words('註釋, 註釋, 返回正文, 目錄, 無標題, 圖片', '說明, 提示, 重要, 警告, 注意'),
  ko: words('주석, 주석, 본문으로 돌아가기, 차례, 제목 없음, 그림', '참고, 팁, 중요, 경고, 주의'),
  ar: words(
    'الحواشي, حاشية, العودة إلى النص, المحتويات, بلا عنوان, صورة',
    'ملاحظة, نصيحة, مهم, تحذير, تنبيه',
  ),
  he: words('הערות, הערה, חזרה לטקסט, תוכן העניינים, ללא כותרת, תמונה', 'הערה, טיפ, חשוב, אזהרה, זהירות'),
}

/** Other tags of the same languages. */
const ALSO: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', iw: 'he' }
/** Scripts and regions that use traditional Chinese characters. */
const TRADITIONAL: ReadonlySet<string> = new Set(['hant', 'tw', 'hk', 'mo'])

/** The words in the language of this tag; in English where there are none in it. */
export function ownWordsIn(language: string): OwnWords {
  const [first = '', ...others] = language.toLowerCase().split('-')
  const short = ALSO[first] ?? first
  const tag = short === 'zh' && others.some((part) => TRADITIONAL.has(part)) ? 'zh-Hant' : short
  return Object.hasOwn(WORDS, tag) ? WORDS[tag as keyof typeof WORDS] : WORDS.en
}

/** The tags of the languages in which these words exist. */
export const OWN_LANGUAGES: readonly string[] = Object.keys(WORDS)
