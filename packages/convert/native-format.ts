import { createReadContext } from '@vitrine/catalog/native/read-context'
import { readNativeProducts } from '@vitrine/catalog/native/read-native'
import type { Format } from './format.ts'

/** The native format as one of the formats of `vitrine import`. */
export const native: Format = {
  name: 'native',
  title: 'the native format: JSON, products one after the other or in one array',
  columns: [{ headers: ['every field'], becomes: 'the field of the same name in the API; see docs/catalog-format.md' }],
  recognise: ({ text }) => (/^\s*[[{]/.test(text) ? 'yes' : undefined),
  read: (bytes, { store, onWarning, onLeftOut }) =>
    readNativeProducts(bytes, createReadContext(store, onWarning), onLeftOut),
}
