import type { Feed } from './feed.ts'
import { googleFeed } from './google.ts'
import { openaiFeed } from './openai.ts'

/** All feeds that can be exported. */
export const FEEDS: readonly Feed[] = [googleFeed, openaiFeed]
