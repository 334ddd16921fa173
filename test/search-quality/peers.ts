import { loadLanguage } from '@vitrine/catalog/language'
import type { Product, Submitted } from '@vitrine/catalog/product'
import { fold, tokenize } from '@vitrine/catalog/words'
import MiniSearch from 'minisearch'
import { Client } from 'pg'
import { freshDatabase } from '../postgres/databases.ts'
import type { Answer, SearchEngine } from './evaluate.ts'

/** The products of an answer. */
const DEPTH = 10

interface SearchedTexts {
  readonly slug: string
  readonly name: string
  /** Labels, options and skus, which shoppers read as names of kinds. */
  readonly kinds: string
  readonly description: string
}

function textsOf({ slug, name, description, labelValues, optionGroups, variants }: Submitted<Product>): SearchedTexts {
  const options = optionGroups.flatMap((group) => group.options.map((option) => option.name))
  const kinds = [...labelValues.map((label) => label.name), ...options, ...variants.map(({ sku }) => sku)]
  return { slug, name, description, kinds: kinds.join(' ') }
}

/**
 * MiniSearch as its documentation recommends for products: BM25+, names before the rest, the beginnings of words and one
 * mistake in five letters. It has no stemmers, no stop words and no folding of accents, so it gets ours.
 */
export async function miniSearch(
  products: readonly Submitted<Product>[],
  language: string | undefined,
): Promise<SearchEngine> {
  const { stem, isStopWord } = await loadLanguage(language)
  const index = new MiniSearch<SearchedTexts>({
    idField: 'slug',
    fields: ['name', 'kinds', 'description'],
    processTerm: (term) => (isStopWord(fold(term)) ? null : stem(fold(term))),
    searchOptions: { boost: { name: 4, kinds: 2 }, prefix: true, fuzzy: 0.2 },
  })
  index.addAll(products.map(textsOf))
  const search = (query: string, combineWith: 'AND' | 'OR') =>
    index.search(query, { combineWith }).map(({ id }): string => id)
  const ask = async (query: string) => allOrSome((operator) => search(query, operator))
  return { name: 'MiniSearch', ask }
}

/**
 * The full text search of PostgreSQL as its documentation recommends: the dictionaries of the language after `unaccent`,
 * weights by field, the beginnings of words, and for a word that no product has the most similar one of `pg_trgm`.
 */
export async function postgresSearch(
  products: readonly Submitted<Product>[],
  language: string | undefined,
): Promise<SearchEngine & AsyncDisposable> {
  await using started = new AsyncDisposableStack()
  const database = started.use(await freshDatabase())
  const client = new Client({ connectionString: database.url })
  await client.connect()
  started.defer(() => client.end())
  await client.query(SETUP)
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  await client.query('SELECT configure($1)', [language && english.of(language.split('-')[0]!)?.toLowerCase()])
  await client.query(FILL, [JSON.stringify(products.map(textsOf))])
  const search = async (words: readonly string[], operator: 'AND' | 'OR') => {
    const query = words.map((word) => `${word}:*`).join(operator === 'AND' ? ' & ' : ' | ')
    return (await client.query<{ slug: string }>(SEARCH, [query, DEPTH])).rows.map(({ slug }) => slug)
  }
  const ask = async (query: string) => {
    const { rows } = await client.query<{ word: string }>(CORRECT, [tokenize(query)])
    const words = rows.map(({ word }) => word)
    return await allOrSome((operator) => search(words, operator))
  }
  const running = started.move()
  return { name: 'PostgreSQL', ask, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** A language that PostgreSQL does not have gets the configuration `simple`: no stems and no stop words. */
const SETUP = `
  CREATE EXTENSION unaccent;
  CREATE EXTENSION pg_trgm;
  CREATE FUNCTION configure(language text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE base text := coalesce((SELECT cfgname FROM pg_ts_config WHERE cfgname = language), 'simple');
    DECLARE dictionary text := CASE base WHEN 'simple' THEN base ELSE base || '_stem' END;
    BEGIN
      EXECUTE format('CREATE TEXT SEARCH CONFIGURATION products (COPY = %I)', base);
      EXECUTE format('ALTER TEXT SEARCH CONFIGURATION products
        ALTER MAPPING FOR asciiword, word, hword, hword_part, numword, hword_numpart WITH unaccent, %I', dictionary);
    END $$;
  CREATE TABLE product (slug text, vector tsvector, plain tsvector);
  CREATE TABLE word (word text)`

const FILL = `
  WITH text AS (SELECT * FROM json_to_recordset($1) AS text (slug text, name text, kinds text, description text)),
  filled AS (
    INSERT INTO product SELECT slug,
      setweight(to_tsvector('products', name), 'A') || setweight(to_tsvector('products', kinds), 'B') ||
      setweight(to_tsvector('products', description), 'D'),
      to_tsvector('simple', unaccent(concat_ws(' ', name, kinds, description)))
    FROM text RETURNING plain
  )
  INSERT INTO word SELECT DISTINCT unnest(tsvector_to_array(plain)) FROM filled`

/** The words without stop words. */
const CORRECT = `
  SELECT coalesce(
    (SELECT typed WHERE EXISTS (SELECT FROM product WHERE vector @@ to_tsquery('products', typed || ':*'))),
    (SELECT word FROM word WHERE word % typed AND word ~ '^\\w+$' ORDER BY similarity(word, typed) DESC, word LIMIT 1),
    typed) AS word
  FROM unnest($1::text[]) WITH ORDINALITY AS query (typed, at)
  WHERE numnode(to_tsquery('products', typed)) > 0 ORDER BY at`

const SEARCH = `
  SELECT slug FROM product, to_tsquery('products', $1) AS query
  WHERE vector @@ query ORDER BY ts_rank(vector, query) DESC, slug LIMIT $2`

/** Products with all words; if there are none, those with some, which the answer says. */
async function allOrSome(search: (operator: 'AND' | 'OR') => string[] | Promise<string[]>): Promise<Answer> {
  const all = await search('AND')
  if (all.length > 0) return { found: all.slice(0, DEPTH), isPartial: false }
  return { found: (await search('OR')).slice(0, DEPTH), isPartial: true }
}
