import type { OtherChange, Publication } from '../edition/publication.ts'

/** A row of the log, as the statements of `statements.ts` select it. */
export interface PublicationRow extends Omit<Publication, 'also' | 'tags'> {
  /** Words with spaces between them, as those of `tags`. */
  readonly also: string
  readonly tags: string | null
}

export function publicationOfRow({ also, tags, ...row }: PublicationRow): Publication {
  return { ...row, also: wordsOf(also) as OtherChange[], tags: tags === null ? null : wordsOf(tags) }
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}
