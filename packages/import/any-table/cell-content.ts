import { currencyCode } from '@vitrine/catalog/currency'
import { parseGtin } from '@vitrine/catalog/gtin'
import { fold } from '@vitrine/catalog/words'
import { isPicture, picturePaths } from '../products/pictures.ts'
import { stockCount, yesOrNo } from '../rows/parse-cells.ts'
import { listItems } from './list-items.ts'
import { readMoney } from './money.ts'
import { phrasesIn } from './phrases.ts'

/** Whether the cell is a price, even if it is ambiguous, such as `1,234`. */
export function isMoney(text: string): boolean {
  const { amount } = readMoney(text)
  return /^\d[\d.,'’\s]*$/.test(amount)
}

/** Whether the cell says that the price is not public, as “on request” does. */
export function isNoPrice(text: string): boolean {
  return NO_PRICE.has(
    fold(text)
      .replace(/[\s._-]+/g, ' ')
      .trim(),
  )
}

/** Whether the cell is a price with a sign or a code of a currency, which other numbers do not have. */
export function isMoneyWithCurrency(text: string): boolean {
  const isNamed = readMoney(text).currency !== undefined || /\p{Sc}|\b[A-Z]{3}\b|\bkr\b/iu.test(text)
  return isMoney(text) && isNamed && /[^\d.,\s'’]/.test(text)
}

export function isGtin(text: string): boolean {
  return parseGtin(text) !== undefined
}

export function isPictureList(text: string): boolean {
  const paths = listItems(text).flatMap(picturePaths)
  return paths.length > 0 && paths.every(isPicture)
}

/** Whether the cell is a picture whatever its header says: its name ends like one. */
export function isPictureFile(text: string): boolean {
  return (
    isPictureList(text) &&
    listItems(text)
      .flatMap(picturePaths)
      .every((path) => /\.(?:jpe?g|png|webp|gif|avif)(?:[?#].*)?$/i.test(path))
  )
}

export function isLink(text: string): boolean {
  return /^(?:https?:\/\/|www\.)\S+$/i.test(text)
}

export function isCurrency(text: string): boolean {
  return currencyCode(text) !== undefined || /^\p{Sc}$/u.test(text)
}

export function isHandle(text: string): boolean {
  return text.length <= 200 && /^[^\s?#]+$/.test(text)
}

/** Words for a stock that is not a number: true if there is some, false if it is sold out. */
export function inStock(text: string): boolean | undefined {
  const words = fold(text)
    .replace(/[\s_-]+/g, ' ')
    .trim()
  if (SOLD_OUT.has(words)) return false
  return IN_STOCK.has(words) ? true : yesOrNo(text)
}

const NO_PRICE =
  phrasesIn(`on request | price on request | price upon request | on application | poa | por | tba | tbd | call | call for price
  ask for price | request a quote | contact us | auf anfrage | preis auf anfrage | p a a | sur demande | prix sur demande | sur devis
  a consultar | consultar | precio a consultar | bajo pedido | sob consulta | a consultar preco | su richiesta | prezzo su richiesta
  op aanvraag | prijs op aanvraag | na zapytanie | na dotaz | la cerere | pa foresporgsel | pa forfragan | pyydettaessa | по запросу
  цена по запросу | договорная | за запитом | договірна`)
const IN_STOCK =
  phrasesIn(`in stock | si | sim | oui | ja | tak | ano | igen | da | evet | low stock | limited stock | available | yes | auf lager | lieferbar | verfugbar | vorratig | en stock | disponible | disponibile | disponivel
  em estoque | op voorraad | dostepny | skladem | raktaron | in stoc | i lager | pa lager | varastossa | laos | в наличии | есть
  в наявності | σε αποθεμα | stokta | var | 有货 | 在庫あり | preorder | backorder`)
const SOLD_OUT =
  phrasesIn(`out of stock | nein | non | nao | nie | ne | nem | nu | hayir | sold out | unavailable | not available | no | ausverkauft | nicht verfugbar | nicht auf lager
  epuise | rupture de stock | en rupture | indisponible | agotado | no disponible | sin stock | esgotado | indisponivel | sem estoque | esaurito | non disponibile | uitverkocht | niet op voorraad
  niedostepny | brak | vyprodano | neni skladem | elfogyott | stoc epuizat | slut | slutsald | udsolgt | utsolgt | loppu | otsas
  нет в наличии | нет | немає | εξαντλημενο | tukendi | yok | 售罄 | 缺货 | 在庫なし`)

export function isStock(text: string): boolean {
  return stockCount(text) !== undefined || /^\d{1,3}[.,]\d{3}$/.test(text) || inStock(text) !== undefined
}

/** Whether a product with this status is public: true, or the reason why it is not. undefined for other text. */
export function publicStatus(text: string): true | 'draft' | 'archived' | 'private' | 'unpublished' | undefined {
  const words = fold(text)
    .replace(/[\s_-]+/g, ' ')
    .trim()
  if (/^(?:draft|entwurf|brouillon|borrador|rascunho|bozza|concept|szkic|utkast|kladde|черновик|чернетка)$/.test(words))
    return 'draft'
  if (/^(?:archived?|archiviert|archive|deleted|trash)$/.test(words)) return 'archived'
  if (words === 'private' || words === 'privat') return 'private'
  if (PUBLIC.has(words)) return true
  const isPublic = NOT_PUBLIC.has(words) ? false : yesOrNo(text)
  return isPublic === false ? 'unpublished' : isPublic
}

const PUBLIC =
  phrasesIn(`active | enabled | published | publish | public | visible | available | online | live | on | listed | in stock | y | ja | oui
  si | sim | sì | tak | ano | igen | da | да | evet | aktiv | aktiviert | veroffentlicht | sichtbar | freigegeben | actif | publie | activo
  publicado | ativo | attivo | pubblicato | actief | aktywny | aktivni | zverejneno | publicerad | aktif | активен | опубликован | 上架 | 公開`)
const NOT_PUBLIC =
  phrasesIn(`inactive | disabled | unpublished | hidden | offline | off | unavailable | unlisted | pending | n | nein | non | nao | nie | ne
  nem | nu | net | нет | hayir | inaktiv | deaktiviert | versteckt | nicht sichtbar | inactif | masque | inactivo | oculto | inativo
  non attivo | nascosto | inactief | verborgen | nieaktywny | ukryty | neaktivni | skryto | dold | pasif | неактивен | скрыт | 下架 | 非公開
  discontinued | out of stock | sold out`)
