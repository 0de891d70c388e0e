/**
 * The knowledge of style hints about a language. The lists are short on purpose: a hint that is often wrong is switched
 * off.
 */
export interface StyleLanguage {
  /** Words and phrases that can usually be deleted. */
  readonly fillers: RegExp
  /** Matches the passive voice; the whole match is marked. */
  readonly passive: RegExp
  /** Very common words: they identify the language, and may be repeated. */
  readonly common: ReadonlySet<string>
  /** Words that may occur twice in a row. */
  readonly doubles: ReadonlySet<string>
  /** Whether ordinary nouns are capitalised, so that a capital does not indicate a name. */
  readonly hasCapitalNouns: boolean
}

/** Matches the text between two words: spaces and marks of emphasis. */
const GAP = String.raw`[\s*_~]+`
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** A pattern for whole words or phrases, given as a list separated by commas. */
const phrases = (list: string): string =>
  String.raw`(?<![\p{L}\p{N}'’-])(?:${list
    .split(',')
    .map((one) => one.trim().replaceAll(' ', GAP).replaceAll("'", "['’]"))
    .join('|')})(?![\p{L}\p{N}-]|['’]\p{L})`
const anyOf = (list: string): RegExp => new RegExp(phrases(list), 'giu')

const ENGLISH_STRONG =
  'beaten begun bent bound bitten blown broken brought built burnt bought caught chosen cut dealt done drawn driven eaten fed felt fought found flown forbidden forgotten forgiven frozen given ground hung heard hidden hit held hurt kept known laid led left lent lost made meant met paid put read ridden rung seen sold sent set shaken shot shown shut sung spoken spent split spread stolen struck swept sworn taken taught told thought thrown understood won worn woven written withdrawn'
/** Adjectives that look like participles. */
const ENGLISH_ADJECTIVES =
  'advanced aged ashamed bored concerned confused delighted determined disappointed embarrassed excited experienced frightened hundred indeed interested limited married naked pleased prepared relaxed retired sacred scared supposed surprised tired unexpected used wicked worried'

const english: StyleLanguage = {
  fillers: anyOf(
    "absolutely, a bit, a little bit, actually, all in all, as a matter of fact, at the end of the day, at this point in time, basically, certainly, clearly, completely, definitely, due to the fact that, essentially, for all intents and purposes, honestly, in fact, in order to, in terms of, it should be noted that, it's worth noting that, just, kind of, literally, more or less, needless to say, obviously, of course, quite, rather, really, simply, somewhat, sort of, the fact that, to be honest, totally, truly, utterly, very, virtually",
  ),
  passive: new RegExp(
    String.raw`(?<!\p{L})(?:am|is|are|was|were|be|been|being|isn['’]t|aren['’]t|wasn['’]t|weren['’]t|got|gets?)(?:${GAP}(?:not|never|being|been|also|often|still|already|always|only|soon|\p{Ll}+ly)){0,2}${GAP}(?!(?:${ENGLISH_ADJECTIVES.replaceAll(' ', '|')})(?!\p{L}))(?:\p{Ll}{2,}ed|${ENGLISH_STRONG.replaceAll(' ', '|')})(?!\p{L})`,
    'giu',
  ),
  common: setOf(
    'the of and to in a is that it was he for on are as with his they at be this from have or by had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may long little very after words called just where most know through back much before go good new write our me man too any day same right look think also around another came come work three must because does part even place well such here take why help put different away again off went old number great tell men say small every found still between name should home give something thought never under might while last against always once being without though until things himself herself myself itself those both upon whose',
  ),
  doubles: setOf('had that very so no'),
  hasCapitalNouns: false,
}

const GERMAN_STRONG =
  'begonnen beschlossen beschrieben bestanden betrogen betroffen beworben bewiesen entnommen entschieden erfunden erhoben erschossen erworben missverstanden übernommen überwiesen unternommen unterschrieben verbannt verboten verbunden verdorben verloren vernommen verschoben verschrieben verschwiegen verstanden vertrieben verwiesen'
const GERMAN_INFINITIVES =
  'gebären geben gebieten gebrauchen gedeihen gedenken gedulden gefallen gefährden gehen gehorchen gehören gelangen geleiten gelingen gelten genesen genießen genügen geraten geschehen gestalten gestatten gestehen gewähren gewährleisten gewinnen gewöhnen'
const GERMAN_ADJECTIVES =
  'bekannt beliebt berühmt gerecht gesamt gesund geschickt verliebt verrückt vertraut verwandt'
const PARTICIPLE = String.raw`(?!(?:${`${GERMAN_INFINITIVES} ${GERMAN_ADJECTIVES}`.replaceAll(' ', '|')})(?!\p{L}))(?:\p{Ll}{0,9}ge\p{Ll}{2,}(?:t|en)|(?:be|ver|er|ent|zer|miss)\p{Ll}{2,}t|\p{Ll}{2,}iert|${GERMAN_STRONG.replaceAll(' ', '|')})(?!\p{L})`
const WERDEN = 'werde|wirst|wird|werden|werdet|wurde|wurdest|wurden|würde|würden|worden'

