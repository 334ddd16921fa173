import { randomBytes } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Refusal } from './failure.ts'

/**
 * Writes a file that is there in full or not at all: under another name beside it, which becomes its own once `write`
 * has ended well.
 */
export async function writeWhole(path: string, write: (file: WriteStream) => Promise<void>): Promise<void> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`
  const handle = await open(unfinished, 'wx').catch((error) => {
    throw new Refusal(`${path} cannot be written: ${error.message}`)
  })
  try {
    await write(handle.createWriteStream({ flush: true }))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
