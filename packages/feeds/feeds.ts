import type { Feed } from './feed.ts'
import { googleFeed } from './google.ts'
import { openaiFeed } from './openai.ts'

/** All feeds that can be exported. */
export const FEEDS: readonly Feed[] = [googleFeed, openaiFeed]

export { type Feed, type FeedSetting, type FeedSource, type FeedWriterFactory, feedText } from './feed.ts'
export { FEED_REASONS, type FeedCounts, FeedReport } from './feed-report.ts'
