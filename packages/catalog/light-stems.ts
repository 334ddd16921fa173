/** How the words of a language become stems, beside Snowball's stemmer or without it. */
export interface LightStems {
  /** Applied once, before Snowball's stemmer. */
  readonly before?: readonly StemStep[]
  /** Applied after it, or alone. */
  readonly steps?: readonly StemStep[]
  /** Articles that are written together with the next word: `ال` in Arabic. They are no part of a stem. */
  readonly articles?: string
  /** Other small words that are: `ל` in Hebrew. Many words begin with the same letters, so they stay in the stem. */
  readonly prefixes?: string
}

/**
 * Rules that give the forms of a word one stem, for languages that Snowball has no stemmer for, and for what its
 * stemmers miss in words without accents. A step is the least number of letters that stay, and endings, each with what
 * it becomes after a colon. Of a step, the longest ending that fits applies. The steps repeat until nothing changes, so
 * that a word and its stem have the same stem.
 */
export type StemStep = readonly [stay: number, endings: string]

/** Slavic nouns that lose their last vowel with an ending: `hrnek`, `hrnky`. */
const FLEETING = 'ek:k ec:c en:n el:l er:r'

/** Letters that double before an ending in Dutch. */
const DOUBLED = [...'bdfgklmnprst'].map((letter) => `${letter + letter}:${letter}`).join(' ')

export const LIGHT_STEMS: Readonly<Record<string, LightStems>> = {
  // Larkey, Ballesteros and Connell, Light Stemming for Arabic Information Retrieval (2007): light10.
  ar: { steps: [[2, 'ها ان ات ون ين يه ية ه ة ي']], articles: 'ال وال بال كال فال لل' },
  // Savoy, Searching strategies for the Bulgarian language (2007).
  bg: {
    steps: [
      [4, 'та то те'],
      [3, 'ият ията ия ата ото ите ят ът ове еве ища и а я е о'],
      [3, 'ц:к'],
      [2, 'ел:л ен:н ър:р'],
    ],
  },
  // Dolamic and Savoy, Indexing and stemming approaches for the Czech language (2009), without palatalisation.
  cs: {
    steps: [
      [3, 'ech ich ach ych eho iho emu imu ami emi imi ymi ama ovi ove em im um ym ou uv a e i o u y'],
      [2, FLEETING],
    ],
  },
  es: { before: [[2, 'ces:z']] },
  // Folding makes an e of é.
  fr: { before: [[2, 'oux:ou']], steps: [[3, 'e']] },
  // Glinert, The Grammar of Modern Hebrew (1989).
  he: { steps: [[2, 'יים ייה יות ים ות ית ה י ת']], prefixes: 'וה וב ול ומ וש שה מה ה ב ל מ ש ו כ' },
  // Sohn, The Korean Language (1999): the particles.
  ko: { steps: [[2, '은 는 이 가 을 를 에 의 로 으로 와 과 도 만 에서 에게 부터 까지 용']] },
  nl: {
    steps: [
      [2, `${DOUBLED} z:s v:f`],
      [3, 's'],
    ],
  },
  // Swan, A Grammar of Contemporary Polish (2002): nouns and adjectives.
  pl: {
    steps: [
      [
        3,
        `iego iemu iami iach iem iej ego emu ami ach ych ymi imi ich owi owie ow om em ym im ej ie ia
        ii iu io a e i o u y`,
      ],
      [2, `${FLEETING} iek:k ien:n eb:b`],
    ],
  },
  // Orengo and Huyck, A stemming algorithm for the Portuguese language (2001): the plurals.
  pt: { before: [[1, 'oes:ao aes:ao ais:al eis:el ois:ol uis:ul ns:m']] },
  // Folding makes an и of й.
  ru: {
    before: [[2, 'ои:ой ыи:ый ии:ий еи:ей']],
    steps: [
      [3, 'е'],
      [2, 'ек:к ок:к ец:ц'],
    ],
  },
  // Short, Slovak, in Comrie and Corbett, The Slavonic Languages (1993).
  sk: {
    steps: [
      [
        3,
        'eho ieho emu iemu ami iami ach iach och ych ymi ich imi ovi ove ov om em ym im ej ou ie ia iu ii a e i o u y',
      ],
      [2, `${FLEETING} iek:k ok:k iec:c ien:n iel:l`],
    ],
  },
  // Popović and Willett, The effectiveness of stemming for natural-language access to Slovene textual data (1992).
  sl: {
    steps: [
      [3, 'ega emu ima imi ema oma ami ih im om em ov ev am ah a e i o u'],
      [2, `${FLEETING} elj:lj`],
    ],
  },
  // Nouns with k and c, and with -ov- in the plural.
  sr: {
    steps: [
      [3, 'ev ov'],
      [3, 'c:k'],
    ],
  },
  // Nouns, as in Eryiğit and Adalı, An affix stripping morphological analyzer for Turkish (2004).
  tr: {
    steps: [
      [3, 'lari leri lar ler si su i u'],
      [2, 'b:p g:k d:t'],
    ],
  },
  uk: {
    before: [[2, 'ии:ий іи:ій ои:ой еи:ей']],
    steps: [
      [3, 'е и і'],
      [2, 'ок:к ек:к ец:ц'],
    ],
  },
}

type Stemmer = (word: string) => string

/** Applies the steps until nothing changes, or once. */
export function stemmerOf(steps: readonly StemStep[], isRepeated = true): Stemmer {
  const maps = steps.map(([stay, endings]) => {
    const pairs = endings.split(/\s+/).map((ending) => [...ending.split(':'), ''] as unknown as [string, string])
    return { stay, becomes: new Map(pairs), longest: Math.max(...pairs.map(([ending]) => ending.length)) }
  })
  const once = (word: string) =>
    maps.reduce((stem, { stay, becomes, longest }) => {
      for (let length = Math.min(longest, stem.length - stay); length > 0; length--) {
        const left = stem.length - length
        const become = becomes.get(stem.slice(left))
        if (become !== undefined) return stem.slice(0, left) + become
      }
      return stem
    }, word)
  if (!isRepeated) return once
  return (word) => {
    for (let [before, stem] = ['', word]; ; before = stem) {
      stem = once(stem)
      if (stem === before) return stem
    }
  }
}
