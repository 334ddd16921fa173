import { type Candidate, has, isUnknown, NAMED, share, unused } from './candidate.ts'
import { isPictureFile, picturesIn } from './cell-content.ts'
import { headerPhrase } from './header-phrase.ts'
import words from './header-words.json' with { type: 'json' }
import { isPrivate } from './header-words.ts'
import { phrasesIn } from './phrases.ts'

/** Columns of picture files, whatever their headers say: the first one, and one with several pictures in a cell. */
export function picturesByContent(candidates: readonly Candidate[]): void {
  for (const candidate of unused(candidates)) {
    const { header, values } = candidate
    const isRepeated = new Set(values).size * 2 < values.length
    const hasSeveral = values.some((text) => picturesIn(text).length > 1)
    const isMore = hasSeveral && isUnknown(candidate) && !isRepeated && !isDecoration(header) && !isPrivate(header)
    if (header !== '' && share(values, isPictureFile) === 1 && (isMore || !has(candidates, 'picture')))
      candidate.role = 'picture'
  }
}

/** Whether pictures are perhaps not of the products, by their header: `brand_logo`, or `seller.portrait` in JSON. */
function isDecoration(header: string): boolean {
  const words = headerPhrase(header).split(' ')
  return header.includes('.') || words.some((word) => DECORATIONS.has(word))
}

const DECORATIONS = phrasesIn(words.decorations)

/**
 * Does not use a column of pictures that other columns have: thumbnails, if each row with one has another picture,
 * and paths of a local disk that end in the file name of an address.
 */
export function withoutRepeatedPictures(candidates: readonly Candidate[]): void {
  const pictures = candidates.filter(({ role }) => role === 'picture')
  const isThumbnail = ({ header }: Candidate) => header.split('.').some(namesThumbnail)
  const others = pictures.filter((picture) => !isThumbnail(picture))
  for (const picture of pictures) {
    const isAgain = (cell: string, row: number) =>
      others.some(({ cells }) => (isThumbnail(picture) ? cells[row] !== '' : isSameFile(cells[row]!, cell)))
    if (picture.rank !== NAMED && picture.cells.every((cell, row) => cell === '' || isAgain(cell, row)))
      picture.role = 'not used'
  }
}

function isSameFile(address: string, path: string): boolean {
  const file = /^https?:.*\/([^/?#]+\.\w+)(?:[?#].*)?$/i.exec(address)?.[1]
  return file !== undefined && !/^https?:/i.test(path) && path.endsWith(file)
}

/** Whether a part of a header says that pictures are small: `imagesThumbnails`. */
function namesThumbnail(part: string): boolean {
  const phrase = headerPhrase(part)
  return THUMBNAILS.has(phrase) || phrase.split(' ').some((word) => THUMBNAILS.has(word))
}

const THUMBNAILS = phrasesIn(words.thumbnails)
