/** Where writers announce the stores that have a new edition or are removed. */
export const NOTIFY_CHANNEL = 'vitrine'

export const NOTIFY = 'SELECT pg_notify($1, $2)'
