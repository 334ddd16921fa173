import { commandLine } from './next-steps.ts'

/** The command with these arguments, as it was entered. Values that may be secret are left out. */
export function enteredCommand(args: readonly string[]): string {
  const shown = args.map((arg, index) => {
    if (PRIVATE_OPTIONS.includes(args[index - 1]!)) return '…'
    const option = PRIVATE_OPTIONS.find((name) => arg.startsWith(`${name}=`))
    return option === undefined ? arg : `${option}=…`
  })
  const command = commandLine(shown)
  return command.length > MAX_LENGTH ? `${command.slice(0, MAX_LENGTH)}…` : command
}

/** Options whose values may have a password. */
const PRIVATE_OPTIONS = ['--header', '--database']

/** Longer commands are cut. */
const MAX_LENGTH = 2000
