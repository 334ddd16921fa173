import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LanguageSample } from '@vitrine/engine/publish/language-sample'
import { DATABASES, type Opened } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'

const A = storeNamed('a')

const ENGLISH =
  'This shirt is made of soft cotton and is right for every day. It has short sleeves and a round neck, and you can wash it in the machine.'
const TEXTS: Readonly<Record<string, string>> = {
  en: ENGLISH,
  de: 'Dieses Hemd ist aus weicher Baumwolle und passt zu jedem Anlass. Es hat kurze Ärmel und kann bei 40 Grad in der Maschine gewaschen werden.',
  sv: 'Den här tröjan är gjord av mjuk bomull och passar både till vardag och fest. Den har korta ärmar och kan tvättas i maskin i 40 grader.',
  sr: 'Ovo vino je napravljeno od grožđa sa najboljih vinograda. Ukus je pun i bogat, sa notama crvenog voća, i služi se uz meso i sireve.',
  ru: 'Эта футболка сделана из мягкого хлопка и подходит на каждый день. У неё короткие рукава, её можно стирать в машине при 40 градусах.',
  cs: 'Toto tričko je vyrobeno z měkké bavlny a hodí se na každý den. Má krátké rukávy a kulatý výstřih a můžete ho prát v pračce.',
  pl: 'Ta koszulka jest wykonana z miękkiej bawełny i nadaje się na każdy dzień. Ma krótkie rękawy i okrągły dekolt, można ją prać w pralce.',
  sk: 'Toto tričko je vyrobené z mäkkej bavlny a hodí sa na každý deň. Má krátke rukávy a okrúhly výstrih a môžete ho prať v práčke.',
  fa: 'این پیراهن از پنبه نرم ساخته شده و برای هر روز مناسب است. آستین کوتاه و یقه گرد دارد و می توان آن را در ماشین شست.',
}
const CROATIAN =
  'Ova majica izrađena je od mekanog pamuka i prikladna je za svaki dan. Ima kratke rukave i okrugli izrez, a može se prati u perilici.'

/** Texts of languages that franc does not know, and of none. */
const UNCLEAR: readonly string[] = [
  'Denne trøje er lavet af blød bomuld og passer til både hverdag og fest. Den har korte ærmer og kan vaskes i maskinen ved 40 grader.',
  'Tämä paita on valmistettu pehmeästä puuvillasta ja se sopii sekä arkeen että juhlaan. Siinä on lyhyet hihat ja pyöreä kaula-aukko.',
  'XZR-2200 QPL 17 BTX-9 / 30x40x12 mm KR-55 WWT 8811 PLQ-3 XXL 4/0 NB-1200 RTG 8 KV 220 V 50 Hz IP44 QRT-5 ZXK-81 BNV-42 MMK-17 LLP.',
]

function products(descriptions: readonly string[], count = 8) {
  return Array.from({ length: count }, (_, number) => ({
    slug: `p${number}`,
    name: `P${number}`,
    description: `<p class="text">${descriptions[number % descriptions.length]}</p>`,
    variants: [{ sku: `s${number}`, price: 1 }],
  }))
}

function long(text: string): string {
  return `${text} ${text}`
}

async function recognized(
  descriptions: readonly string[],
  names: readonly string[] = [],
  byAccents = true,
): Promise<string | undefined> {
  const sample = new LanguageSample()
  const length = Math.max(8, names.length)
  for (let number = 0; number < length; number++)
    sample.add({
      name: names[number] ?? `P${number}`,
      description: descriptions[number % descriptions.length] ?? '',
    } as Parameters<LanguageSample['add']>[0])
  return await sample.recognize(byAccents)
}

for (const { database, open, skip } of DATABASES) {
  describe(`the first import into a store in ${database}`, { skip }, () => {
    async function language({ catalogs }: Opened): Promise<string | undefined> {
      return (await catalogs.current(A.id)).store.language
    }

    test('recognises its language, and later imports keep it', { skip: COMPLETE_ONLY }, async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      const small = await load(opened.catalogs, A.id, products([ENGLISH], 1))
      assert.deepEqual(['language' in small, await language(opened)], [false, undefined])
      const tried = await load(opened.catalogs, A.id, products([ENGLISH]), { dryRun: true })
      assert.deepEqual([tried.language, await language(opened)], ['en', undefined])
      const report = await load(opened.catalogs, A.id, products([ENGLISH]))
      assert.deepEqual([report.outcome, report.language, await language(opened)], ['published', 'en', 'en'])
      const later = await load(opened.catalogs, A.id, products([TEXTS.de!]))
      assert.deepEqual([later.outcome, 'language' in later, await language(opened)], ['published', false, 'en'])
      await opened.catalogs.changeStore(A.id, { language: undefined })
      assert.equal((await load(opened.catalogs, A.id, products([TEXTS.sv!]))).language, 'sv')
      assert.equal(await language(opened), 'sv')
    })

    test('does not set it if the store has other products', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await load(opened.catalogs, A.id, [{ name: 'Mug', variants: [{ sku: 'M', price: 1 }] }])
      const { language: set, languageOfTexts } = await load(opened.catalogs, A.id, products([ENGLISH]))
      assert.deepEqual([set, languageOfTexts, await language(opened)], [undefined, 'en', undefined])
      const later = await load(opened.catalogs, A.id, products([TEXTS.de!]), { replace: true })
      assert.deepEqual([later.language, 'languageOfTexts' in later, await language(opened)], ['de', false, 'de'])
    })

    test('is not set by a refused import', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      let told: string | undefined
      const approve = ({ language: ofTexts }: { readonly language: string | undefined }) => {
        told = ofTexts
        return false
      }
      const { outcome } = await load(opened.catalogs, A.id, products([ENGLISH]), { approve })
      assert.deepEqual([outcome, told, await language(opened)], ['refused', 'en', undefined])
    })

    test('leaves a language that the store has', async () => {
      await using opened = await open()
      for (const given of ['fr', 'und']) {
        await opened.catalogs.addStore({ ...A, language: given })
        const report = await load(opened.catalogs, A.id, products([ENGLISH]))
        assert.deepEqual(['language' in report, await language(opened)], [false, given])
        await opened.catalogs.removeStore(A.id)
      }
    })
  })
}