const german: StyleLanguage = {
  fillers: anyOf(
    'an und für sich, aufgrund der Tatsache, bekanntlich, durchaus, eigentlich, einigermaßen, gewissermaßen, gleichsam, grundsätzlich, halt, im Endeffekt, im Grunde, im Großen und Ganzen, im Prinzip, in gewisser Weise, in keinster Weise, irgendwie, irgendwo, letzten Endes, letztendlich, mehr oder weniger, natürlich, offensichtlich, praktisch, quasi, regelrecht, selbstverständlich, sicherlich, sozusagen, überaus, überhaupt, wirklich, ziemlich, zum jetzigen Zeitpunkt, zweifellos',
  ),
  passive: new RegExp(
    String.raw`(?<!\p{L})(?:(?:${WERDEN})(?!\p{L})[^.!?,;:()\n–—]{0,80}?(?<!\p{L})${PARTICIPLE}|${PARTICIPLE}${GAP}(?:${WERDEN})(?!\p{L}))`,
    'gu',
  ),
  common: setOf(
    'der die das und in zu den von mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde wenn können wir ich ihr ihm ihn hatte ihre seine kann gegen vom schon habe immer sehr dann unter wir soll was doch jetzt diese dieser dieses weil seit alle wieder ohne muss keine kein mir mich dir dich uns euch da hier dort waren wäre würde sollte müssen wollen wollte könnte konnte damit dabei dazu davon zwischen während heute etwas nichts viel viele anderen andere jahre jahr selbst beim gibt ging kam sagte machen machte ganz alles einmal wohl denn nun also welche welcher deren dessen worden gewesen eines meine deine unsere seinen ihren seiner ihrer diesen diesem jeder jede jedes sondern obwohl bereits',
  ),
  doubles: setOf('die der das sie den'),
  hasCapitalNouns: true,
}

const ETRE =
  'suis|es|est|sommes|êtes|sont|étais|était|étions|étiez|étaient|fut|furent|serai|seras|sera|serons|serez|seront|serais|serait|seraient|soit|soient|été|être|étant'
/** Verbs of motion form their perfect with être; the others are adjectives. */
const FRENCH_ACTIVE =
  'allé|arrivé|décédé|demeuré|entré|monté|né|passé|rentré|resté|retourné|tombé|âgé|carré|désolé|fatigué|privé|sacré|situé'
const FRENCH_STRONG =
  'acquis|admis|appris|atteint|battu|choisi|compris|conclu|conduit|connu|construit|couvert|découvert|défendu|détruit|dit|écrit|élu|entendu|envahi|établi|fait|inscrit|interdit|lu|mis|offert|ouvert|peint|perdu|permis|pris|produit|promis|puni|reçu|rempli|rendu|retenu|rompu|servi|soumis|suivi|surpris|tenu|traduit|trahi|vendu|vu'

const french: StyleLanguage = {
  fillers: anyOf(
    "absolument, à l'heure actuelle, au final, au niveau de, bien sûr, carrément, certainement, dans le but de, du coup, effectivement, en fait, en quelque sorte, en réalité, évidemment, force est de constater que, il faut dire que, il va sans dire que, justement, le fait que, littéralement, plus ou moins, pour ainsi dire, quelque peu, simplement, tout à fait, un petit peu, vraiment",
  ),
  passive: new RegExp(
    String.raw`(?<![\p{L}’']|(?:se|me|te|nous|vous)[ *_]+|[sSmMtT]['’])(?:${ETRE})(?:${GAP}(?:pas|plus|jamais|bien|déjà|souvent|toujours|encore|aussi|\p{Ll}+ment)){0,2}${GAP}(?!(?:${FRENCH_ACTIVE})e?s?(?!\p{L}))(?:\p{Ll}{2,}ée?s?|(?:${FRENCH_STRONG})e?s?)(?!\p{L})`,
    'giu',
  ),
  common: setOf(
    'le la les de des du et à un une en il elle que qui dans est pas pour sur se son sa ses au aux plus par je ne ce cette ces avec tout tous toute toutes mais comme ou si leur leurs y dont même nous vous ils elles était sont été être avait ont avoir fait faire peut bien sans deux aussi où très après avant encore peu on lui me mon ma mes te ton ta tes notre votre nos vos quand alors donc car entre vers chez sous depuis pendant contre toujours jamais rien autre autres quelque quelques chaque celui celle ceux cela ça ici puis moins trop déjà ainsi jour fois homme temps dit dire voir étaient avaient serait pouvait fallait parce lorsque quoi',
  ),
  doubles: setOf('nous vous'),
  hasCapitalNouns: false,
}

const LANGUAGES: Readonly<Record<string, StyleLanguage>> = { en: english, de: german, fr: french }

export const styleLanguage = (tag: string): StyleLanguage | undefined =>
  LANGUAGES[tag.split(/[-_]/)[0]?.toLowerCase() ?? '']

/**
 * The language whose common words occur most often in a text; the first one in doubt, undefined if there are hardly
 * any.
 */
export function languageOfWords(words: readonly string[], tags: readonly string[]): string | undefined {
  let best: string | undefined
  let most = Math.max(1, words.length * 0.12)
  for (const tag of tags) {
    const common = styleLanguage(tag)?.common
    const count = common === undefined ? 0 : words.filter((word) => common.has(word.toLowerCase())).length
    if (count > most) [best, most] = [tag, count]
  }
  return best
}
