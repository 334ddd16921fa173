import type { Statement } from './connection.ts'

/**
 * The statements that read an edition: `$1` is the store, `$2` the edition. Each asks by a primary key that begins with
 * the store, and by way of the edition's own row, so that an edition that the server lacks is not taken for an empty
 * one: no row at all means that it is not there, a row whose `here` is null that it has nothing of the kind.
 */

/** Lists of one field that are read together: of four million variants, up to 16 MB. */
export const LISTS_AT_ONCE = 32

const DURING = 't.since <= $2 AND t.until > $2'

export const postings = reading('postings', 't.term AS here, t.term, t.size, t.positions', {
  from: 'postings t',
  on: 't.store = $1 AND t.kind = $3 AND t.term = ANY ($4::text[])',
})

export const prefix = reading('prefix', 't.term AS here, t.term, t.size, t.positions', {
  from: 'postings t',
  on: 't.store = $1 AND t.kind = $3 AND t.term >= $4 AND t.term < $5',
  rest: 'ORDER BY t.term',
})

export const lists = reading('lists', 't.term AS here, t.term, t.size, t.positions', {
  from: 'postings t',
  on: 't.store = $1 AND t.kind = $3 AND t.term > $4 AND t.term < $5',
  rest: `ORDER BY t.term LIMIT ${LISTS_AT_ONCE}`,
})

const IF_SMALL = 'CASE WHEN $3::bool THEN t.positions END AS positions'

export const values = reading('values', `t.term AS here, t.term, t.size, t.name, ${IF_SMALL}`, {
  from: 'unnest($4::text[], $5::text[]) AS r (low, high) JOIN vitrine.postings t',
  on: `t.store = $1 AND t.kind = 'product' AND t.term >= r.low AND t.term < r.high AND t.name IS NOT NULL`,
  rest: 'ORDER BY t.term',
})

export const words = reading('words', 't.words AS here, t.words', {
  from: 'words t',
  on: 't.store = $1 AND t.kind = $3 AND t.field = $4',
  rest: 'ORDER BY t.initial',
})

export const wordsOfInitial = reading('words-of-initial', 't.words AS here, t.words', {
  from: 'words t',
  on: 't.store = $1 AND t.kind = $3 AND t.field = $4 AND t.initial = $5',
})

export const bySlug = reading('by-slug', 't.position AS here, t.slug, t.position', {
  from: 'products t',
  on: 't.store = $1 AND t.slug = ANY ($3::text[])',
})

export const variantsBySku = bySku('variants', 'position')
export const productsBySku = bySku('products', 'product')

export const variantsOf = reading('variants-of', 't.position AS here, t.position', {
  from: 'positions p JOIN vitrine.variants t',
  on: `t.store = $1 AND t.product = p.position AND p.store = $1 AND p.kind = 'product' AND p.id = $3::uuid`,
})

export const chunks = reading('chunks', 't.chunk AS here, t.positions', {
  from: 'orders t',
  on: 't.store = $1 AND t.kind = $3 AND t.name = $4 AND t.chunk BETWEEN $5 AND $6',
  rest: 'ORDER BY t.chunk',
})

export const productsById = byId('products-by-id', 'products', 'product')
export const variantsById = byId('variants-by-id', 'variants', 'variant')

export const documentById = reading('document-by-id', 't.position AS here, t.body', {
  from: 'positions p JOIN vitrine.documents t',
  on: 't.store = $1 AND t.form = $3 AND t.position = p.position AND p.store = $1 AND p.kind = $4 AND p.id = $5::uuid',
})

export const documents = reading('documents', 't.position AS here, t.position, t.body', {
  from: 'documents t',
  on: 't.store = $1 AND t.form = $3 AND t.position = ANY ($4::int[])',
})

/** In the order asked, joined by the server: one row to receive instead of twenty. */
export const joined: Statement = {
  name: 'joined',
  text: `
    SELECT e.edition AS here, t.body, t.count FROM vitrine.editions e CROSS JOIN LATERAL (
      SELECT string_agg(d.body, ',' ORDER BY p.rank) AS body, count(*)::int AS count
      FROM unnest($4::int[]) WITH ORDINALITY AS p (position, rank) JOIN vitrine.documents d
      ON d.store = $1 AND d.form = $3 AND d.position = p.position AND d.since <= $2 AND d.until > $2
    ) t WHERE e.store = $1 AND e.edition = $2`,
}

export const products = reading(
  'products',
  `t.position AS here, t.position, t.digest, t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.name, t.slug,
    t.price, t.highest_price AS "highestPrice"`,
  { from: 'products t', on: 't.store = $1 AND t.position = ANY ($3::int[])' },
)

export const variants = reading(
  'variants',
  `t.position AS here, t.position, t.product, t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.name, t.sku,
    t.price, t.stock`,
  { from: 'variants t', on: 't.store = $1 AND t.position = ANY ($3::int[])' },
)

function bySku(name: string, column: string): Statement {
  return reading(`${name}-by-sku`, `t.position AS here, t.${column} AS position`, {
    from: 'variants t',
    on: 't.store = $1 AND t.sku = ANY ($3::text[])',
  })
}

function byId(name: string, table: string, kind: string): Statement {
  return reading(name, 't.position AS here, p.id::text AS id, t.position', {
    from: `positions p JOIN vitrine.${table} t`,
    on: `t.store = $1 AND t.position = p.position AND p.store = $1 AND p.kind = '${kind}' AND p.id = ANY ($3::uuid[])`,
  })
}

/** `t` is the table whose rows must be part of the edition. */
function reading(
  name: string,
  columns: string,
  { from, on, rest = '' }: { readonly from: string; readonly on: string; readonly rest?: string },
): Statement {
  const tables = from.startsWith('unnest') ? from : `vitrine.${from}`
  const found = / JOIN /.test(from) ? `(${tables} ON ${on} AND ${DURING}) ON true` : `${tables} ON ${on} AND ${DURING}`
  return {
    name,
    text: `SELECT ${columns} FROM vitrine.editions e LEFT JOIN ${found} WHERE e.store = $1 AND e.edition = $2 ${rest}`,
  }
}
