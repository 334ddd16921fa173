import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KNOWN_LANGUAGES, loadLanguage } from '@vitrine/catalog/language'
import { tokenize } from '@vitrine/catalog/words'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'

/** Forms of words for goods. */
const FORMS: Readonly<Record<string, string>> = {
  ar: 'سماعة سماعات, حقيبة حقيبات, القهوة قهوة, للأطفال أطفال, لاسلكية لاسلكيه',
  bg: 'чайник чайници, нож ножове, риза ризи ризата, чанта чанти чантата, син синия сини, котел котли, маса маси',
  cs: `taška tašky tašek, ponožka ponožky ponožek, hrnek hrnky hrnků, kabát kabáty, lampa lampy lamp, židle židlí,
    klávesnice klávesnic klávesnici, dětský dětská dětské dětských, koberec koberce koberců, panel panely`,
  es: 'lápiz lápices, luz luces, camisa camisas',
  fr: 'brodé brodée brodées, bijou bijoux, couteau couteaux',
  he: 'ספר ספרים, מטרייה מטריות, נעל נעליים, שחור שחורה שחורים',
  hr: 'nož noževi, ručnik ručnici, jastuk jastuci, hlače hlača, majica majice',
  ko: '가방을 가방, 신발은 신발, 아이에게 아이',
  nl: 'fiets fietsen, mes messen, glas glazen, kaas kazen, slot sloten, brief brieven',
  pl: `buty butów but, koszula koszul, kubek kubki kubków, krzesło krzesła krzeseł, czarny czarna czarnych,
    książka książek, bateria baterie baterii, okno okna okien, system systemy, męski męska męskie`,
  pt: 'botão botões, pão pães, papel papéis, lençol lençóis, jardim jardins',
  ru: 'складной складная складные, рубашка рубашки рубашек, чайник чайники, батарея батареи батарей, перец перцы',
  sk: 'ponožka ponožky ponožiek, topánka topánok, hrniec hrnce, slúchadlo slúchadiel, čierny čierna, blok bloky',
  sl: 'majica majice majic, čevelj čevlji čevljev, otroški otroška otroških, jakna jakne jaken, kozarec kozarci',
  tr: 'şemsiye şemsiyeler, kahve kahvesi, masa masası masalar, kitap kitabı kitaplar, ayakkabı ayakkabısı',
  uk: 'складаний складана складані, сорочка сорочки сорочок, чайник чайники',
}

for (const [tag, groups] of Object.entries(FORMS))
  test(`forms of ${tag} have one stem`, async () => {
    const { stem } = await loadLanguage(tag)
    for (const group of groups.split(',')) {
      const stems = tokenize(group).map(stem)
      assert.deepEqual(
        stems,
        stems.map(() => stems[0]),
        group,
      )
    }
  })

test('other words have other stems', async () => {
  const others = {
    bg: 'чанта чаша',
    cs: 'taška talíř',
    ko: '신발 신문',
    nl: 'kast kat',
    pl: 'koszula koszyk',
    tr: 'masa mama',
  }
  for (const [tag, words] of Object.entries(others)) {
    const [one, other] = tokenize(words).map((await loadLanguage(tag)).stem)
    assert.notEqual(one, other, tag)
  }
})

test('a prefix may be there or not', async () => {
  const { prefixed } = await loadLanguage('he')
  assert.ok(prefixed('קפה').includes('הקפה'))
  assert.deepEqual(prefixed('הקפה').at(-1), 'קפה')
  assert.ok(!prefixed('הוא').includes('וא'))
  assert.deepEqual((await loadLanguage('de')).prefixed('Haus'), [])
})

test('every word of every script has a stem in every language', { skip: COMPLETE_ONLY }, async () => {
  const letters = ['abcdefghijklmnoprstuvxyz', 'абвгдежзиклмнопрстуфхцчшъыьэюяії', 'αβγδεζηικλμνοπρστυφχψω']
  const others = ['ابتجحدذرسشصضطعغفقكلمنهوية', 'אבגדהוזחטיכלמנסעפצקרשת', 'कखगजटडतनपबमरलसहािीुेो', '가방을은에게신발이로']
  const word = fc.oneof(
    ...[...letters, ...others].map((script) => fc.string({ unit: fc.constantFrom(...script), minLength: 3 })),
  )
  for (const tag of KNOWN_LANGUAGES) {
    const { stem, prefixed } = await loadLanguage(tag)
    fc.assert(
      fc.property(word, (each) => {
        assert.ok(stem(each).length <= each.length + 1, `${tag} ${each}`)
        for (const other of prefixed(each)) assert.ok(other.length >= 3)
      }),
    )
  }
})

test('function words of languages with light stems are stop words', async () => {
  for (const [tag, word] of [
    ['cs', 'při'],
    ['pl', 'się'],
    ['sk', 'ktoré'],
    ['sl', 'čez'],
    ['he', 'של'],
    ['hr', 'ili'],
  ] as const)
    assert.ok((await loadLanguage(tag)).isStopWord(tokenize(word)[0]!), tag)
})
