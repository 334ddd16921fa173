import { CatalogFileError } from './file-error.ts'
import { type CatalogRecord, parseRecord, type Splitter, type TextRecord } from './record.ts'
import { BACKSLASH, LineSplitter, QUOTATION_MARK, RECORD_LIMIT, TOO_LONG, UNFINISHED } from './record-splitter.ts'

/**
 * Splits objects that follow one another, each on one line or printed over several. A damaged object does not affect
 * the others: the next one begins at a line with “{” that is not indented deeper. Holds the lines of one object in
 * memory, at most `RECORD_LIMIT`.
 */
export class ObjectSplitter implements Splitter<CatalogRecord> {
  readonly #splitter = new LineSplitter()
  /** The lines of an object that has not ended. */
  #lines: TextRecord[] = []
  /** Characters in all lines of the object. */
  #size = 0
  /** How many more brackets these lines open than they close. */
  #depth = 0
  /** Whether a line showed that the object is damaged. */
  #isDamaged = false
  /** The records that are ready. */
  readonly #records: CatalogRecord[] = [];

  *push(chunk: Buffer): Generator<CatalogRecord> {
    for (const line of this.#splitter.push(chunk)) {
      this.#add(line)
      if (this.#records.length > 0) yield* this.#records.splice(0)
    }
  }

  *end(): Generator<CatalogRecord> {
    for (const line of this.#splitter.end()) this.#add(line)
    while (this.#lines.length > 0) {
      const start = this.#findStart()
      const isUnfinished = start === undefined && this.#lines.length > 1 && !this.#isDamaged
      if (isUnfinished) throw new CatalogFileError(UNFINISHED, this.#lines[0]!.line)
      this.#finish(start)
    }
    yield* this.#records
  }

  #add(line: TextRecord): void {
    if (this.#lines.length > 0) this.#continue(line)
    // The first line of an object over several lines rarely ends so. Not parsing it saves an error of the parser.
    else if (line.text.trimEnd().endsWith('}') || !this.#begin(line)) {
      const record = parseRecord(line)
      if ('value' in record || !this.#begin(line)) this.#records.push(record)
    }
  }

  /** Whether the line is the beginning of an object. */
  #begin(line: TextRecord): boolean {
    const depth = isOpening(line) ? depthOf(line.text) : undefined
    if (depth === undefined || depth <= 0) return false
    this.#lines = [line]
    this.#size = line.text.length
    this.#depth = depth
    this.#isDamaged = false
    return true
  }

  #continue(line: TextRecord): void {
    const wasDamaged = this.#isDamaged
    this.#size += line.text.length + 1
    this.#isDamaged ||= this.#size > RECORD_LIMIT || !this.#fits(line)
    if (this.#size <= RECORD_LIMIT || this.#isStart(line)) this.#lines.push(line)
    if (!this.#isDamaged) {
      if (this.#depth <= 0) this.#finish(undefined)
    } else if (!wasDamaged || this.#isStart(line)) {
      const start = this.#findStart()
      if (start !== undefined) this.#finish(start)
    }
  }

  /** Whether the line may belong to the object. */
  #fits(line: TextRecord): boolean {
    if (line.fault || !mayFollow(line.text, this.#lines.at(-1)!.text)) return false
    const depth = depthOf(line.text)
    this.#depth += depth ?? 0
    return depth !== undefined && this.#depth <= MAX_DEPTH
  }

  /** The index of the first line that begins another object. */
  #findStart(): number | undefined {
    const index = this.#lines.findIndex((line, index) => index > 0 && this.#isStart(line))
    return index === -1 ? undefined : index
  }

  #isStart(line: TextRecord): boolean {
    return isOpening(line) && indentOf(line) <= indentOf(this.#lines[0]!)
  }

  /** Makes one record of the lines before `start`, or of all, and reads the others again. */
  #finish(start: number | undefined): void {
    const others = start === undefined ? [] : this.#lines.splice(start)
    const lines = this.#lines
    this.#lines = []
    const isTooLong = this.#size > RECORD_LIMIT && others.length < 2
    this.#records.push(isTooLong ? { line: lines[0]!.line, fault: TOO_LONG } : joined(lines))
    for (const line of others) this.#add(line)
  }
}

/** Brackets within brackets: lines that are cut off after a bracket are soon told from one object. */
const MAX_DEPTH = 64

function joined(lines: readonly TextRecord[]): CatalogRecord {
  const { line } = lines[0]!
  const { fault } = lines.find(({ fault }) => fault) ?? {}
  if (fault) return { line, fault }
  return parseRecord(
    { line, text: lines.map(({ text }) => text).join('\n') },
    lines.map(({ line }) => line),
  )
}

function isOpening(line: TextRecord): boolean {
  return /^\s*\{/.test(line.text)
}

function indentOf(line: TextRecord): number {
  return line.text.search(/\S/)
}

/** Whether JSON may have a line break between these texts. */
function mayFollow(text: string, previous: string): boolean {
  return /^\s*[}\],:]/.test(text) || '{[,:'.includes(previous.trimEnd().at(-1)!)
}

/** How many more brackets the text opens than it closes; undefined if a string in it does not end. */
function depthOf(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) depth++
    else if (code === 0x7d || code === 0x5d) depth--
    else if (code === QUOTATION_MARK) {
      at = endOfString(text, at)
      if (at === -1) return undefined
    }
  }
  return depth
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTATION_MARK) return at
  }
  return -1
}
