import node from '@astrojs/node'
import { defineConfig, memoryCache } from 'astro/config'

export default defineConfig({
  // Every page is rendered on demand and kept, so that a publication can make it stale.
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  cache: { provider: memoryCache({ max: 1000 }) },
})
