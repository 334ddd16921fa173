import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFresh } from '../cached-response.ts'
import { type Coding, codingFor, compress } from '../compression.ts'
import { type Deployment, openApiDocument } from '../openapi/document.ts'
import { addResource } from '../resources.ts'
import type { OpenApi } from './document.ts'
import { errorsPage } from './errors-page.ts'
import { referencePage } from './page.ts'

/** The pages load from this server and send to it only. Their icon is in the page. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

const HTML = 'text/html; charset=utf-8'
const REVALIDATE = 'no-cache'
/** For addresses with a digest of the content. */
const FOR_EVER = 'public, max-age=31536000, immutable'

const STYLE = file('style', 'css')
const SCRIPT = file('script', 'js')

/** `/openapi.json`; `/docs`, the same to read and to try out; `/docs/errors`, the target of the types of problems. */
export async function addReference(app: FastifyInstance, deployment: Deployment): Promise<void> {
  const document = await openApiDocument(deployment)
  const page = referencePage(document as OpenApi, pageFiles('docs/'), deployment.exampleStore)
  addText(app, '/openapi.json', JSON.stringify(document), 'application/json; charset=utf-8', REVALIDATE)
  addText(app, '/docs', page, HTML, REVALIDATE)
  addText(app, '/docs/errors', errorsPage({ style: pageFiles('').style }), HTML, REVALIDATE)
  addText(app, `/docs/${STYLE.name}`, STYLE.text, 'text/css; charset=utf-8', FOR_EVER)
  addText(app, `/docs/${SCRIPT.name}`, SCRIPT.text, 'text/javascript; charset=utf-8', FOR_EVER)
}

/** A file of the page, under a name with a digest of its content. */
function file(name: string, extension: string): { readonly name: string; readonly text: string } {
  const text = readFileSync(new URL(`./${name}.${extension}`, import.meta.url), 'utf8')
  return { name: `${name}-${hash('sha256', text).slice(0, 12)}.${extension}`, text }
}

function pageFiles(folder: string) {
  return { style: `${folder}${STYLE.name}`, script: `${folder}${SCRIPT.name}` }
}

/** Serves a text that never changes, compressed, with an ETag. Each form is compressed once. */
function addText(app: FastifyInstance, url: string, text: string, type: string, cacheControl: string): void {
  const body = Buffer.from(text)
  const compressed: Partial<Record<Coding, Promise<Buffer>>> = {}
  const etag = `W/"${hash('sha256', text).slice(0, 16)}"`
  addResource(app, url, async (request, reply) => {
    if (hasTrailingSlash(request)) return redirect(reply, url)
    reply.headers({ etag, 'cache-control': cacheControl })
    if (isFresh(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.type(type)
    if (type === HTML) reply.header('content-security-policy', CONTENT_SECURITY_POLICY)
    const coding = codingFor(request.headers['accept-encoding'] as string | undefined, body.length)
    if (coding === undefined) return reply.send(body)
    compressed[coding] ??= compress(body, coding)
    return reply.header('content-encoding', coding).send(await compressed[coding])
  })
}

function hasTrailingSlash({ raw }: FastifyRequest): boolean {
  return raw.url!.split('?', 1)[0]!.endsWith('/')
}

/**
 * Redirects to the address without the slash, because the addresses in the page are relative to it. The redirect is
 * relative too, because a proxy may serve the page under any path.
 */
function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply
    .code(308)
    .header('location', `../${url.slice(url.lastIndexOf('/') + 1)}`)
    .send()
}
