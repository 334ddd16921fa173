import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** A command-line option. */
type Option<Value> = {
  help: string
  /** What the option takes, for the help; undefined for a flag. */
  takes?: string
  initial?: string
  /** Throws an error that says what the option takes. */
  parse: (text: string | undefined) => Value
}

type Values<Options> = { [Name in keyof Options]: Options[Name] extends Option<infer Value> ? Value : never }

export function flag(help: string): Option<boolean> {
  return { help, parse: (text) => text !== undefined }
}

export function text(help: string, initial: string): Option<string> {
  return { help, takes: 'TEXT', initial, parse: (text = '') => text }
}

export function optionalFile(help: string): Option<string | undefined> {
  return { help, takes: 'FILE', parse: (text) => text }
}

export function integer(help: string, initial: number): Option<number> {
  return { help, takes: 'NUMBER', initial: String(initial), parse: parseInteger }
}

/** A number such as 1.5, not negative. */
export function decimal(help: string, initial: number): Option<number> {
  return { help, takes: 'NUMBER', initial: String(initial), parse: parseDecimal }
}

export function integers(help: string, initial: string): Option<number[]> {
  return { help, takes: 'NUMBERS', initial, parse: (text = '') => text.split(',').map((item) => parseInteger(item)) }
}

/** One of a set of words; the first by default. */
export function word<Word extends string>(help: string, choices: readonly Word[]): Option<Word> {
  const parse = (text = '') => {
    const word = choices.find((choice) => choice === text.trim())
    if (word === undefined) throw new Error(choices.join(', '))
    return word
  }
  return { help, takes: 'WORD', initial: choices[0]!, parse }
}

/** Some of a set of words, separated by commas; all by default. */
export function words<Word extends string>(
  help: string,
  choices: readonly Word[],
  initial: readonly Word[] = choices,
): Option<Word[]> {
  const { parse } = word(help, choices)
  return {
    help,
    takes: 'WORDS',
    initial: initial.join(','),
    parse: (text = '') => text.split(',').map((item) => parse(item)),
  }
}

/** Texts that may contain commas, separated by semicolons. */
export function texts(help: string, initial: readonly string[]): Option<string[]> {
  return { help, takes: 'TEXTS', initial: initial.join('; '), parse: splitTexts }
}

/** Some of these names, separated by semicolons; or none. */
export function names(help: string, choices: readonly string[], initial = choices): Option<string[]> {
  const parse = (text?: string) => {
    const chosen = splitTexts(text)
    const unknown = chosen.find((name) => !choices.includes(name))
    if (unknown !== undefined) throw new Error(choices.join('; '))
    return chosen
  }
  return { help, takes: 'NAMES', initial: initial.join('; '), parse }
}

/** Options of several commands. */
export const SHARED = {
  sizes: integers('catalog sizes in products', '10000,100000'),
  seed: integer('seed of the generated catalog', 1),
  seconds: integer('seconds of each measurement', 3),
  dir: text('folder for catalogs and databases, which later runs use again', join(tmpdir(), 'vitrine-bench')),
  fresh: flag('import the databases again: necessary after a change of what an import writes'),
  json: optionalFile('write the figures to this file'),
}

/** How often the fixed set is measured. */
export const SET = {
  products: integer('catalog size', 10_000),
  seed: SHARED.seed,
  rounds: integer('rounds, each with new servers', 3),
  turns: integer('turns of each kind of request in a round', 7),
  requests: integer('requests of a turn', 250),
  imports: integer('imports', 5),
}

/** Runs a command. An error ends it with a message and status 2. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 2
  }
}

const HELP_COLUMN = 34

/** The command's options. Prints the help and exits if asked to, or exits with status 2 if an option is wrong. */
export function readOptions<Options extends Record<string, Option<unknown>>>(
  description: string,
  options: Options,
): Values<Options> {
  try {
    const types: ParseArgsOptionsConfig = { help: { type: 'boolean' } }
    for (const [name, { takes }] of Object.entries(options)) types[name] = { type: takes ? 'string' : 'boolean' }
    const { values } = parseArgs({ options: types })
    if (values.help) {
      console.log(usage(description, options))
      process.exit()
    }
    const parsed = Object.entries(options).map(([name, option]) => [name, parseOption(name, option, values[name])])
    return Object.fromEntries(parsed)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

function parseOption(name: string, { initial, parse }: Option<unknown>, value: unknown): unknown {
  const text = value === undefined ? initial : String(value)
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`--${name} takes ${(error as Error).message}, not ${JSON.stringify(text)}`)
  }
}

function usage(description: string, options: Record<string, Option<unknown>>): string {
  const lines = Object.entries(options).map(([name, { help, takes = '', initial }]) => {
    const option = `--${name} ${initial || takes}`
    return `  ${option.padEnd(HELP_COLUMN)}${option.length < HELP_COLUMN ? '' : `\n${' '.repeat(HELP_COLUMN + 2)}`}${help}`
  })
  const program = process.argv[1]!
  return `node ${basename(dirname(program))}/${basename(program)}\n\n${description}\n\n${lines.join('\n')}`
}

function splitTexts(text = ''): string[] {
  return text
    .split(';')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function parseInteger(text = ''): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0) throw new Error('a whole number')
  return value
}

function parseDecimal(text = ''): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new Error('a number, not negative')
  return value
}
