import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { type Deployment, openApiDocument } from './openapi.ts'
import { PROBLEMS } from './problem.ts'
import { addResource } from './routes.ts'

/** The pages load from and send to this server only. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** `/openapi.json`; `/docs`, the same to read and to try out; `/docs/errors`, the target of the types of problems. */
export async function addReference(app: FastifyInstance, deployment: Deployment): Promise<void> {
  const document = await openApiDocument(deployment)
  const json = JSON.stringify(document)
  addResource(app, '/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache').send(json),
  )
  addResource(app, '/docs/errors', (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', CONTENT_SECURITY_POLICY)
      .send(errorPage()),
  )
  const store = JSON.stringify(deployment.exampleStore ?? '')
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: deployment.publicUrl === undefined ? '' : new URL(deployment.publicUrl).pathname,
    staticCSP: CONTENT_SECURITY_POLICY,
    theme: { title: 'Vitrine store catalog API' },
    uiConfig: {
      layout: 'BaseLayout',
      deepLinking: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      // The page gets the source of the function.
      onComplete: new Function(`ui.preauthorizeApiKey('StoreId', ${store})`) as () => void,
    },
  })
}

/** An HTML page that explains every error code. */
function errorPage(): string {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, meaning }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${meaning}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors of the Vitrine store catalog API</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  td, th { text-align: left; vertical-align: top; padding: .4rem 1rem .4rem 0; border-bottom: 1px solid #ddd }
  tr:target { background: #fff3c4 }
</style>
<h1>Errors</h1>
<p>Every error is <code>application/problem+json</code> (RFC 9457). Branch on <code>code</code>: it never changes.</p>
<table>
<tr><th>code</th><th>status</th><th>meaning</th></tr>
${rows.join('\n')}
</table>
</html>
`
}
