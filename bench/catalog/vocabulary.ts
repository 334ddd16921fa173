import { Random } from './random.ts'

/** The words for each slot of a template, from common to rare. Invented words follow after the end of a list. */
const WORDS = {
  noun: split(`
    bag shirt chair lamp table bottle box set jacket shoe cup bowl blanket pillow knife pan watch ring scarf hat
    towel rug mirror shelf basket candle vase clock frame book pen notebook desk sofa bed mattress curtain stool bench
    cabinet drawer wardrobe plate mug glass fork spoon kettle teapot grinder toaster oven tray jar jug flask lunchbox
    backpack wallet purse belt suitcase umbrella glove sock sweater cardigan hoodie coat dress skirt blouse jeans
    trousers shorts pyjamas robe slipper boot sandal sneaker loafer necklace bracelet earring brooch pendant
    headphone speaker charger cable keyboard mouse monitor camera tripod lens battery torch drill hammer wrench
    screwdriver saw pliers ladder toolbox nail screw hook rope tape brush roller paint bucket sponge broom mop
    crème café décor éclair soufflé entrée purée brûlée château bébé façade rosé lumière étoile forêt rêve
    cinturón sillón jardín corazón algodón jamón bañador pantalón jalapeño piñata müsli kübel bügel größe straße
    smörgåsbord fjäll køkken brød kołdra łódka křeslo čokoláda şal ağaç
    planter seed shovel rake hose grill tent hammock cooler lantern compass kayak paddle helmet bicycle saddle pedal
    scooter skateboard racket ball net dumbbell mat bandage thermometer soap shampoo lotion perfume comb razor
    toothbrush lipstick mascara powder doll puzzle kite train robot drum guitar violin flute piano easel canvas crayon
    scissors stapler folder envelope sticker ribbon card calendar globe atlas poster rattle stroller cradle bib
    leash collar kennel aquarium birdcage saddlebag apron oven-glove colander whisk ladle spatula tongs corkscrew
    decanter tumbler saucer napkin tablecloth coaster placemat duvet quilt bolster headboard footstool armchair
    bookcase sideboard chandelier sconce dimmer doorbell letterbox doormat coatrack hanger
    рубашка чайник сапоги свитер καφές βιβλίο λάμπα 茶碗 着物 カメラ ノート 丝绸 茶壶 한복 도자기 قهوة سجادة שטיח ผ้าไหม साड़ी
  `),
  adjective: split(`
    soft light classic small warm strong modern natural large handmade simple slim durable compact elegant smooth
    bright deep fine round long short wide thick thin flat heavy portable folding adjustable washable waterproof
    breathable quiet fast smart wireless rechargeable insulated padded quilted knitted woven printed striped checked
    plain floral vintage rustic nordic coastal urban minimal bold cosy crisp fresh cool dry calm gentle sturdy robust
    solid rigid flexible stretchy elastic airy lightweight oversized fitted relaxed tapered cropped pleated ribbed
    brushed polished matte glossy satin frosted tinted clear opaque dark pale pastel vivid neutral golden silver
    rosy smoky earthy sandy mossy stormy snowy sunny naïve gemütlich señorial élancé doré léger königsblau
    edible fragrant spicy sweet bitter tangy savoury organic vegan recycled refillable reusable compostable seasonal
    festive playful curious clever honest patient humble noble royal rural alpine tropical desert lunar solar
    magnetic acoustic digital analogue mechanical automatic manual hinged stackable modular detachable reversible
    seamless hooded collared sleeveless buttoned zipped laced buckled engraved embossed glazed enamelled lacquered
    уютный летний 小さな 精美 따뜻한
  `),
  material: split(`
    cotton wood steel leather wool glass linen ceramic oak bamboo silk plastic aluminium paper denim canvas felt
    velvet rubber brass copper iron stone marble walnut pine birch ash beech cork rattan jute hemp cashmere merino
    mohair alpaca fleece flannel corduroy tweed polyester nylon spandex viscose lyocell suede nubuck shearling down
    porcelain stoneware terracotta concrete granite slate crystal acrylic resin bronze pewter titanium carbon
    silicone beeswax sisal wicker raffia teak mahogany maple cherry ebony lamé moiré appliqué crêpe tulle organza
    percale sateen gauze muslin шёлк 竹
  `),
  verb: split(`
    keep hold carry store use wear wash clean open close fold hang pack cover protect warm cool dry light charge
    cook serve pour mix cut slice bake roast grill brew boil steam freeze chill share give wrap tie pin clip lock
    mount fix build repair paint draw write read play sing dance run walk climb ride swim travel camp rest sleep
    dream relax stretch lift push pull turn spin roll slide stack sort label measure weigh mark trim sand polish
    brush comb rinse soak scrub wipe sweep dust plant water grow harvest flambé sauté decorate brighten soften
    strengthen sharpen shorten lengthen tighten loosen
  `),
} as const

export type Slot = keyof typeof WORDS | 'name'

/** The rank below which half of the draws fall: small for a few very common words, large for many rare ones. */
const SPREAD: Record<Slot, number> = { noun: 20, adjective: 15, material: 6, verb: 8, name: 1500 }

const CONSONANTS = 'b c d f g h k l m n p r s t v z br dr gr kl pl st tr sh'.split(' ')
const VOWELS = 'a a e e i o o u ai ea io ou'.split(' ')
const ENDINGS = ['', '', '', 'n', 'r', 's', 'l', 'x', 'ra', 'no', 'lia', 'ck']

/** An endless supply of words: those listed above, then invented ones. The same seed gives the same words. */
export class Vocabulary {
  readonly #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  word(slot: Slot, random: Random): string {
    const listed = slot === 'name' ? [] : WORDS[slot]
    const rank = random.rank(SPREAD[slot])
    return listed[rank] ?? this.inventWord(`${slot}/${rank}`)
  }

  /** Puts a random word in each slot of a template such as `{adjective} {noun}`. */
  fillTemplate(template: string, random: Random): string {
    return template.replace(/\{(\w+)\}/g, (_, slot: string) => this.word(slot as Slot, random))
  }

  /** A pronounceable word that exists in no language. */
  inventWord(key: string): string {
    const random = new Random(`${this.#seed}/word/${key}`)
    let word = ''
    for (let syllables = random.integer(2, 3); syllables > 0; syllables--)
      word += random.pick(CONSONANTS) + random.pick(VOWELS)
    return word + random.pick(ENDINGS)
  }
}

export function capitalize(text: string): string {
  const [first = ''] = text
  return first.toUpperCase() + text.slice(first.length)
}

function split(words: string): readonly string[] {
  return words.trim().split(/\s+/)
}
