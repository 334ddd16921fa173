import { createVitrine } from '@vitrine/client'

export const shop = createVitrine({
  url: process.env.VITRINE_URL ?? 'http://127.0.0.1:3000',
  store: process.env.VITRINE_STORE,
  // A misspelt parameter is an error while you develop.
  strict: import.meta.env.DEV,
})

/** Seconds. A page is kept this long, unless a publication changes it. */
export const MAX_AGE = 86_400
