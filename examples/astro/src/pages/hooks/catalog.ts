import type { APIRoute } from 'astro'
import { Webhook } from 'standardwebhooks'

/** Takes the webhooks of `vitrine follow`. */
export const POST: APIRoute = async ({ request, cache }) => {
  const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '')
  const { data } = webhook.verify(await request.text(), Object.fromEntries(request.headers)) as CatalogEvent
  await cache.invalidate({ tags: [...data.tags] })
  return new Response(null, { status: 204 })
}

interface CatalogEvent {
  readonly data: { readonly tags: readonly string[] }
}
