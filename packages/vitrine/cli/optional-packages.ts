import type { Converter } from '@vitrine/catalog/stream/converter'
import { CommandError } from './errors.ts'

/** What the package `convert` gives; undefined if it is not installed. */
export async function findConverter(): Promise<Converter | undefined> {
  return await found('@vitrine/convert', () => import('@vitrine/convert'))
}

/** The same, for what needs it, such as "--html text". Throws `CommandError` if the package is not installed. */
export async function requireConverter(what: string): Promise<Converter> {
  return await required(what, '@vitrine/convert', () => import('@vitrine/convert'))
}

/** The feeds for `vitrine export`; undefined if their package is not installed. */
export async function findFeeds(): Promise<Feeds | undefined> {
  return await found('@vitrine/feeds', () => import('@vitrine/feeds'))
}

export type Feeds = typeof import('@vitrine/feeds')

/** What `vitrine follow` does. Throws `CommandError` if its package is not installed. */
export async function requireFollow(): Promise<Follow> {
  return await required('`vitrine follow`', '@vitrine/follow', () => import('@vitrine/follow'))
}

export type Follow = typeof import('@vitrine/follow')

/** What answers assistants in a server; undefined if its package is not installed. */
export async function findAgents(): Promise<Agents | undefined> {
  return await found('@vitrine/agents', () => import('@vitrine/agents'))
}

type Agents = typeof import('@vitrine/agents')

/** What makes a log readable on a terminal; undefined if it is not installed. */
export async function findPrettyPrinter(): Promise<Pick<typeof import('pino-pretty'), 'build'> | undefined> {
  return await found('pino-pretty', () => import('pino-pretty'))
}

/** A package that the small server does not have. Throws `CommandError` if it is not installed. */
async function required<Package>(what: string, name: string, load: () => Promise<Package>): Promise<Package> {
  const loaded = await found(name, load)
  if (loaded) return loaded
  throw new CommandError(`${what} needs the package ${name}, which is not installed; \`npm install ${name}\` adds it`)
}

async function found<Package>(name: string, load: () => Promise<Package>): Promise<Package | undefined> {
  try {
    return await load()
  } catch (error) {
    const { code, message = '' } = Object(error) as NodeJS.ErrnoException
    // Another package that is missing is a fault of the installation.
    if (code === 'ERR_MODULE_NOT_FOUND' && message.includes(`package '${name}'`)) return undefined
    throw error
  }
}
