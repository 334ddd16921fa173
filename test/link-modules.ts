import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const INSTALLED = resolve(import.meta.dirname, '../node_modules')

/**
 * Gives a folder the installed modules of this checkout, but the packages of this project from another folder, such as that of
 * a copy.
 */
export function linkModules(folder: string, packages: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@vitrine'), { recursive: true })
  for (const name of readdirSync(INSTALLED).filter((name) => name !== '@vitrine' && name !== 'vitrine'))
    symlinkSync(join(INSTALLED, name), join(modules, name))
  for (const name of readdirSync(packages).filter((name) => !name.includes('.')))
    symlinkSync(join(packages, name), join(modules, name === 'vitrine' ? name : `@vitrine/${name}`))
}
