import { fold } from '@vitrine/catalog/words'

/**
 * The language that a header names beside a text, and the header without it: `name_de`, `name.de`, `Name (German)`,
 * `deName`, `texts.de.name`. undefined if there is none.
 */
export function headerLanguage(header: string): { readonly name: string; readonly language: string } | undefined {
  if (header.length > MAX_HEADER) return undefined
  for (const form of FORMS) {
    const { before, language = '', after } = form.exec(header.trim())?.groups ?? {}
    const code = LANGUAGES.get(fold(language))
    if (code !== undefined) return { name: [before, after].filter(Boolean).join('.'), language: code }
  }
  return undefined
}

/** Characters of a header that names a language. */
const MAX_HEADER = 200

/** Whether a field of JSON has a text in a language: `de`. */
export function isLanguage(field: string): boolean {
  return LANGUAGES.has(fold(field))
}

/** Whether a field says in which language the others beside it are: `lang`, `language_code`, `locale`. */
export function isLanguageField(field: string): boolean {
  return LANGUAGE_FIELD.test(field)
}

const LANGUAGE_FIELD = /^(?:lang(?:uage)?|locale)(?:[_-]?(?:code|iso))?$/i

/** Whether a field has the texts of a product in other languages, and not of a part of it. */
export function isOfTranslations(field: string): boolean {
  return /^(?:translations?|texts?|locali[sz]ations?|i18n)$/i.test(field)
}

/** The language in such a field, as a header names it: `de` for `de`, `de-AT` and `German`. */
export function languageOfValue(value: unknown): string | undefined {
  return typeof value === 'string' ? LANGUAGES.get(fold(value.trim().replace(/[_-][a-z]{2}$/i, ''))) : undefined
}

const FORMS = [
  /^(?<before>.+?)(?:\s*[([]|[._:-]|(?<=\p{L}) |(?<=\p{Ll})(?=\p{Lu}\p{Ll}+$))\s*(?<language>\p{L}{2,})[)\]]?$/u,
  /^(?<before>.+)[._:-](?<language>\p{L}{2})[_-]\p{L}{2}$/u,
  /^(?<language>\p{L}{2,}?)(?:[._: -]|(?=\p{Lu}\p{Ll}))(?<after>.+)$/u,
  /^(?<before>.+)\.(?<language>\p{L}{2,})\.(?<after>.+)$/u,
]

/** Not `id`, `is`, `no` and the like, which mean other things in headers. */
const CODES =
  'ar az bg cs da de el en es et fa fi fr he hr hu hy it ja ka kk ko lt lv mk nl pl pt ro ru sk sl sq sr sv th tr uk ur uz vi zh'

/** Codes of countries that stand for their languages. */
const COUNTRIES = { cn: 'zh', cz: 'cs', gr: 'el', jp: 'ja', kz: 'kk', ua: 'uk' }

/** Languages by their codes and by their names, in English and in themselves. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(COUNTRIES),
  ...CODES.split(' ').flatMap((code) => [code, ...namesOf(code)].map((name) => [fold(name), code] as const)),
])

function namesOf(code: string): string[] {
  return ['en', code].map((language) => new Intl.DisplayNames(language, { type: 'language' }).of(code)!)
}
