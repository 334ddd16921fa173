/**
 * What the words of one search may cost, whatever they are. The unit is that of `STEP`: one position or dictionary
 * entry visited, some 60 ns. Costs are counted, not timed, and each follows from the word and the edition alone. So a
 * search has the same answer on every machine and database, whether its lists are cached or not.
 */
export class Budget {
  #spent = 0

  /** Whether the next piece of work may be done. It may cost more than is left, but then it is the last one. */
  get isLeft(): boolean {
    return this.#spent < SEARCH_BUDGET
  }

  get spent(): number {
    return this.#spent
  }

  spend(cost: number): void {
    this.#spent += cost
  }
}

/**
 * Some 50 ms with what is not counted. Ten words of which five are misspelt spend a third of it among 100,000 products.
 */
export const SEARCH_BUDGET = 400_000

/** The cost of reading the posting list of a word: some 40 µs. */
export const LIST_COST = 640

/** The most posting lists of labels or options that are read one by one. Of more, all of the field are read, once. */
export const MAX_FACET_LISTS = 64

/** The cost of a posting list in memory. */
export const MEMORY_LIST_COST = 4

/** The cost of finding the forms of a word: some 30 words are stemmed. */
export const WORD_FORMS_COST = 640

/** The cost of looking a word up in the dictionaries of all fields: some 4 µs. */
export const DICTIONARIES_COST = 64

/**
 * How many words of a field one word of a search may match: as their beginning, as a part of them, or with a number of
 * edits. If there are more, the first ones in the order of the dictionary count. Each has a posting list.
 */
export const MAX_SIMILAR_WORDS = 500
