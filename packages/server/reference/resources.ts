import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { namesETag } from '../cached-response.ts'
import { type Coding, codingFor, compress } from '../compression.ts'
import { type Deployment, openApiDocument } from '../openapi/document.ts'
import { type Resource, type ResourceRequest, type ResourceResponse, redirect } from '../resource.ts'
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
export function referencePages(deployment: Deployment): Resource[] {
  const document = openApiDocument(deployment)
  const page = referencePage(document as OpenApi, pageFiles('docs/'), deployment.exampleStore)
  return [
    text('/openapi.json', JSON.stringify(document), 'application/json; charset=utf-8', REVALIDATE),
    text('/docs', page, HTML, REVALIDATE),
    text('/docs/errors', errorsPage({ style: pageFiles('').style }), HTML, REVALIDATE),
    text(`/docs/${STYLE.name}`, STYLE.text, 'text/css; charset=utf-8', FOR_EVER),
    text(`/docs/${SCRIPT.name}`, SCRIPT.text, 'text/javascript; charset=utf-8', FOR_EVER),
  ]
}

/** A file of the page, under a name with a digest of its content. */
function file(name: string, extension: string): { readonly name: string; readonly text: string } {
  const text = readFileSync(new URL(`./${name}.${extension}`, import.meta.url), 'utf8')
  return { name: `${name}-${hash('sha256', text).slice(0, 12)}.${extension}`, text }
}

function pageFiles(folder: string) {
  return { style: `${folder}${STYLE.name}`, script: `${folder}${SCRIPT.name}` }
}

/** A text that never changes, compressed, with an ETag. Each form is compressed once. */
function text(path: string, content: string, type: string, cacheControl: string): Resource {
  const body = Buffer.from(content)
  const compressed: Partial<Record<Coding, Promise<Buffer>>> = {}
  const etag = `W/"${hash('sha256', content).slice(0, 16)}"`
  const caching = ['etag', etag, 'cache-control', cacheControl]
  const policy = type === HTML ? ['content-security-policy', CONTENT_SECURITY_POLICY] : []
  const answer = async ({ raw: { url, headers } }: ResourceRequest): Promise<ResourceResponse> => {
    if (url!.split('?', 1)[0]!.endsWith('/')) return withoutSlash(path)
    if (namesETag(headers['if-none-match'], etag)) return { status: 304, headers: caching }
    const described = [...caching, 'content-type', type, ...policy]
    const coding = codingFor(headers['accept-encoding'] as string | undefined, body.length)
    if (coding === undefined)
      return { status: 200, headers: [...described, 'content-length', body.length], body: [body] }
    compressed[coding] ??= compress(body, coding)
    const bytes = await compressed[coding]
    const encoded = ['content-encoding', coding, 'content-length', bytes.length]
    return { status: 200, headers: [...described, ...encoded], body: [bytes] }
  }
  return { path, answer }
}

/**
 * Redirects to the address without the slash, because the addresses in the page are relative to it. The redirect is
 * relative too, because a proxy may serve the page under any path.
 */
function withoutSlash(path: string): ResourceResponse {
  return redirect(308, `../${path.slice(path.lastIndexOf('/') + 1)}`, [])
}
