import { createInterface } from 'node:readline/promises'
import { CommandError, InterruptedError } from './errors.ts'

/**
 * Asks a question on the terminal. Throws `CommandError` that begins with `refusal`, such as "nothing was removed",
 * unless the answer is yes, and if there is no terminal.
 */
export async function confirm(question: string, refusal: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandError(`${refusal}: it cannot ask without a terminal; --yes skips the question “${question}”`)
  const cancel = new AbortController()
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  terminal.on('SIGINT', () => cancel.abort(new InterruptedError('SIGINT')))
  terminal.on('close', () => cancel.abort(new CommandError(refusal)))
  try {
    const answer = await terminal.question(`${question} [y/N] `, { signal: cancel.signal })
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError(refusal)
  } catch (error) {
    throw cancel.signal.aborted ? cancel.signal.reason : error
  } finally {
    terminal.close()
  }
}
