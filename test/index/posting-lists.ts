import fc from 'fast-check'

/** Positions that make sparse sets if scattered, and dense sets if crowded. In any order, with duplicates. */
export const positions = fc.oneof(
  fc.array(fc.nat(5_000_000), { maxLength: 60 }),
  fc.array(fc.nat(90), { maxLength: 60 }),
  fc.array(fc.nat(4000), { minLength: 200, maxLength: 400 }),
)

/** The numbers in increasing order, without duplicates. */
export const sorted = (values: Iterable<number>) => [...new Set(values)].sort((a, b) => a - b)
