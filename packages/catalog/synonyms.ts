/** Words or phrases for which a search finds more, as an operator declares them. */
export type SynonymEntry = SynonymGroup | OneWaySynonyms

/** Words or phrases that mean the same. */
type SynonymGroup = readonly string[]

/** A search for `from` also finds `to`, and not the other way round. */
interface OneWaySynonyms {
  readonly from: string
  readonly to: readonly string[]
}

export function isOneWay(entry: SynonymEntry): entry is OneWaySynonyms {
  return 'from' in entry
}
