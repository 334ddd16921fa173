import { createVitrine } from '@vitrine/client'

export const shop = createVitrine({
  url: process.env.VITRINE_URL ?? 'http://127.0.0.1:3000',
  store: process.env.VITRINE_STORE,
  // A misspelt parameter is an error while you develop.
  strict: process.env.NODE_ENV === 'development',
  // Next.js keeps the answers.
  cache: 0,
})
