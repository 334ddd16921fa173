import { Type } from '../schema.ts'
import { object } from './fields.ts'

const NUMBER = () => Type.Union([Type.Integer({ examples: [3] }), Type.Null()])

/** The data of an event of `GET /store/events`. */
export const PUBLICATION_EVENT = object('What a publication changed, or several that follow one another.', {
  publication: Type.String({
    description: 'The name of the publication, as the `id` of the event. It is opaque.',
    examples: ['2s-mbx1k2ar'],
  }),
  edition: Type.Integer({ description: 'The edition that is current since then.', examples: [12] }),
  publishedAt: Type.String({ format: 'date-time', examples: ['2026-01-31T08:00:00.000Z'] }),
  products: Type.Object(
    { created: NUMBER(), changed: NUMBER(), removed: NUMBER() },
    { description: 'Numbers of products; null if they are not known.' },
  ),
  also: Type.Array(Type.String(), {
    description:
      'What else may have changed: `settings`, `synonyms`, `labels` or `rules`. Later versions may add words.',
    examples: [['labels']],
  }),
  tags: Type.Array(Type.String(), {
    description: 'The cache tags of the answers that may have changed: only that of the store for all answers.',
    examples: [['4c0d9e83ab11', 'aa475049ca12']],
  }),
})
