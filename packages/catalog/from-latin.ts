/**
 * A word in Latin letters in those of a language, as shoppers without its keyboard mean it; undefined for a language
 * without a table. A letter may stand for several: the wrong one is a misspelling.
 */
export function fromLatin(word: string, language: string): string | undefined {
  const letters = LETTERS[language]
  return letters && word.replace(letters.groups, (group) => letters.of.get(group)!).replace(/σ$/, 'ς')
}

/** ISO 9 and what telephones made usual, in Russian, Ukrainian and Bulgarian. */
const CYRILLIC = `a а b б c ц d д e е f ф g г h х i и j ж k к l л m м n н o о p п q к r р s с t т u у v в w в x кс y и
  z з zh ж kh х ts ц ch ч sh ш yu ю ya я yo е iu ю ia я shch щ sch щ`

/** ELOT 743 and what telephones made usual. */
const GREEK = `a α b μπ c κ d δ e ε f φ g γ h η i ι j τζ k κ l λ m μ n ν o ο p π q κ r ρ s σ t τ u υ v β w ω x ξ y υ z ζ
  th θ kh χ ch χ ps ψ ks ξ ou ου mp μπ nt ντ gk γκ`

const LETTERS: Readonly<Record<string, Letters>> = {
  bg: letters(`${CYRILLIC} sht щ`),
  el: letters(GREEK),
  ru: letters(CYRILLIC),
  uk: letters(`${CYRILLIC} i і h г yi і ye є ie є`),
}

interface Letters {
  readonly of: ReadonlyMap<string, string>
  /** The longest groups of letters first. */
  readonly groups: RegExp
}

function letters(text: string): Letters {
  const of = new Map(text.matchAll(/(\w+)\s+(\S+)/g).map(([, latin, other]) => [latin!, other!]))
  const longestFirst = [...of.keys()].sort((a, b) => b.length - a.length)
  return { of, groups: new RegExp(longestFirst.join('|'), 'g') }
}
