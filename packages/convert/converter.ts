import type { Converter, OpenOptions } from '@vitrine/catalog/stream/converter'
import { findingCallbacks } from '@vitrine/catalog/stream/finding-callbacks'
import type { Finding, StreamRecord } from '@vitrine/catalog/stream/record'
import type { Format } from './format.ts'
import { FORMATS } from './formats.ts'
import { treatedHtml, withHtml } from './html/descriptions.ts'
import { labelExport } from './label-export.ts'
import type { OpenCatalogFile } from './open-catalog-file.ts'
import { openCatalogFiles } from './open-several-files.ts'
import { readCatalog } from './read-catalog.ts'
import { readPatchFile } from './read-patch-file.ts'

export { FORMATS, labelExport, withHtml }

export const openFiles: Converter['openFiles'] = async (files, { format, html, ...options }) => {
  // The callbacks are known when the catalog is read.
  let tell: OnFinding = () => {}
  const callbacks = findingCallbacks((finding) => tell(finding))
  const opened = await openCatalogFiles(files, { ...options, ...callbacks, format: formatNamed(format) })
  return {
    contents: opened.readTexts ? 'texts' : 'products',
    format: opened.format.name,
    ...(opened.guess && { guess: opened.guess }),
    records(store, now, onFinding) {
      tell = onFinding
      if (opened.readTexts) return textsOf(opened.readTexts(store, now), html)
      return readCatalog(opened, { store, now, html, onWarning: callbacks.onWarning })
    },
  }
}

export const openPatches: Converter['openPatches'] = ({ bytes }, only, { encoding, sheet, columns }) => ({
  contents: 'patches',
  format: 'patches',
  async *records({ currency }, _, onFinding) {
    const reading = { only, currency, encoding, sheet, columns, ...findingCallbacks(onFinding) }
    for await (const patch of readPatchFile(bytes, reading)) yield 'problems' in patch ? patch : { patch }
  },
})

type OnFinding = (finding: Finding) => void

function formatNamed(name: string | undefined): Format | undefined {
  return name === undefined ? undefined : FORMATS.find((format) => format.name === name)
}

/** The texts, with descriptions treated as those of products are. */
async function* textsOf(
  records: ReturnType<NonNullable<OpenCatalogFile['readTexts']>>,
  html: OpenOptions['html'] = 'clean',
): AsyncGenerator<StreamRecord> {
  for await (const record of records) {
    if ('text' in record && record.text.field === 'body_html') {
      const { text } = record
      yield { text: { ...text, translated: await treatedHtml(text.translated, html) } }
    } else yield record
  }
}
// The compiler compares what this package gives with what the core asks for.
const _converter: Converter = { FORMATS, openFiles, openPatches, labelExport, withHtml }
void _converter
