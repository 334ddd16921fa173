import { htmlToPlainText } from '@vitrine/catalog/html-text'
import type { HtmlTreatment } from '@vitrine/catalog/stream/converter'
import { findingPlace, type Submission } from '@vitrine/catalog/submission'
import type { ReadOptions } from '../read-options.ts'
import { isClean } from './is-clean.ts'

/**
 * The submissions with their descriptions, those of markets too, cleaned or made plain text. Warns about each one that
 * was cleaned.
 */
export async function* withHtml(
  submissions: AsyncIterable<Submission>,
  treatment: HtmlTreatment,
  onWarning: ReadOptions['onWarning'],
): AsyncGenerator<Submission> {
  if (treatment === 'keep') return yield* submissions
  for await (const submission of submissions) {
    if ('problems' in submission) {
      yield submission
      continue
    }
    const { product } = submission
    const treated = async <Described extends { readonly description?: string }>(thing: Described, path: string) => {
      const { description: html = '' } = thing
      const description = await treatedHtml(html, treatment)
      if (description === html) return thing
      if (treatment === 'clean') onWarning({ ...findingPlace(submission), path, message: CLEANED })
      return { ...thing, description }
    }
    const described = await treated(product, 'description')
    const ofMarkets = Object.entries(product.markets ?? {}).map(
      async ([code, content]) => [code, await treated(content, `markets.${code}.description`)] as const,
    )
    const markets = product.markets && { markets: Object.fromEntries(await Promise.all(ofMarkets)) }
    yield markets || described !== product ? { ...submission, product: { ...described, ...markets } } : submission
  }
}

export async function treatedHtml(html: string, treatment: HtmlTreatment): Promise<string> {
  if (treatment === 'keep') return html
  return treatment === 'text' ? htmlToPlainText(html) : await cleaned(html)
}

const CLEANED = 'has scripts, handlers, frames, forms or styles that do more than format text, which are removed'

/** Loads the library only for a description that needs it: loading takes 100 ms. */
async function cleaned(html: string): Promise<string> {
  return isClean(html) ? html : (await import('./sanitize.ts')).sanitize(html)
}
