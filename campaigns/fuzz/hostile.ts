import type { Random } from '../../bench/catalog/random.ts'
import { agentRequest } from './agents.ts'
import type { Sent } from './attempt.ts'
import { type Existing, type Header, STORE, validRequest, validTarget, written } from './request.ts'

type Shape = (random: Random, existing: Existing) => Sent

const LIST = '/store/products'

/** A request that Node's parser must refuse. */
function refused(kind: string, text: string, allowed: readonly number[] = [400]): Sent {
  return { kind, bytes: Buffer.from(text, 'latin1'), allowed, isRefused: true }
}

function get(headers: string): string {
  return `GET ${LIST} HTTP/1.1\r\nHost: a\r\nx-store-id: ${STORE}\r\n${headers}\r\n`
}

const SMUGGLED = `GET /store/smuggled HTTP/1.1\r\nHost: a\r\n\r\n`

/** Two readings of where a request ends. The server must refuse each, and never answer `/store/smuggled`. */
const SMUGGLING: readonly string[] = [
  'Content-Length: 0\r\nContent-Length: 45\r\n',
  'Content-Length: 5, 5\r\n',
  'Content-Length: +5\r\n',
  'Content-Length: 0x5\r\n',
  'Content-Length: -1\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
  'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n',
  'Transfer-Encoding: chunked, identity\r\n',
  'Transfer-Encoding : chunked\r\n',
  'Content-Length : 5\r\n',
  ' Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
]

const CHUNKS = [
  'zz\r\n',
  '-1\r\n',
  '5\r\nabc\r\n0\r\n\r\n',
  '5 \r\nabcdef\r\n',
  `${'f'.repeat(20)}\r\n`,
  '0x5\r\nabcde\r\n',
]

const BAD_HEADERS = [
  ': x',
  'no colon',
  'na me: x',
  'name\0: x',
  'name: a\0b',
  'name: a\rb',
  'n\u00e4me: x',
  'name(: x',
  '\x01: x',
]

const BAD_TARGETS = ['%', '%2', '%zz', '%c3%28', '%ff', '%00', 'a%00b', '%ed%a0%80', '%f8%80%80%80%80']

const STRANGE_PATHS = [
  '/',
  '//',
  '/store//products',
  '/store/./products',
  '/store/../products',
  '/../../etc/passwd',
  '/store/products/..%2f..%2fetc%2fpasswd',
  '/store/products;a=b',
  '/store/products.json',
  '/STORE/PRODUCTS',
  '/store/products/a/b/c',
  '/__proto__',
  '/store/constructor',
  '/store/products%2Ffacets%2F..',
  '/.env',
  '/docs/../src',
]

const STRANGE_IDS = ['1', '%20', 'null', 'undefined', '__proto__', '%F0%9F%92%A9', "'--", '%3Cscript%3E', '{}', '*']

const METHODS = 'POST PUT DELETE PATCH TRACE PROPFIND LINK PURGE SEARCH QUERY MKCOL COPY LOCK REPORT M-SEARCH'.split(
  ' ',
)

