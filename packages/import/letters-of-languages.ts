/** A group of encodings, and for each of their languages the letters beyond ASCII, the most frequent first. */
export interface Alphabets {
  /** From the most common to the rarest, as `TextDecoder` calls them, with how common they are. */
  readonly encodings: Readonly<Record<string, number>>
  /** Whether words have letters of ASCII too. */
  readonly isLatin: boolean
  readonly languages: readonly string[]
}

const WESTERN = [
  ...['äüöß', 'éèàêçôûîâùëïœüæÿ', 'óíáéúñüº¡¿ª', 'ãçáéóíõâêôàúº', 'àèéùòì', 'äöåéü', 'åøæéäö', 'éëïöüè', 'éäöüèà'],
  ...['àéòèíçóúïü', 'áéíóúýð', 'éâêôîûàç', 'äöå'],
]
const CENTRAL = [
  ...['áéöüóőíűú', 'íáěéčřžýšůúťňóď', 'ąęłóżśćńź', 'áíéýčžšúľťôňäďóŕĺ', 'ăâîșțşţ', 'čšžćđ'],
  ...['áéíóúýäöüß'],
]
const RUSSIAN = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'

export const ALPHABETS: readonly Alphabets[] = [
  { encodings: { 'windows-1252': 1, macintosh: 0.005 }, isLatin: true, languages: WESTERN },
  { encodings: { 'windows-1250': 0.3, 'iso-8859-2': 0.03 }, isLatin: true, languages: CENTRAL },
  { encodings: { 'windows-1254': 0.3 }, isLatin: true, languages: ['ıişğüçöâîû'] },
  { encodings: { 'windows-1258': 0.1 }, isLatin: true, languages: ['\u0301\u0300đ\u0323\u0309àâôêơưáăéèóúùíìý\u0303'] },
  { encodings: { 'windows-1257': 0.1 }, isLatin: true, languages: ['ėšžųįąčūę', 'āīēšņļūģķžč', 'äõüöšž'] },
  {
    ...{ encodings: { 'windows-1251': 0.5, 'koi8-u': 0.03, ibm866: 0.02, 'iso-8859-5': 0.02, 'x-mac-cyrillic': 0.01 } },
    ...{ isLatin: false, languages: [RUSSIAN, 'оаинвеіртсклудмпьязбгчйхїжцєюшфщґ', 'аеоинтрсвлдкмпузябгъчцщжйшхюфьё'] },
  },
  { encodings: { 'windows-1251': 0.5 }, isLatin: false, languages: ['аоиенртсвјкулдмпзгбчшцжхњљђћџф'] },
  {
    ...{ encodings: { 'windows-1253': 0.3, 'iso-8859-7': 0.1 } },
    ...{ isLatin: false, languages: ['αοιετσνηυρπκμλωδγθχφβξζςάόίέήύώψϊΐϋ'] },
  },
  { encodings: { 'windows-1255': 0.2 }, isLatin: false, languages: ['יוהלארתבשמנדקחעפצגכטזסםןךץף'] },
  {
    ...{ encodings: { 'windows-1256': 0.2 }, isLatin: false },
    languages: ['اليمنوترءبةعدسفهكقحجشطصخذضزغثأإآئؤظى\u200cپچژگ'],
  },
  { encodings: { 'windows-874': 0.1 }, isLatin: false, languages: ['านรกอเงมยลวดทสตะปบคหแจพชขใไโผถซธศณฟภษญฐฉฮฎฆฏฬฑ่้ิีัุู็ื์ำ๊๋'] },
]

/** How often characters begin with a byte in these ranges. */
export interface DoubleByte {
  readonly encoding: string
  readonly commonness: number
  /** First byte, last byte, share of the characters. */
  readonly leads: readonly (readonly [number, number, number])[]
  /** The number of second bytes. */
  readonly trails: number
  /** The lowest second byte. */
  readonly lowestTrail: number
}

export const DOUBLE_BYTE: readonly DoubleByte[] = [
  {
    ...{ encoding: 'shift_jis', commonness: 0.3, trails: 120, lowestTrail: 0x40 },
    leads: [
      [0x81, 0x81, 0.06],
      [0x82, 0x82, 0.34],
      [0x83, 0x83, 0.2],
      [0x88, 0x98, 0.38],
      [0x99, 0xea, 0.02],
    ],
  },
  {
    ...{ encoding: 'euc-jp', commonness: 0.05, trails: 90, lowestTrail: 0xa1 },
    leads: [
      [0xa1, 0xa3, 0.06],
      [0xa4, 0xa4, 0.34],
      [0xa5, 0xa5, 0.2],
      [0xb0, 0xcf, 0.38],
      [0xd0, 0xf4, 0.02],
    ],
  },
  {
    ...{ encoding: 'gb18030', commonness: 0.3, trails: 94, lowestTrail: 0xa1 },
    leads: [
      [0xa1, 0xa3, 0.04],
      [0xb0, 0xc8, 0.57],
      [0xc9, 0xd7, 0.36],
      [0xd8, 0xf7, 0.03],
    ],
  },
  {
    ...{ encoding: 'big5', commonness: 0.2, trails: 157, lowestTrail: 0x40 },
    leads: [
      [0xa1, 0xa3, 0.04],
      [0xa4, 0xc6, 0.92],
      [0xc9, 0xf9, 0.04],
    ],
  },
  {
    ...{ encoding: 'euc-kr', commonness: 0.2, trails: 94, lowestTrail: 0xa1 },
    leads: [
      [0xa1, 0xa3, 0.02],
      [0xb0, 0xc8, 0.97],
      [0xca, 0xfd, 0.01],
    ],
  },
]