describe('the language of a sample', () => {
  test('is that of the descriptions', async () => {
    for (const [tag, text] of Object.entries(TEXTS)) assert.equal(await recognized([text]), tag)
    assert.equal(await recognized([`<ul style="margin:0"><li>${ENGLISH}</li></ul>`]), 'en')
  })

  test('is the same for Croatian, Bosnian and Serbian', async () => {
    assert.equal(await recognized([CROATIAN]), 'sr')
    assert.equal(await recognized([CROATIAN, TEXTS.sr!]), 'sr')
  })

  test('is that of the names if there are no descriptions', async () => {
    const names = [
      'Shirt of soft cotton with short sleeves',
      'Kettle for the stove',
      'Bag with a strap for the shoulder',
    ]
    assert.equal(
      await recognized(
        [],
        Array.from({ length: 30 }, (_, at) => names[at % 3]!),
      ),
      'en',
    )
  })

  test('is that of the descriptions, however short, if the names are foreign words', async () => {
    const swedish = ['SÖDERHAMN soffa', 'KALLAX hylla med låda', 'FÄRGRIK skål', 'GRÅVÅRD stol för kök', 'BÄSTÅ bänk']
    const english = [
      'Sofa, grey, 198x99 cm',
      'Shelf with drawer, white stained oak',
      'Serving bowl, stoneware, dishwasher safe',
      'Chair, beech, natural finish',
      'Bench of solid pine, brown, 120 cm wide',
    ]
    const many = (texts: readonly string[]) => Array.from({ length: 60 }, (_, at) => texts[at % texts.length]!)
    assert.equal(await recognized([], many(swedish)), 'sv')
    assert.equal(await recognized(many(english), many(swedish)), 'en')
    // Measures do not speak against the names.
    assert.equal(await recognized(['120 cm, 4 kg', 'IP44, 220 V'], many(swedish)), 'sv')
  })

  test('is not that of addresses', async () => {
    const urls = ['http://www.les-verres.example/des-vases-et-des-lampes/', 'www.la-maison.example/pour-les-enfants']
    const others = ['la.petite.boutique@les-verres.example', 'des-vases-pour-la-table.jpg les.lampes.de.la.maison.png']
    for (const address of [...urls, ...others]) {
      const description = `${address} `.repeat(4)
      assert.equal(await recognized([description]), undefined, description)
      assert.equal(await recognized([`${ENGLISH} ${description}`]), 'en', description)
    }
  })

  test('is that of letters with accents, if names tell nothing else', async () => {
    const german = [
      'Gemüsemesser 12 cm',
      'Kürbiskerne 500 g',
      'Äpfel Braeburn',
      'Stövchen Groß',
      'Müsli',
      'Brötchen hell',
    ]
    const finnish = ['Pöytä ja tuoli', 'Hämähäkki mökki', 'Kynä sininen', 'Lämmin pöytäliina', 'Sänky', 'Työpöytä']
    const many = (names: readonly string[]) => Array.from({ length: 48 }, (_, at) => names[at % names.length]!)
    assert.equal(await recognized([], many(german)), 'de')
    assert.equal(await recognized([], many(german), false), undefined)
    assert.equal(await recognized([], many(finnish)), undefined)
    assert.equal(await recognized([], many(['Café table', 'Garden chair', 'Kitchen stool', 'Table lamp'])), undefined)
  })

  test('is that of a script of one language, in a few words', async () => {
    const texts = {
      el: 'Βραστήρας νερού',
      he: 'קומקום חשמלי',
      ko: '무선 이어폰',
      ja: '電気ケトル ホワイト',
      zh: '不锈钢保温杯',
    }
    for (const [tag, name] of Object.entries(texts)) assert.equal(await recognized([], Array(12).fill(name)), tag)
    assert.equal(await recognized([], ['무선 이어폰']), undefined)
    assert.equal(await recognized([], Array(12).fill('무선 Bluetooth headphones')), undefined)
  })

  test('is not that of words without a language', async () => {
    const lorem = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore.'
    assert.equal(await recognized([lorem]), undefined)
  })

  test('is not another one than English if the words between the names are English', async () => {
    const names = [
      'COLLECTION',
      'CLIPS FOR YOU',
      'SPECIALIST PROJECTS',
      'AFFILIATE PROGRAMS',
      'STORAGE',
      'T-SHIRT',
      'CASH REGISTERS',
    ]
    assert.equal(await recognized([], [...names, ...names, ...names, ...names]), undefined)
  })

  test('is unknown if it is not clear', async () => {
    for (const text of UNCLEAR) assert.equal(await recognized([text]), undefined)
    assert.equal(await recognized([long(TEXTS.de!), long(TEXTS.ru!)]), undefined)
    assert.equal(await recognized([]), undefined)
  })

  test('is that of most products, however many there are', async () => {
    const names = Array.from({ length: 20_000 }, (_, number) => `P${number}`)
    assert.equal(await recognized([TEXTS.de!, ENGLISH, ENGLISH, ENGLISH, ENGLISH].map(long), names), 'en')
  })
})
