/**
 * Queries by a person or an agent about the library in this folder, with the sections that answer them: 3 answers, 2
 * answers in part, 1 is related. The grades were set by reading, before any measurement.
 */
export interface JudgedQuery {
  /** The id must never change, because its hash decides whether the query is held out. */
  readonly id: string
  readonly kind: 'words' | 'synonyms' | 'paraphrase' | 'names' | 'unspaced' | 'parts'
  readonly query: string
  /** The grades by `document#heading`. */
  readonly grades: Readonly<Record<string, 1 | 2 | 3>>
}

const q = (
  id: string,
  kind: JudgedQuery['kind'],
  query: string,
  grades: JudgedQuery['grades'],
): JudgedQuery => ({ id, kind, query, grades })

// prettier-ignore
export const JUDGED_QUERIES: readonly JudgedQuery[] = [
  // words: the words of the query are in the text
  q('w01', 'words', 'spring tides and neap tides', { 'tides#Springs and neaps': 3, 'tides#Two bulges': 1 }),
  q('w02', 'words', 'sourdough starter', { 'sourdough#The starter': 3, 'sourdough#The dough': 2 }),
  q('w03', 'words', 'harbour fees', { 'harbour-notes#Berths and fees': 3 }),
  q('w04', 'words', 'bicycle chain oil', { 'bicycle-repair#The chain': 3 }),
  q('w05', 'words', 'how to sharpen a knife on a stone', { 'kitchen-knives#On the stone': 3, 'kitchen-knives#Daily care': 1 }),
  q('w06', 'words', 'meteor showers in August', { 'astronomy-balcony#Meteor showers': 3 }),
  q('w07', 'words', 'second factor for mail', { 'password-advice#Two factors': 3, 'password-advice#If it happened': 1 }),
  q('w08', 'words', 'first sentence promise', { 'first-lines#What an opening does': 3 }),
  q('w09', 'words', 'developing film in the darkroom', { 'darkroom#Developing a film': 3, 'darkroom#Printing': 2 }),
  q('w10', 'words', 'red lentils with cumin', { 'soups-of-winter#Red lentils': 3 }),
  q('w11', 'words', 'thunderstorms on a ridge', { 'mountain-hut#Weather in the mountains': 3 }),
  q('w12', 'words', 'emergency fund three months of expenses', { 'household-budget#An emergency fund': 3 }),
  q('w13', 'words', 'read your draft aloud', { 'editing-your-own-work#Read aloud': 3 }),
  q('w14', 'words', 'swarm of bees in the plum tree', { 'bees#Swarm': 3, 'bees#The hive arrives': 1 }),
  q('w15', 'words', 'crash when the computer wakes from standby', { 'release-notes#Mended': 3, 'meeting-2026-03#Decisions': 1 }),
  q('w16', 'words', 'letters of lead and the composing stick', { 'letterpress#Setting type': 3, 'letterpress#Where words come from': 1 }),

  q('w17', 'words', 'compost in layers', { 'de-garten#Kompost': 1, 'allotment-year#March': 2, 'allotment-year#October': 1 }),
  q('w18', 'words', 'prologue is a debt', { 'first-lines#Prologues': 3 }),
  q('w19', 'words', 'read the meters and hand over the keys', { 'moving-checklist#The week itself': 3 }),
  q('w20', 'words', 'swallows fly low before rain', { 'weather-lore#Swallows': 3 }),
  q('w21', 'words', 'letter in the upper case and lower case', { 'letterpress#Where words come from': 3, 'letterpress#Setting type': 1 }),
  q('w22', 'words', 'grandmother with a goose in the train', { 'train-across-the-plain#People': 3 }),

  // synonyms: other words for the same thing
  q('s01', 'synonyms', 'puncture repair', { 'bicycle-repair#A flat tyre': 3 }),
  q('s02', 'synonyms', 'chicken stock when you are sick', { 'soups-of-winter#Broth for the ill': 3 }),
  q('s03', 'synonyms', 'insomnia advice', { 'sleeping-badly#What helps': 3, 'sleeping-badly#Lying awake': 3, 'sleeping-badly#When to see someone': 2 }),
  q('s04', 'synonyms', 'railroad trip', { 'train-across-the-plain#People': 2, 'train-across-the-plain#Timetable': 2, 'train-across-the-plain#The land': 2 }),
  q('s05', 'synonyms', 'sunset colour as a forecast', { 'weather-lore#Red sky at night': 3 }),
  q('s06', 'synonyms', 'pot to bake a loaf', { 'sourdough#In the oven': 3 }),
  q('s07', 'synonyms', 'photographs of the walls for the landlord', { 'moving-checklist#The week itself': 3, 'moving-checklist#Eight weeks before': 1 }),
  q('s08', 'synonyms', 'villain motivation wicked', { 'characters#Villains': 3, 'characters#Wanting': 1 }),
  q('s09', 'synonyms', 'cargo trucks and bikes getting on the boat', { 'night-ferry#Boarding': 3 }),
  q('s10', 'synonyms', 'wages divided into accounts', { 'household-budget#Three accounts': 3 }),
  q('s11', 'synonyms', 'remove the opening paragraph', { 'editing-your-own-work#Cutting': 3, 'zh-writing#开头': 1 }),
  q('s12', 'synonyms', 'physician for tiredness', { 'sleeping-badly#When to see someone': 3 }),
  q('s13', 'synonyms', 'timepiece for navigators', { 'museum-of-clocks#The longitude room': 3 }),
  q('s14', 'synonyms', 'mending a jammed accordion shop owner', { 'obituary-notes#Who he was': 3, 'obituary-notes#What remains': 1 }),
  q('s15', 'synonyms', 'merging edits of two authors', { 'version-control-for-writers#When two people edit': 3 }),
  q('s16', 'synonyms', 'what grain and seeds do wild birds eat', { 'birds-at-the-feeder#What to give': 3, 'birds-at-the-feeder#Who comes': 1 }),

  q('s17', 'synonyms', 'leave letter for the tenant quitting a flat', { 'moving-checklist#Eight weeks before': 3, 'complaint-letter#Before sending': 1 }),
  q('s18', 'synonyms', 'photo lab chemicals', { 'darkroom#Developing a film': 3, 'darkroom#Printing': 2 }),
  q('s19', 'synonyms', 'mice and the beehive', { 'bees#Wintering': 3 }),
  q('s20', 'synonyms', 'boat mooring price per night', { 'harbour-notes#Berths and fees': 3 }),
  q('s21', 'synonyms', 'precipitation on the roof in litres', { 'rain-barrel#The barrel': 3 }),
  q('s22', 'synonyms', 'physics of the ocean pulled by the lunar body', { 'tides#Two bulges': 3, 'tides#Springs and neaps': 2 }),
  q('s23', 'synonyms', 'funeral speech', { 'obituary-notes#Who he was': 2, 'obituary-notes#What remains': 3, 'obituary-notes#A story': 2 }),
  q('s24', 'synonyms', 'stolen laptop and burnt house: where copies should be', { 'backup-plan#Three, two, one': 3, 'backup-plan#Encryption': 1 }),

  // paraphrase: a question in other words
  q('p01', 'paraphrase', 'how long should I wait before trying again when the server is overloaded', { 'api-rate-limits#Backing off': 3, 'api-rate-limits#Retries that do not repeat': 1 }),
  q('p02', 'paraphrase', 'why does the sea go up and down twice each day', { 'tides#Two bulges': 3, 'tides#Why a table is needed': 1 }),
  q('p03', 'paraphrase', 'avoid creating a duplicate when the answer was lost', { 'api-rate-limits#Retries that do not repeat': 3 }),
  q('p04', 'paraphrase', 'keeping my garden alive when it does not rain', { 'rain-barrel#Dry summers': 3, 'allotment-year#June': 2, 'rain-barrel#The barrel': 1 }),
  q('p05', 'paraphrase', 'what do bees do when it is cold', { 'bees#Wintering': 3 }),
  q('p06', 'paraphrase', 'my apartment has no heating, how do I complain', { 'complaint-letter#Draft': 3, 'complaint-letter#Before sending': 3 }),
  q('p07', 'paraphrase', 'how to know that my saved copies can really be recovered', { 'backup-plan#Restoring': 3, 'backup-plan#Three, two, one': 1 }),
  q('p08', 'paraphrase', 'whom do I have to inform of my new address', { 'moving-checklist#Afterwards': 3 }),
  q('p09', 'paraphrase', 'sore spine from sitting at the computer', { 'back-pain#At the desk': 3, 'back-pain#What it is not': 2, 'back-pain#Exercises': 2 }),
  q('p10', 'paraphrase', 'exercises for singers before they begin', { 'choir-practice#Warming up': 3 }),
  q('p11', 'paraphrase', 'garbled accents in an old text file', { 'code-notes#Guessing the code page': 3, 'code-notes#Reading old files': 2 }),
  q('p12', 'paraphrase', 'how can I memorise vocabulary', { 'learning-a-language#Every day a little': 3, 'learning-a-language#Reading': 1 }),
  q('p13', 'paraphrase', 'who has to answer customers while everyone is on vacation', { 'meeting-2026-03#Open questions': 3 }),
  q('p14', 'paraphrase', 'an old man loses his job to a machine', { 'the-lighthouse-keeper#One': 3, 'the-lighthouse-keeper#Three': 2, 'the-lighthouse-keeper#Two': 1 }),
  q('p15', 'paraphrase', 'making dialogue sound real', { 'characters#How they talk': 3, 'editing-your-own-work#Read aloud': 2 }),
  q('p16', 'paraphrase', 'reaching my home computer safely over the internet', { 'home-server#Reaching it from outside': 3, 'home-server#What runs on it': 1 }),
  q('p17', 'paraphrase', 'cat-like stretching in the morning', { 'back-pain#Exercises': 3 }),
  q('p18', 'paraphrase', 'counting animals from the window helps research', { 'birds-at-the-feeder#Counting': 3 }),
  q('p19', 'paraphrase', 'someone got into my email account', { 'password-advice#If it happened': 3, 'password-advice#Two factors': 2 }),
  q('p20', 'paraphrase', 'what to carry on a walk over several days', { 'mountain-hut#Packing': 3 }),
  q('p21', 'paraphrase', 'how many books may I take home from the library', { 'house-rules-library#Borrowing': 3 }),
  q('p22', 'paraphrase', 'can I give my old books away', { 'house-rules-library#Donations': 3 }),

  q('p23', 'paraphrase', 'what can one see in the sky in a city', { 'astronomy-balcony#What can be seen': 3, 'astronomy-balcony#Getting used to the dark': 1 }),
  q('p24', 'paraphrase', 'going back to an earlier ending of my novel', { 'version-control-for-writers#Why bother': 3, 'version-control-for-writers#Branches': 3 }),
  q('p25', 'paraphrase', 'my loaf, how do I tell that it is done', { 'sourdough#In the oven': 3 }),
  q('p26', 'paraphrase', 'brakes make an ugly noise', { 'bicycle-repair#Brakes': 3 }),
  q('p27', 'paraphrase', 'why should I not cut while I read my text the first time', { 'editing-your-own-work#Read aloud': 3, 'editing-your-own-work#Let it rest': 1 }),
  q('p28', 'paraphrase', 'the child who broke an instrument of his uncle', { 'obituary-notes#A story': 3 }),
  q('p29', 'paraphrase', 'a place where strangers talk to you in hot water', { 'ja-tokyo-walk#銭湯': 1 }),
  q('p30', 'paraphrase', 'what to do in the garden before winter', { 'allotment-year#October': 3, 'ja-garden#秋の仕事': 1 }),
  q('p31', 'paraphrase', 'is it worth buying new parts for a family server', { 'home-server#Hardware': 3 }),
  q('p32', 'paraphrase', 'the cheese seller who asks when you will eat', { 'fr-marche#Le fromager': 1 }),
  q('p33', 'paraphrase', 'should an unread page be fetched again', { 'api-rate-limits#Caching': 3 }),
  q('p34', 'paraphrase', 'which customs to follow when sleeping in a mountain lodge', { 'mountain-hut#Manners': 3, 'mountain-hut#Packing': 1 }),
  q('p35', 'paraphrase', 'seasick at night between the mainland and the island', { 'night-ferry#The crossing': 3, 'night-ferry#Morning': 2 }),
  q('p36', 'paraphrase', 'how to speak a foreign tongue without shame', { 'learning-a-language#Speaking badly': 3, 'learning-a-language#Every day a little': 1 }),

  // names
  q('n01', 'names', 'Harrison', { 'museum-of-clocks#The longitude room': 3 }),
  q('n02', 'names', 'uncle Teodor', { 'obituary-notes#Who he was': 3, 'obituary-notes#A story': 1, 'obituary-notes#What remains': 1 }),
  q('n03', 'names', 'Anselm and the Halcyon', { 'the-lighthouse-keeper#Two': 3, 'the-lighthouse-keeper#One': 2, 'the-lighthouse-keeper#Three': 2 }),
  q('n04', 'names', 'what does Jonas have to do', { 'meeting-2026-03#Next steps': 3, 'meeting-2026-03#Open questions': 3 }),
  q('n05', 'names', 'Galileo moons of Jupiter', { 'astronomy-balcony#What can be seen': 3 }),
  q('n06', 'names', 'Mr Abel', { 'house-rules-library#In the reading room': 3 }),
  q('n07', 'names', 'Bruckner concert at Saint Mary', { 'choir-practice#The concert': 3 }),
  q('n08', 'names', 'Ozturk Tomaten', { 'de-garten#Der Nachbar': 3 }),
  q('n09', 'names', 'guessCodePage function', { 'code-notes#Reading old files': 3, 'code-notes#Guessing the code page': 2 }),
  q('n10', 'names', 'Windows-1252', { 'code-notes#Guessing the code page': 3 }),

  q('n11', 'names', 'Marta announcement', { 'meeting-2026-03#Decisions': 3, 'meeting-2026-03#Next steps': 2 }),
  q('n12', 'names', 'Ask Lena', { 'night-sky-poem#Notes to myself': 3 }),
  q('n13', 'names', 'fishing boats near the Sisters', { 'the-lighthouse-keeper#Two': 3, 'night-ferry#The crossing': 1 }),
  q('n14', 'names', 'Jamaica', { 'museum-of-clocks#The longitude room': 3 }),

  // scripts without spaces, and other languages
  q('u01', 'unspaced', '地下鉄の終電', { 'ja-tokyo-walk#地下鉄に乗る': 3 }),
  q('u02', 'unspaced', '喫茶店で珈琲', { 'ja-tokyo-walk#喫茶店': 3 }),
  q('u03', 'unspaced', '富士山', { 'ja-tokyo-walk#銭湯': 3 }),
  q('u04', 'unspaced', '落ち葉で腐葉土を作る', { 'ja-garden#秋の仕事': 3 }),
  q('u05', 'unspaced', '苔に水をやる', { 'ja-garden#梅雨の前に': 3 }),
  q('u06', 'unspaced', '绿茶的水温', { 'zh-tea#水': 3, 'zh-tea#乌龙': 1 }),
  q('u07', 'unspaced', '乌龙', { 'zh-tea#乌龙': 3 }),
  q('u08', 'unspaced', '修改稿子', { 'zh-writing#修改': 3, 'zh-writing#丢失的稿子': 1 }),
  q('u09', 'unspaced', '备份小说', { 'zh-writing#丢失的稿子': 3 }),
  q('u10', 'unspaced', '한강 자전거', { 'ko-notes#한강': 3 }),
  q('u11', 'unspaced', '김치', { 'ko-notes#시장': 3 }),
  q('u12', 'unspaced', 'Komposthaufen schichten', { 'de-garten#Kompost': 3 }),
  q('u13', 'unspaced', 'peches mures au marche', { 'fr-marche#Les pêches': 3, 'fr-marche#Le fromager': 1 }),
  q('u14', 'unspaced', '雨の日', { 'ja-tokyo-walk#喫茶店': 3, 'ja-garden#梅雨の前に': 1 }),

  q('u15', 'unspaced', '新宿で乗り換え', { 'ja-tokyo-walk#地下鉄に乗る': 3 }),
  q('u16', 'unspaced', '外公喝茶', { 'zh-tea#喝茶的人': 3 }),
  q('u17', 'unspaced', '小说的第一句话', { 'zh-writing#开头': 3, 'zh-writing#丢失的稿子': 1 }),
  q('u18', 'unspaced', '시장에서 할머니', { 'ko-notes#시장': 3 }),
  q('u19', 'unspaced', '球根を植える時期', { 'ja-garden#秋の仕事': 3 }),
  q('u20', 'unspaced', 'Tomaten giessen Brennnessel', { 'de-garten#Der Nachbar': 3 }),

  // parts of words, inflected words, typing errors
  q('a01', 'parts', 'accord', { 'obituary-notes#Who he was': 3 }),
  q('a02', 'parts', 'thunder', { 'mountain-hut#Weather in the mountains': 3 }),
  q('a03', 'parts', 'Nachbarn', { 'de-garten#Der Nachbar': 3 }),
  q('a04', 'parts', 'strawbery net', { 'allotment-year#June': 3 }),
  q('a05', 'parts', 'baromter', { 'obituary-notes#A story': 3, 'the-lighthouse-keeper#Three': 2 }),
  q('a06', 'parts', 'kompost', { 'de-garten#Kompost': 3 }),
  q('a07', 'parts', 'encryption passphrase', { 'backup-plan#Encryption': 3, 'password-advice#Use a manager': 1 }),
  q('a08', 'parts', 'physio', { 'back-pain#What it is not': 2, 'back-pain#Exercises': 2, 'back-pain#At the desk': 2 }),
  q('a09', 'parts', 'antimon', { 'letterpress#Setting type': 3 }),
  q('a10', 'parts', 'compositors', { 'letterpress#Setting type': 3, 'letterpress#Where words come from': 3 }),
  q('a11', 'parts', 'Brennnessel', { 'de-garten#Der Nachbar': 3 }),
  q('a12', 'parts', 'subcriptions', { 'household-budget#Looking back': 3 }),
]
