import { resolve } from 'node:path'
import { build } from 'esbuild'

const FOLDER = resolve(import.meta.dirname, '../../packages/client')

/**
 * The client as a page loads it: one minified file, as a module or as the global `vitrine`. Its syntax is that of the
 * sources. Fails if it imports from Node.
 */
export async function bundled(format: 'esm' | 'iife'): Promise<{ readonly code: string; readonly files: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: ['client.ts'],
    absWorkingDir: FOLDER,
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'esnext',
    format,
    globalName: 'vitrine',
    metafile: true,
    write: false,
  })
  return { code: outputFiles[0]!.text, files: Object.keys(metafile.inputs) }
}
