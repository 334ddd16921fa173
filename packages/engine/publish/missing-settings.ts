import type { LastImport, Store, StoreSettings } from '@vitrine/catalog/store'
import type { AcceptedProduct } from '@vitrine/catalog/submission'
import { LanguageSample } from './language-sample.ts'
import { Tally } from './tally.ts'

/** Finds values for the settings that a store does not have, while its products are imported. */
export class MissingSettings {
  readonly isLanguageMissing: boolean
  readonly #offered: StoreSettings
  readonly #language = new LanguageSample()
  readonly #currencies: Tally | undefined
  readonly #productUrls: Tally | undefined

  /** `offered` are values for settings. They take precedence over values that the products name. */
  constructor(store: Store, offered: StoreSettings) {
    const isMissing = (name: string) => store[name as keyof Store] === undefined
    const missing = Object.entries(offered).filter(([name, value]) => value !== undefined && isMissing(name))
    this.#offered = Object.fromEntries(missing)
    const { language, currency, productUrl } = { ...store, ...this.#offered }
    this.isLanguageMissing = language === undefined
    this.#currencies = currency === undefined ? new Tally() : undefined
    this.#productUrls = productUrl === undefined ? new Tally() : undefined
  }

  add({ product, currency, productUrl }: AcceptedProduct): void {
    this.#language.add(product)
    this.#currencies?.add(currency)
    this.#productUrls?.add(productUrl)
  }

  /** The language of the products so far, as a BCP 47 tag; undefined unless it is clear. */
  recognizeLanguage(): Promise<string | undefined> {
    return this.#language.recognize(this.isLanguageMissing)
  }

  /** `isComplete` says that the store has no other products. `recognized` is the language of the products. */
  findings(isComplete: boolean, recognized: string | undefined): SettingsFindings {
    const language = this.isLanguageMissing ? recognized : undefined
    const currency = isComplete ? this.#currencies?.sharedBy(1) : undefined
    const currencies = currency === undefined ? this.#currencies?.counts : undefined
    const productUrl = this.#productUrls?.sharedBy(NEARLY_ALL)
    return {
      ...(language === undefined ? {} : { [isComplete ? 'language' : 'languageOfTexts']: language }),
      ...(currency === undefined ? {} : { currency }),
      ...(currencies && !isEmpty(currencies) ? { currencies } : {}),
      ...(productUrl === undefined ? {} : { productUrl }),
      ...(isEmpty(this.#offered) ? {} : { settings: this.#offered }),
    }
  }
}

/** The settings that an import found for a store that did not have them. */
export interface SettingsFindings {
  /** The language that the store got, as a BCP 47 tag, because the texts of all its products are in it. */
  readonly language?: string
  /**
   * The language of the submitted texts, if the store has none and did not get it, because it has other products too.
   */
  readonly languageOfTexts?: string
  /** The currency that the store got, because all its products name it. */
  readonly currency?: string
  /** The number of products by the currency that they name, if the store has no currency and did not get one. */
  readonly currencies?: Readonly<Record<string, number>>
  /** A `productUrl` for the store, which has none: nearly all links of the file follow it. */
  readonly productUrl?: string
  /** The settings that the store got from those that were offered. */
  readonly settings?: StoreSettings
}

/** This share of the links has to follow a template. */
const NEARLY_ALL = 0.95

/** The settings that a store gets by the findings, and what it remembers; undefined if it gets none. */
export function settingsFrom(
  { language, currency, settings }: SettingsFindings,
  lastImport?: LastImport,
): StoreSettings | undefined {
  const recognized = {
    ...(language === undefined ? {} : { language }),
    ...(currency === undefined ? {} : { currency }),
  }
  const all = { ...settings, ...recognized, ...(lastImport && { lastImport }) }
  return isEmpty(all) ? undefined : all
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}
