import { readFileSync } from 'node:fs'
import loadWabt from 'wabt'

/** The text of `packages/engine/index/kernel-bytes.ts`: the compiled `packages/engine/index/kernels.wat`. `npm run kernels` writes it. */
export async function kernelBytesFile(): Promise<string> {
  const source = readFileSync(new URL('../packages/engine/index/kernels.wat', import.meta.url), 'utf8')
  const wabt = await loadWabt()
  const { buffer } = wabt.parseWat('kernels.wat', source).toBinary({})
  const lines = Buffer.from(buffer)
    .toString('base64')
    .match(/.{1,100}/g)!
  return `/** The compiled \`kernels.wat\`, in base64. \`npm run kernels\` writes this file. */
export const KERNEL_BYTES = [
${lines.map((line) => `  '${line}',\n`).join('')}].join('')
`
}

if (import.meta.main) process.stdout.write(await kernelBytesFile())
