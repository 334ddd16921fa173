import type { OtherChange, Publication } from '../edition/publication.ts'

/** A row of the log, as the statements of `statements.ts` select it. */
export interface PublicationRow extends Omit<Publication, 'also'> {
  /** Words with spaces between them. */
  readonly also: string
}

export function publicationOfRow({ also, ...row }: PublicationRow): Publication {
  return { ...row, also: also.split(' ').filter((word) => word !== '') as OtherChange[] }
}