/** Headers that must not change the status of a read. */
const ODD_HEADERS: readonly Header[] = [
  ['Accept', 'text/html;q=nonsense'],
  ['Accept', '\u00ff\u00fe'],
  ['Accept-Language', ','.repeat(500)],
  ['Range', 'bytes=0-0'],
  ['If-Match', '"x"'],
  ['If-Range', 'nonsense'],
  ['If-Modified-Since', 'yesterday'],
  ['If-None-Match', 'W/"'],
  ['If-None-Match', '""'],
  ['If-None-Match', `"${'x'.repeat(5000)}"`],
  ['If-None-Match', 'W/"a", '.repeat(800)],
  ['Cookie', 'x='.repeat(3000)],
  ['Authorization', 'Basic !!!'],
  ['Content-Type', 'multipart/form-data'],
  ['traceparent', '00-ff'],
  ['Forwarded', 'for="'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Connection', 'x-store-id'],
  ['Upgrade', 'websocket'],
  ['Upgrade-Insecure-Requests', '1'],
  ['Origin', 'null'],
  ['Origin', 'https://a\u00ff'],
  ['constructor', 'x'],
  ['__proto__', 'x'],
  ['TE', 'trailers'],
]

const WRONG_STORES = [
  '',
  ' ',
  'nobody',
  'FUZZED',
  'fuzzed,fuzzed',
  '../fuzzed',
  'fuzz\u00ebd',
  'a'.repeat(500),
  '*',
  "' OR 1=1",
]

const SHAPES: readonly Shape[] = [
  (random) => refused('random bytes', `${randomBytes(random, random.integer(1, 300))}\r\n\r\n`, [400]),
  (random) =>
    refused(
      'no method',
      random.pick([' / HTTP/1.1', 'get / HTTP/1.1', 'G\0T / HTTP/1.1', 'FETCH / HTTP/1.1']).concat('\r\n\r\n'),
    ),
  (random) =>
    refused(
      'no HTTP',
      `GET / ${random.pick(['HTTP/9.9', 'HTTP/1.', 'HTTPS/1.1', 'http/1.1', 'HTTP/1.1.1', 'x'])}\r\nHost: a\r\n\r\n`,
    ),
  () => refused('HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  (random) => refused('TLS', `\x16\x03\x01\x02\0${randomBytes(random, 200)}`),
  (random) => refused('bad header', get(`${random.pick(BAD_HEADERS)}\r\n`)),
  (random) =>
    refused('smuggling', `${get(random.pick(SMUGGLING))}${random.pick(['', '0\r\n\r\n', '5\r\n'])}${SMUGGLED}`),
  (random) => refused('large headers', get(`x: ${'a'.repeat(random.integer(16_500, 60_000))}\r\n`), [431]),
  (random) =>
    refused('large target', `GET /${'a'.repeat(random.integer(16_500, 60_000))} HTTP/1.1\r\nHost: a\r\n\r\n`, [431]),
  (random) => ({ kind: 'unfinished', bytes: Buffer.from(get('').slice(0, random.integer(1, 60))) }),
  (random) =>
    refused(
      'raw bytes in target',
      `GET ${LIST}?search=${random.pick(['\u00e9', '\u00ff', '\0', '\x7f', '\t'])} HTTP/1.1\r\nHost: a\r\n\r\n`,
    ),
  () => refused('CONNECT', 'CONNECT shop.example:443 HTTP/1.1\r\nHost: a\r\n\r\n', [400, 405]),
  // Its head is valid, so it has an answer before the body turns out to be broken.
  (random) => ({
    ...refused('bad chunks', `${get('Transfer-Encoding: chunked\r\n')}${random.pick(CHUNKS)}${SMUGGLED}`, [200, 400]),
  }),
  (random) =>
    written(random, {
      kind: 'many headers',
      target: LIST,
      headers: Array.from({ length: random.integer(100, 990) }, (_, number): Header => [`x${number}`, '1']),
      allowed: [200],
    }),
  (random) =>
    written(random, {
      kind: 'odd host',
      target: LIST,
      headers: [['Host', random.pick(['a,b', 'a:99999', 'a_b', '[::1]:1', 'a:'])]],
      allowed: [400, 200],
    }),
  (random) =>
    written(random, {
      kind: 'no host',
      target: random.pick([LIST, '/livez', '/openapi.json', '/mcp']),
      headers: [['Host', random.pick(['', ' ', 'a b', 'a/b', 'a@b', '[::1', 'a:b', '\u00e9', '\t'])]],
      allowed: [400],
    }),
  (random) =>
    written(random, {
      kind: 'two hosts',
      target: LIST,
      headers: [
        ['Host', 'shop.example'],
        [random.pick(['Host', 'HOST']), random.pick(['shop.example', 'other.example'])],
      ],
      allowed: [400],
    }),
  (random) =>
    written(random, {
      kind: 'bad escape in query',
      target: `${LIST}?search=${random.pick(BAD_TARGETS)}`,
      allowed: [400],
    }),
  (random) =>
    written(random, { kind: 'bad escape in path', target: `${LIST}/${random.pick(BAD_TARGETS)}`, allowed: [400] }),
  (random) => written(random, { kind: 'strange path', target: random.pick(STRANGE_PATHS), allowed: [303, 404, 400] }),
  (random) =>
    written(random, {
      kind: 'strange id',
      target: `${random.pick([LIST, '/store/product-variants'])}/${random.pick(STRANGE_IDS)}`,
      allowed: [400],
    }),
  (random, existing) =>
    written(random, {
      kind: 'other method',
      method: random.pick(METHODS),
      target: validTarget(random, existing),
      allowed: [405],
    }),
  (random, existing) =>
    written(random, {
      kind: 'OPTIONS',
      method: 'OPTIONS',
      target: validTarget(random, existing),
      headers: random.chance(0.5)
        ? [
            ['Origin', 'https://a.example'],
            ['Access-Control-Request-Method', 'GET'],
          ]
        : [],
      allowed: [204],
    }),
  (random, existing) =>
    written(random, { kind: 'HEAD', method: 'HEAD', target: validTarget(random, existing), allowed: [200] }),
  (random) =>
    written(random, {
      kind: 'refused HEAD',
      method: 'HEAD',
      target: random.pick([`${LIST}?page=0`, '/nowhere', `${LIST}/1`]),
      allowed: [400, 404],
    }),
  (random) => ({
    ...refused(
      'HEAD that the parser refuses',
      `HEAD ${LIST} HTTP/1.1\r\nHost: a\r\n${random.pick(BAD_HEADERS)}\r\n\r\n`,
    ),
    method: 'HEAD',
  }),
  (random, existing) =>
    written(random, {
      kind: 'odd header',
      target: validTarget(random, existing),
      headers: [random.pick(ODD_HEADERS)],
      allowed: [200],
    }),
  (random) =>
    written(random, {
      kind: 'wrong store',
      target: LIST,
      headers: [['x-store-id', random.pick(WRONG_STORES)]],
      allowed: [400, 404],
    }),
  (random) =>
    written(random, {
      kind: 'two stores',
      target: LIST,
      headers: [
        ['x-store-id', STORE],
        ['x-store-id', 'other'],
      ],
      allowed: [404],
    }),
  (random, existing) =>
    written(random, {
      kind: 'body of a GET',
      target: validTarget(random, existing),
      headers: [['Content-Length', '9']],
      body: '{"a":"b"}',
      allowed: [200],
    }),
  (random, existing) =>
    written(random, {
      kind: 'chunked body',
      target: validTarget(random, existing),
      headers: [['Transfer-Encoding', 'chunked']],
      body: '3;x=y\r\nabc\r\n0\r\nTrailer: x\r\n\r\n',
      allowed: [200],
    }),
  (random, existing) =>
    written(random, {
      kind: 'absolute target',
      target: `http://other.example${validTarget(random, existing)}`,
      allowed: [200],
    }),
  (random) =>
    written(random, {
      kind: 'asterisk',
      method: random.pick(['OPTIONS', 'GET']),
      target: '*',
      allowed: [204, 303, 400, 404],
    }),
  (random, existing) =>
    written(random, {
      kind: 'expectation',
      target: validTarget(random, existing),
      headers: [['Expect', random.pick(['200-ok', 'x'])]],
      allowed: [200],
    }),
  // Node closes the connection after the answer, since it cannot know whether a body follows.
  (random, existing) =>
    written(random, {
      kind: 'continuation',
      target: validTarget(random, existing),
      headers: [['Expect', '100-continue']],
      allowed: [200],
      closes: true,
    }),
  (random, existing) =>
    written(random, {
      kind: 'HTTP/1.0',
      target: validTarget(random, existing),
      version: 'HTTP/1.0',
      allowed: [200],
      closes: true,
    }),
  (random) =>
    written(random, {
      kind: 'operations',
      target: random.pick(['/livez', '/readyz', '/openapi.json']),
      allowed: [200],
    }),
  agentRequest,
  agentRequest,
  agentRequest,
  damaged,
  damaged,
  damaged,
]

/** A request that is broken, strange, or damaged at random. */
export function hostileRequest(random: Random, existing: Existing): Sent {
  return random.pick(SHAPES)(random, existing)
}

/** A valid request with random changes of its bytes. Nothing is known of its answer. */
function damaged(random: Random, existing: Existing): Sent {
  const bytes = [...validRequest(random, existing).bytes]
  for (let changes = random.integer(1, 6); changes > 0; changes--) {
    const at = random.integer(0, bytes.length - 1)
    const kind = random.integer(0, 3)
    if (kind === 0) bytes[at] = random.integer(0, 255)
    else if (kind === 1) bytes.splice(at, random.integer(1, 5))
    else if (kind === 2) bytes.splice(at, 0, ...bytes.slice(at, at + random.integer(1, 30)))
    else bytes.splice(at, 0, random.pick([0, 9, 10, 13, 32, 37, 58]))
    if (bytes.length === 0) bytes.push(10)
  }
  return { kind: 'damaged', bytes: Buffer.from(bytes) }
}

function randomBytes(random: Random, length: number): string {
  return String.fromCharCode(...Array.from({ length }, () => random.integer(0, 255)))
}
