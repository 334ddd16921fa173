import { type Command, InvalidArgumentError } from 'commander'
import { VitrineError } from '../catalog/error.ts'
import type { StoreId } from '../catalog/store.ts'
import { openCatalogs } from '../database/open.ts'
import { Misuse, Refusal } from './failure.ts'
import { type NewTaxRate, NO_TAX, newStore } from './new-store.ts'
import { databaseOption, parseName, parseStoreId } from './options.ts'

interface Options {
  readonly name: string
  readonly taxRate?: number
  readonly taxName?: string
  readonly database: string
}

/** `vitrine store add`: makes a store, and the database if there is none. */
export function addStoreAdd(store: Command): void {
  store
    .command('add')
    .description('make a store')
    .argument('<id>', 'what requests name in x-store-id: 1 to 64 characters of A-Z a-z 0-9 _ -', parseStoreId)
    .requiredOption('--name <name>', 'what people call it', parseName)
    .option('--tax-rate <percent>', 'the tax rate of variants that name none (default: no tax)', parseRate)
    .option('--tax-name <name>', 'what that rate is called (default: "VAT")', parseName)
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(storeAdd)
}

const EXAMPLES = `
Examples:
  vitrine store add books --name "Books"
  vitrine store add tools --name "Tools" --tax-rate 20 --tax-name VAT`

async function storeAdd(id: StoreId, { name, taxRate, taxName, database }: Options): Promise<void> {
  await using catalogs = await openCatalogs(database, 'make')
  try {
    await catalogs.addStore(newStore(id, name, taxRateOf(taxRate, taxName)))
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'store-exists') throw error
    throw new Refusal(`${error.message}; \`vitrine store show ${id}\` shows it`)
  }
  console.log(`store ${id} is made; \`vitrine import <file> --store ${id}\` fills it`)
}

function taxRateOf(rate: number | undefined, name: string | undefined): NewTaxRate {
  if (rate !== undefined) return { name: name ?? 'VAT', rate }
  if (name !== undefined) throw new Misuse('--tax-name names a rate that --tax-rate must give, such as --tax-rate 20')
  return NO_TAX
}

function parseRate(text: string): number {
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text))
    throw new InvalidArgumentError('Expected a percentage of 0 or more, such as 20.')
  return Number(text)
}
