import { shellWord } from './shell-word.ts'

/** A command as it was entered, with these arguments, for a shell. Values that may be secret are left out. */
export function enteredCommand(args: readonly string[]): string {
  const shown = args.map((arg, index) => {
    if (PRIVATE_OPTIONS.includes(args[index - 1]!)) return '…'
    const option = PRIVATE_OPTIONS.find((name) => arg.startsWith(`${name}=`))
    return option === undefined ? shellWord(arg) : `${option}=…`
  })
  const command = ['vitrine', ...shown].join(' ')
  return command.length > MAX_LENGTH ? `${command.slice(0, MAX_LENGTH)}…` : command
}

/** Options whose values may have a password, or that belong to one machine. */
const PRIVATE_OPTIONS = ['--header', '--database']

/** Longer commands are cut. */
const MAX_LENGTH = 2000
