/** The time at which the tests read files. */
export const NOW = new Date('2026-06-15T12:00:00Z')
