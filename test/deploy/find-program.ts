import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The path of a program. Undefined if it is not installed. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
