/** A small fault in the source that at least one of the named tests must notice. */
export interface Mutant {
  /** The fault, in a few words. */
  readonly name: string
  /** The folder of packages/ with the code. It is searched, so that a mutant survives the renaming of files. */
  readonly folder: string
  /** Matches the code exactly once. */
  readonly find: RegExp
  /** As `String.prototype.replace` takes it. */
  readonly replacement: string
  /** Files below test/. */
  readonly tests: readonly string[]
}

export const MUTANTS: readonly Mutant[] = [
  // What is sold

  {
    name: 'prices are computed as doubles',
    folder: 'catalog',
    find: /Number\(match\[1\] \+ decimals\.padEnd\(2, '0'\)\)/,
    replacement: 'Math.round(Number(value) * 100)',
    tests: ['catalog/money.test.ts'],
  },
  {
    name: 'prices of different length are compared as text',
    folder: 'catalog',
    find: /return price\.length === other\.length \? price > other : price\.length > other\.length/,
    replacement: 'return price > other',
    tests: ['catalog/money.test.ts'],
  },
  {
    name: 'the check digit of a gtin is weighted from the left',
    folder: 'catalog',
    find: /\[\.\.\.digits\]\.reverse\(\)\.entries\(\)/,
    replacement: '[...digits].entries()',
    tests: ['catalog/gtin.test.ts'],
  },

  // What came in

  {
    name: 'a sale whose dates cannot be read runs for ever',
    folder: 'import',
    find: /start === undefined \|\| end === undefined \? undefined :/,
    replacement: 'start === undefined || end === undefined ? true :',
    tests: ['import/platforms/woocommerce.test.ts', 'import/platforms/google.test.ts'],
  },
  {
    name: 'a sale price above the regular price is served',
    folder: 'import',
    find: /saleValue !== undefined && isHigher\(regularValue, saleValue\)/,
    replacement: 'saleValue !== undefined',
    tests: ['import/platforms/woocommerce.test.ts'],
  },
  {
    name: 'an attribute of Google counts beside the variant option that says the same',
    folder: 'import',
    find: /!repeated\.has\(group\) && /,
    replacement: '',
    tests: ['import/platforms/google.test.ts'],
  },

  // Sets and orders

  {
    name: 'a search in a sorted list stops one position too late',
    folder: 'engine/index',
    find: /if \(list\[middle\]! < (target|position)\) low = middle \+ 1/,
    replacement: 'if (list[middle]! <= $1) low = middle + 1',
    tests: ['index/set-algebra.test.ts', 'index/posting-list.test.ts'],
  },
  {
    name: 'a column is counted with the masks of another block',
    folder: 'engine/index',
    find: /if \(inMemory !== this\) this\.#match\(\)/,
    replacement: '',
    tests: ['index/kernels.test.ts'],
  },
  {
    name: 'a kernel counts what an earlier column left behind its last product',
    folder: 'engine/index',
    find: /columnMasks\.fill\(0, end - at, end - at \+ LANES\)/,
    replacement: '',
    tests: ['index/option-masks.test.ts'],
  },
  {
    name: 'slices near the start are sorted instead of walked',
    folder: 'engine/index',
    find: /const walked = this\.#ranks \? undefined : this\.#walk\(offset, length\)/,
    replacement: 'const walked = undefined',
    tests: ['index/sorted-view.test.ts'],
  },
  {
    name: 'a stored posting list of the wrong length is accepted',
    folder: 'engine/index',
    find: /words\[0\] === SPARSE && content\.length === size/,
    replacement: 'words[0] === SPARSE',
    tests: ['index/posting-list.test.ts', 'index/set-algebra.test.ts'],
  },
  {
    name: 'the Bloom filter forgets one of two bits of a text',
    folder: 'engine/index',
    find: /for \(const bit of bitsOf\(text\)\) this\.#words/,
    replacement: 'for (const bit of bitsOf(text).slice(1)) this.#words',
    tests: ['index/bloom-filter.test.ts'],
  },

  // How work is shared

  {
    name: 'long computations never yield',
    folder: 'runtime',
    find: /if \(costSinceYield < STEP\) return\n/,
    replacement: 'return\n',
    tests: ['runtime/event-loop.test.ts'],
  },
  {
    name: 'the queue of writes has no bound',
    folder: 'runtime',
    find: /while \(this\.#\w+ > 0 && this\.#\w+ \+ bytes > \w+\)/,
    replacement: 'while (false)',
    tests: ['runtime/bounded-queue.test.ts'],
  },

  // What is published

  {
    name: 'missing values come first in a descending order',
    folder: 'engine/edition',
    find: /return Number\(a === null\) - Number\(b === null\)/,
    replacement: 'return sign * (Number(a === null) - Number(b === null))',
    tests: ['publish/merged-order.test.ts', 'server/variants.test.ts'],
  },
  {
    name: 'the direction of an order also applies to ties',
    folder: 'engine/edition',
    find: /b\.createdAt - a\.createdAt \|\| a\.position - b\.position/,
    replacement: 'b.createdAt - a.createdAt || sign * (a.position - b.position)',
    tests: ['publish/merged-order.test.ts', 'server/variants.test.ts'],
  },
  {
    name: 'products of equal popularity come in the order of their import',
    folder: 'engine/edition',
    find: /b\.createdAt - a\.createdAt \|\| /,
    replacement: '',
    tests: ['publish/merged-order.test.ts'],
  },
  {
    name: 'a range of prices excludes its upper bound',
    folder: 'engine/edition',
    find: /from <= Math\.min\(max, Number\.MAX_SAFE_INTEGER\)/,
    replacement: 'from < Math.min(max, Number.MAX_SAFE_INTEGER)',
    tests: ['edition/price-term.test.ts'],
  },

  // What changes

  {
    name: 'a changed field does not change its sort orders',
    folder: 'engine/publish',
    find: /return !samePositions \|\| rows\.some\(.*$/m,
    replacement: 'return !samePositions',
    tests: ['publish/publish.test.ts', 'publish/patches.test.ts'],
  },
  {
    name: 'a signal does not stop an import',
    folder: 'engine/edition',
    find: /this\.#signal\?\.throwIfAborted\(\)/,
    replacement: '',
    tests: ['database/draft-signal.test.ts'],
  },
  {
    name: 'the text field of a variant lacks its sku',
    folder: 'engine/publish',
    find: /wordTerms\('text', variant\.sku\)/,
    replacement: "wordTerms('text', '')",
    tests: ['server/variants.test.ts', 'server/products.test.ts'],
  },
  {
    name: 'a variant without a tracked stock is not in stock',
    folder: 'engine/publish',
    find: /stock === null \|\| stock > 0/,
    replacement: 'stock !== null && stock > 0',
    tests: ['server/facets.test.ts', 'server/products.test.ts'],
  },
  {
    name: 'a dry run publishes',
    folder: 'engine/publish',
    find: /if \(dryRun\) return .*$/m,
    replacement: '',
    tests: ['publish/publish.test.ts'],
  },
  {
    name: 'a slug or variant of another product of the store is no conflict',
    folder: 'engine/publish',
    find: /owner === undefined \|\| isRetained\(owner\)/,
    replacement: 'owner === undefined',
    tests: ['publish/publish.test.ts'],
  },
  {
    name: 'a copy takes the id of the product of which it has the sku',
    folder: 'engine/publish',
    find: /=== 1 && !this\.#present\.has\(position\)/,
    replacement: '=== 1',
    tests: ['publish/renamed-products.test.ts'],
  },
  {
    name: 'a product under the first slug of a renamed product gets its id',
    folder: 'engine/publish',
    find: /const isIdTaken = other\?\.formerSlugs\?\.includes\(submission\.product\.slug\) === true/,
    replacement: 'const isIdTaken = false',
    tests: ['publish/renamed-products.test.ts'],
  },
  {
    name: 'former slugs find products although another product has the slug',
    folder: 'engine/serve',
    find: /slugs\.filter\(\(_, index\) => owners\[index\] === undefined\)/,
    replacement: '[...slugs]',
    tests: ['server/former-slugs.test.ts'],
  },
  {
    name: 'an answer from the cache counts as no search',
    folder: 'server',
    find: /new CachedResponse\(key, chunks, ignored, search\)/,
    replacement: 'new CachedResponse(key, chunks, ignored)',
    tests: ['server/searches.test.ts'],
  },
  {
    name: 'a variant that moves to another product is removed',
    folder: 'engine/publish',
    find: /leaving\.filter\(\(position\) => !this\.#importedVariants\.has\(position\)\)/,
    replacement: 'leaving',
    tests: ['publish/moved-variants.test.ts'],
  },
  {
    name: 'a changed product gets a new time of creation',
    folder: 'engine/publish',
    find: /createdAt \?\? before\?\.createdAt \?\? now/,
    replacement: 'createdAt ?? now',
    tests: ['publish/publish.test.ts'],
  },

  {
    name: 'a patched price leaves a list price below it',
    folder: 'engine/publish',
    find: /patched !== undefined && isHigher\(patched, price\) \? patched : undefined/,
    replacement: 'patched',
    tests: ['publish/patches.test.ts'],
  },

  {
    name: 'a category that has nothing below it any more keeps its list',
    folder: 'engine/publish',
    find: /new Map\(childless\.map\(\(code\) => \[code, NO_POSTINGS\]\)\)/,
    replacement: 'new Map()',
    tests: ['serve/categories.test.ts'],
  },
  {
    name: 'the weakest kind of a label counts',
    folder: 'engine/publish',
    find: /LABEL_KINDS\.find\(\(kind\) => sizes/,
    replacement: 'LABEL_KINDS.findLast((kind) => sizes',
    tests: ['serve/categories.test.ts'],
  },
  // What is the answer

  {
    name: 'concurrent reads of one key are not shared',
    folder: 'engine/serve',
    find: /if \(pending\) return await pending\n/,
    replacement: '',
    tests: ['serve/index-cache.test.ts'],
  },
  {
    name: 'the index cache has no bound',
    folder: 'engine/serve',
    find: /this\.#bytes > this\.#maxBytes/,
    replacement: 'this.#bytes < 0',
    tests: ['serve/index-cache.test.ts', 'serve/bounded-cache.test.ts'],
  },
  {
    name: 'cached results weigh nothing',
    folder: 'engine/serve',
    find: /return \[this\.#all, \.\.\.this\.#read, .*\]/,
    replacement: 'return []',
    tests: ['serve/index-cache.test.ts'],
  },
  {
    name: 'the key of the index cache lacks the time of publishing',
    folder: 'engine/serve',
    find: / \$\{edition\.publishedAt\} \$/,
    replacement: ' $',
    tests: ['serve/index-cache.test.ts'],
  },
  {
    name: 'conditions on options may hold on different variants',
    folder: 'engine/serve',
    find: /if \(variant\.length === 1\) sets\.push\(this\.productsOfEach\(variant\)\)/,
    replacement:
      'if (variant.length > 0) sets.push(this.productsOfEach(variant))\n    return intersectAny(await Promise.all(sets))',
    tests: ['server/products.test.ts', 'server/facets.test.ts'],
  },
  {
    name: 'the facet of labels applies the selected labels',
    folder: 'engine/serve',
    find: /\{ \.\.\.sets\.clauses, labels: \[\] \}/,
    replacement: 'sets.clauses',
    tests: ['server/facets.test.ts'],
  },
  {
    name: 'any of the labels of within is enough',
    folder: 'engine/serve',
    find: /within\.map\(\(code\) => \(\{ within: code \}\)\)/,
    replacement: 'labelClauses(within)',
    tests: ['server/products.test.ts'],
  },
  {
    name: 'facets have hidden labels',
    folder: 'engine/serve',
    find: /all\.filter\(\(\{ texts \}\) => !texts\?\.hidden\)/,
    replacement: 'all',
    tests: ['server/labels.test.ts'],
  },
  {
    name: 'within leaves out what is below a category',
    folder: 'engine/serve',
    find: /return all!\.size > 0 \? all! : own!/,
    replacement: 'return own!',
    tests: ['serve/categories.test.ts'],
  },
  {
    name: 'the facet of labels leaves out within',
    folder: 'engine/serve',
    find: /\{ \.\.\.sets\.clauses, labels: \[\] \}/,
    replacement: '{ ...sets.clauses, product: [], labels: [] }',
    tests: ['server/facets.test.ts'],
  },
  {
    name: 'a longer word that begins with a word costs as much as the word',
    folder: 'engine/serve/search',
    find: /prefix: 6,/,
    replacement: 'prefix: 0,',
    tests: ['model/search.test.ts'],
  },
  {
    name: 'words of three letters are corrected',
    folder: 'engine/serve/search',
    find: /letters >= 4 \? 1 : 0/,
    replacement: '1',
    tests: ['serve/search.test.ts'],
  },
  {
    name: 'a price in words replaces a filter',
    folder: 'engine/serve',
    find: /price: price \?\? phrase\.price/,
    replacement: 'price: phrase.price ?? price',
    tests: ['server/products.test.ts'],
  },
  {
    name: 'what is out of stock comes first',
    folder: 'engine/serve',
    find: /yield subtract\(group, inStock\)/,
    replacement: 'yield group',
    tests: ['server/out-of-stock.test.ts'],
  },
  {
    name: 'a number with a unit is a price',
    folder: 'engine/serve',
    find: /const end = String\.raw`.*`/,
    replacement: "const end = ''",
    tests: ['serve/price-phrase.test.ts'],
  },
  {
    name: 'a wrong first letter counts as one mistake',
    folder: 'engine/serve/search',
    find: /term\.codePointAt\(0\) === word\.codePointAt\(0\) \? found : found \+ 1/,
    replacement: 'found',
    tests: ['serve/search.test.ts'],
  },
  {
    name: 'a rare correction comes as early as a frequent one',
    folder: 'engine/serve/search',
    find: /score: others\.score \+ 1/,
    replacement: 'score: others.score',
    tests: ['serve/search.test.ts'],
  },
  {
    name: 'words that say nothing must match',
    folder: 'engine/serve/search',
    find: /\(word: string\) => !isStopWord\(word\)/,
    replacement: '() => true',
    tests: ['serve/search.test.ts'],
  },
  {
    name: 'a name that equals the search comes with those that begin with it',
    folder: 'engine/serve/search',
    find: /name\.length === tokens\.length \? EQUAL : BEGINS/,
    replacement: 'BEGINS',
    tests: ['serve/search.test.ts'],
  },
  {
    name: 'options on several variants cost nothing',
    folder: 'engine/serve/search',
    find: /ON_SEVERAL_VARIANTS = 2/,
    replacement: 'ON_SEVERAL_VARIANTS = 0',
    tests: ['serve/search.test.ts'],
  },
  {
    name: 'any word of a search is enough for the last step',
    folder: 'engine/serve/search',
    find: /MIN_SHARE = 0\.3/,
    replacement: 'MIN_SHARE = 0',
    tests: ['serve/search.test.ts'],
  },
  {
    name: 'the words of a sku may be on several variants',
    folder: 'engine/serve/search',
    find: /return await joinProducts\(edition, intersect\(all, \.\.\.lists\)\)/,
    replacement:
      'const each = await Promise.all([all, ...lists].map((list) => joinProducts(edition, list)))\n  return intersect(each[0]!, ...each.slice(1))',
    tests: ['serve/search.test.ts'],
  },
  {
    name: 'a pin behind the end has the place after it',
    folder: 'engine/serve',
    find: /Math\.min\(at - 1, others\.total \+ order\)/,
    replacement: 'at - 1',
    tests: ['server/rules.test.ts'],
  },
  {
    name: 'the page after a pin begins one product too late',
    folder: 'engine/serve',
    find: /slice\(offset - before, limit - within\.length\)/,
    replacement: 'slice(offset, limit - within.length)',
    tests: ['server/rules.test.ts'],
  },
  {
    name: 'a pin passes the filters',
    folder: 'engine/serve',
    find: /!filtered \|\| contains\(filtered, position\)/,
    replacement: 'position >= 0',
    tests: ['server/rules.test.ts'],
  },
  {
    name: 'facets do not count pins',
    folder: 'engine/serve',
    find: /subtract\(unionAll\(\[matches, rule\.pinned\]\), rule\.hidden\)/,
    replacement: 'unionAll([subtract(matches, rule.hidden)])',
    tests: ['server/rules.test.ts'],
  },
  {
    name: 'the last rule that fits applies',
    folder: 'engine/serve',
    find: /a && a\.number < b\.number/,
    replacement: 'a && a.number > b.number',
    tests: ['server/rules.test.ts'],
  },
  {
    name: 'a synonym of a phrase is one of each of its words',
    folder: 'engine/serve/search',
    find: /if \(from\.every\(/,
    replacement: 'if (from.some(',
    tests: ['serve/search.test.ts'],
  },
  {
    name: 'facets do not say what the search did',
    folder: 'engine/serve',
    find: /const meta = note \?/,
    replacement: 'const meta = false ?',
    tests: ['server/facets.test.ts'],
  },

  // How it is said

  {
    name: 'counters fall when a worker ends',
    folder: 'vitrine/cli',
    find: /this\.#ended = .*/,
    replacement: '',
    tests: ['cli/workers.test.ts'],
  },
  {
    name: 'an overloaded server accepts requests',
    folder: 'server',
    find: /if \(length >= this\.#maxQueued\) throw .*/,
    replacement: '',
    tests: ['server/admission.test.ts'],
  },
  {
    name: 'in overload, requests are refused only once they have been read',
    folder: 'server',
    find: /if \(this\.#isRefused\(requested\)\) .*/,
    replacement: '',
    tests: ['server/admission.test.ts'],
  },
  {
    name: 'an overload ends while the server has no time to spare',
    folder: 'server',
    find: /if \(idle < IDLE_SHARE \* length\) .*\n\s*else /,
    replacement: '',
    tests: ['server/admission.test.ts'],
  },
  {
    name: 'the key of the response cache lacks the host',
    folder: 'server',
    find: /`\$\{store\} \$\{etag\} \$\{host\} \$\{raw\.url\}`/,
    replacement: '`$${store} $${etag} $${raw.url}`',
    tests: ['server/caching.test.ts', 'server/variants.test.ts'],
  },
  {
    name: 'a closing server keeps connections open after cached responses',
    folder: 'server',
    find: /if \(this\.isClosing\) all\.push\('Connection', 'close'\)/,
    replacement: '',
    tests: ['server/closing.test.ts'],
  },
  {
    name: 'the map of Accept-Encoding headers has no bound',
    folder: 'server',
    find: /if \(preferences\.size >= \w+\) preferences\.clear\(\)/,
    replacement: '',
    tests: ['server/compression.test.ts'],
  },
  {
    name: 'ETags do not depend on the store',
    folder: 'server',
    find: /\$\{edition\.store\.id\}\\0/,
    replacement: '',
    tests: ['tenancy/tenancy.test.ts'],
  },
  {
    name: 'an unknown store falls back to the default store',
    folder: 'server',
    find: /named === undefined \? defaultStore : storeId\(named\)/,
    replacement: '(named && storeId(named)) || defaultStore',
    tests: ['tenancy/tenancy.test.ts'],
  },
  {
    name: 'a client with a matching ETag gets a 304 for a product that does not exist',
    folder: 'server',
    find: /requested\.isFresh && this\.#operation\.notFound === undefined/,
    replacement: 'requested.isFresh',
    tests: ['tenancy/tenancy.test.ts'],
  },
  {
    name: 'compressed forms do not count in the response cache',
    folder: 'server',
    find: /this\.length \+ lengthOf\(br\) \+ lengthOf\(gzip\)/,
    replacement: 'this.length',
    tests: ['server/caching.test.ts'],
  },
  {
    name: 'a frequent answer stays compressed quickly',
    folder: 'server',
    find: /isHead \|\| !form\.isQuick/,
    replacement: 'true',
    tests: ['server/compression.test.ts'],
  },

  // Where editions live

  {
    name: 'a rollback leaves the settings that later imports found',
    folder: 'engine/edition',
    find: /settings: \{ \.\.\.settings, edition: stored\.settings \}/,
    replacement: 'settings',
    tests: ['database/edition-settings.test.ts'],
  },
  {
    name: 'what an import found takes precedence over the operator',
    folder: 'catalog',
    find: /\{ \.\.\.edition, \.\.\.operator, taxRate/,
    replacement: '{ ...operator, ...edition, taxRate',
    tests: ['database/edition-settings.test.ts'],
  },
  {
    name: 'the publication of a rollback has the changes that it takes back',
    folder: 'engine/edition',
    find: /decodeChanges\(publication\.changes\)\.inverse\(\)/,
    replacement: 'decodeChanges(publication.changes)',
    tests: ['database/publications.test.ts'],
  },
  {
    name: 'a rollback takes the log for complete where it ends',
    folder: 'engine/edition',
    find: /if \(publication\.changes === null\) return undefined/,
    replacement: 'if (publication.changes === null) continue',
    tests: ['database/publications.test.ts'],
  },
  {
    name: 'expired editions are not pruned',
    folder: 'engine/edition',
    find: /if \(outdated\.length > 0\) await writer\.prune\(outdated\)/,
    replacement: '',
    tests: ['database/drafts.test.ts', 'database/rollback.test.ts'],
  },
  {
    name: 'pruning removes rows that an edition still has',
    folder: 'engine/database',
    find: /start, editions\[0\]!, end\)/,
    replacement: 'start, editions[0]!, end + 1)',
    tests: ['database/drafts.test.ts', 'database/rollback.test.ts'],
  },
  {
    name: 'pruning removes rows of an earlier edition that stays',
    folder: 'engine/database',
    find: /t\.since > \$2 AND t\.until > \$3/,
    replacement: '$2 < $3',
    tests: ['database/kept-editions.test.ts'],
  },
  {
    name: 'rows are visible in the edition that ends them',
    folder: 'engine/database/sqlite',
    find: /const IN_EDITION = 'since <= \? AND until > \?'/,
    replacement: "const IN_EDITION = 'since <= ? AND until >= ?'",
    tests: ['database/drafts.test.ts', 'publish/publish.test.ts'],
  },
  {
    name: 'a discarded draft leaves ended rows ended',
    folder: 'engine/database',
    find: /await this\.#executeInSteps\(this\.#sql\.reopen\[table\], edition\)/,
    replacement: '',
    tests: ['database/worker-writer.test.ts'],
  },
  {
    name: 'a discarded draft leaves the rows of editions that are gone',
    folder: 'engine/database',
    find: /await this\.#executeInSteps\(this\.#sql\.removeStray\[table\]\)/,
    replacement: '',
    tests: ['database/drafts.test.ts'],
  },
  {
    name: 'a discarded draft keeps its positions',
    folder: 'engine/database',
    find: /for \(const kind of KINDS\) await this\.#removePositions\(kind\)/,
    replacement: '',
    tests: ['database/rollback.test.ts', 'database/drafts.test.ts'],
  },
  {
    name: 'an order that shrinks keeps its last chunks',
    folder: 'engine/edition',
    find: /filter\(\(chunk\) => chunk >= count\)/,
    replacement: 'filter(() => false)',
    tests: ['database/drafts.test.ts', 'publish/publish.test.ts'],
  },
  {
    name: 'a posting list that becomes empty stays',
    folder: 'engine/edition',
    find: /for \(const start of chunks\.ended\)/,
    replacement: 'if (rows.length < 0) for (const start of chunks.ended)',
    tests: ['database/drafts.test.ts'],
  },
  {
    name: 'rows of an unpublished edition are not in the journal',
    folder: 'engine/edition',
    find: /const changes: RowChange\[\] = this\.#journalOf\(batch\)/,
    replacement: 'const changes: RowChange[] = []',
    tests: ['database/worker-writer.test.ts', 'database/contract.test.ts'],
  },

  // The client

  {
    name: 'an abort by one caller ends the request of all',
    folder: 'client',
    find: /if \(--request\.callers > 0\) return/,
    replacement: '',
    tests: ['client/transport.test.ts'],
  },
  {
    name: 'the client joins a request that its last caller has aborted',
    folder: 'client',
    find: /inFlight\.delete\(path\)\n( +)request\.controller/,
    replacement: '$1request.controller',
    tests: ['client/transport.test.ts'],
  },
  {
    name: 'callers share one answer',
    folder: 'client',
    find: /return async <Value>(.*) => \{([^}]+)return parsed<Value>\((await read\(path, signal\))\)/,
    replacement:
      'const values = new Map<string, unknown>()\nreturn async <Value>$1 => {$2const body = $3\n' +
      'if (!values.has(body)) values.set(body, parsed(body))\nreturn (values.get(body) as Value | undefined)',
    tests: ['client/transport.test.ts'],
  },
  {
    name: 'the client asks for a next page at the address of its link',
    folder: 'client',
    find: /link\.slice\(link\.indexOf\('\?'\)\)/,
    replacement: 'link',
    tests: ['client/client.test.ts'],
  },
  {
    name: 'the cache of the client forgets the answer that it had first',
    folder: 'client',
    find: /if \(answer && answers\.delete\(key\)\)/,
    replacement: 'if (!answer)',
    tests: ['client/transport.test.ts'],
  },
  {
    name: 'the stores of a shared cache are one',
    folder: 'client',
    find: /(`\$\{base\}) \$\{store\}( \$\{path\}`)/,
    replacement: '$1$2',
    tests: ['client/transport.test.ts'],
  },
  {
    name: 'a Retry-After with a date is not read',
    folder: 'client',
    find: /\(Date\.parse\(value\) - Date\.now\(\)\) \/ 1000/,
    replacement: 'Number.NaN',
    tests: ['client/transport.test.ts'],
  },
  {
    name: 'the client waits for an hour if the server says so',
    folder: 'client',
    find: /if \(retryAfter > LONGEST_WAIT\) throw error/,
    replacement: '',
    tests: ['client/transport.test.ts'],
  },
  {
    name: 'an id of the client may be any text',
    folder: 'client',
    find: /if \(\/\^\[\\da-f\]\{8\}.*\) return id/,
    replacement: 'return id',
    tests: ['client/client.test.ts'],
  },
  {
    name: 'equal queries have different keys',
    folder: 'client',
    find: /parameters\.sort\(\)/,
    replacement: '',
    tests: ['client/client.test.ts', 'client/transport.test.ts'],
  },

  // How assistants ask

  {
    name: 'a lookup answers with variants that no id leads to',
    folder: 'agents',
    find: /inputs\.length === 0 \? \[\] : \[\{ \.\.\.variant, inputs \}\]/,
    replacement: '[{ ...variant, inputs }]',
    tests: ['agents/http/ucp.test.ts'],
  },
  {
    name: 'a search over MCP has pages of any size',
    folder: 'agents',
    find: /bytes > maxBytes && index > 0/,
    replacement: 'false',
    tests: ['agents/http/agent-answers.test.ts'],
  },
  {
    name: 'a price filter is in cents, whatever the currency',
    folder: 'agents',
    find: /decimals <= 2 \? amount \* 10 \*\* \(2 - decimals\) : amount \/ 10 \*\* \(decimals - 2\)/,
    replacement: 'amount',
    tests: ['agents/http/ucp.test.ts'],
  },
  {
    name: 'the first variant is the best one, though it is sold out',
    folder: 'agents',
    find: /variants\.find\(\(\{ availability \}\) => availability\.available\) \?\? variants\[0\]/,
    replacement: 'variants[0]',
    tests: ['agents/card.test.ts'],
  },
  {
    name: 'the most preferred option is dropped first',
    folder: 'agents',
    find: /rank\(a\) - rank\(b\)/,
    replacement: 'rank(b) - rank(a)',
    tests: ['agents/option-selection.test.ts'],
  },
  {
    name: 'a variant whose price the currency cannot express is free of charge',
    folder: 'agents',
    find: /if \(!price\) return \[\]/,
    replacement: 'if (!price) return [{ price: { amount: 0, currency: store.currency } } as never]',
    tests: ['agents/ucp-product.test.ts'],
  },
  {
    name: 'the profile of an agent may be at an http address',
    folder: 'agents',
    find: /url\?\.protocol === 'https:' && url\.username/,
    replacement: 'url?.username',
    tests: ['agents/http/ucp.test.ts'],
  },
  {
    name: 'the headers of MCP may contradict the message',
    folder: 'agents',
    find: /if \(decoded === inBody\) return/,
    replacement: 'return',
    tests: ['agents/http/mcp.test.ts'],
  },
  {
    name: 'an old client gets a notification answered',
    folder: 'agents',
    find: /if \(message\.id === undefined\) return \{ status: 202, body: undefined \}/,
    replacement: '',
    tests: ['agents/http/mcp.test.ts'],
  },

  // What goes out

  {
    name: 'variants without options are a group',
    folder: 'agents/feeds',
    find: / && !keys\.has\('\{\}'\)/,
    replacement: '',
    tests: ['agents/feeds/google.test.ts'],
  },
  {
    name: 'a sku is in a feed of Google twice',
    folder: 'agents/feeds',
    find: /skus\.claim\(sku, 0\) === undefined \? undefined : 'repeated-sku'/,
    replacement: 'undefined',
    tests: ['agents/feeds/google.test.ts'],
  },
  {
    name: 'a feed in XML has markup of names',
    folder: 'agents/feeds',
    find: /\.replaceAll\('<', '&lt;'\)/,
    replacement: '',
    tests: ['agents/feeds/google.test.ts'],
  },
  {
    name: 'a feed has the price in place of the list price',
    folder: 'agents/feeds',
    find: /hasListPrice \? listPrice : price/,
    replacement: 'price',
    tests: ['agents/feeds/google.test.ts'],
  },
  {
    name: 'a group has variant options that one of its items lacks',
    folder: 'agents/feeds',
    find: /=== shared\.differing\.size/,
    replacement: '>= 0',
    tests: ['agents/feeds/google.test.ts'],
  },
  {
    name: 'a table has variant options with commas',
    folder: 'agents/feeds',
    find: /isShort = texts\.every\(\(text\) => text\.length <= VARIANT_OPTION_LIMIT && optionText\.test\(text\)\)/,
    replacement: 'isShort = texts.every((text) => text.length <= VARIANT_OPTION_LIMIT)',
    tests: ['agents/feeds/google.test.ts'],
  },
  {
    name: 'a row for ChatGPT without other variants is a group',
    folder: 'agents/feeds',
    find: /item\.isInGroup && groupId !== variant\.id \? group : \{\}/,
    replacement: 'group',
    tests: ['agents/feeds/openai.test.ts'],
  },
]
