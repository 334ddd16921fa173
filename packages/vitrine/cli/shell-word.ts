/** An argument as a shell takes it: in quotation marks if it needs them. */
export function shellWord(argument: string): string {
  return /^[\w./:@%+=,-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}
