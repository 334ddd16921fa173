import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new, empty folder that is removed with what is in it when it is disposed of. */
export function temporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) }
}
