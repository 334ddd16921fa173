import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { errorPage } from './error-page.ts'
import { resource } from './methods.ts'
import { type Deployment, openApiDocument } from './openapi.ts'

/** Nothing on these pages may come from, or go to, anywhere but here. */
const POLICY = [
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

/** `/openapi.json`; `/docs`, where it can be read and tried; `/docs/errors`, where the types of problems lead. */
export async function reference(app: FastifyInstance, deployment: Deployment): Promise<void> {
  const document = await openApiDocument(deployment)
  const text = JSON.stringify(document)
  resource(app, '/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-cache').send(text),
  )
  resource(app, '/docs/errors', (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .send(errorPage()),
  )
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    indexPrefix: deployment.publicUrl === undefined ? '' : new URL(deployment.publicUrl).pathname,
    staticCSP: POLICY,
    theme: { title: 'Vitrine store catalog API' },
    uiConfig: { layout: 'BaseLayout', deepLinking: true, tryItOutEnabled: true, displayRequestDuration: true },
  })
}
