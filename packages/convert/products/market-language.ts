import { marketCode } from '@vitrine/catalog/market'
import { languageTag, type Market } from '@vitrine/catalog/store'
import type { StreamStore } from '@vitrine/catalog/stream/record'

/**
 * The language of a file that a market shows: the one that the file calls as the market, else that of the market, else
 * one with the same primary language. undefined if there is none.
 */
export function marketLanguage({ code, language }: Market, languages: readonly string[]): string | undefined {
  const find = (isMeant: (text: string) => boolean) => languages.find(isMeant)
  return (
    find((text) => codeOf(text) === code) ??
    find((text) => tagOf(text) === language) ??
    find((text) => primaryOf(tagOf(text)) === primaryOf(language))
  )
}

/** Says of a language of a file, which no market of the store shows, which command adds such a market. */
export function marketAdvice(language: string, { id, currency = 'YYY' }: StreamStore): string {
  const tag = tagOf(language) ?? 'xx'
  const add = `vitrine market add ${id} ${codeOf(language) ?? 'CODE'} --language ${tag} --currency ${currency}`
  return `is ${JSON.stringify(language)}, the language of no market: after \`${add}\` an import uses these texts`
}

function codeOf(text: string): string | undefined {
  return marketCode(text.toLowerCase().replaceAll('_', '-'))
}

/** The BCP 47 tag; undefined if the text is none, as the names of store views may be. */
function tagOf(text: string): string | undefined {
  return languageTag(text.replaceAll('_', '-'))
}

function primaryOf(tag: string | undefined): string | undefined {
  return tag?.split('-', 1)[0]
}
