/** An instruction of a Dockerfile. */
export interface Instruction {
  /** In capitals: `COPY`. */
  readonly keyword: string
  /** Such as `--from=build`. */
  readonly flags: readonly string[]
  readonly text: string
  readonly words: readonly string[]
}

/** The instructions of a Dockerfile that has no here-documents. */
export function parseDockerfile(source: string): Instruction[] {
  const lines = source
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
  return lines.filter((line) => line.trim() !== '').map(parseInstruction)
}

function parseInstruction(line: string): Instruction {
  const [, keyword, text] = /^\s*(\w+)\s+(.*)$/.exec(line)!
  const words = text!.trim().split(/\s+/)
  const flags = words.filter((word) => word.startsWith('--'))
  return {
    keyword: keyword!.toUpperCase(),
    flags,
    text: text!.trim(),
    words: words.filter((word) => !flags.includes(word)),
  }
}
