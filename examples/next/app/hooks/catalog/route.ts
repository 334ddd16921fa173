import { revalidateTag } from 'next/cache'
import { Webhook } from 'standardwebhooks'

/** Takes the webhooks of `vitrine follow`. */
export async function POST(request: Request): Promise<Response> {
  const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '')
  const { data } = webhook.verify(await request.text(), Object.fromEntries(request.headers)) as CatalogEvent
  for (const tag of data.tags) revalidateTag(tag, 'max')
  return new Response(null, { status: 204 })
}

interface CatalogEvent {
  readonly data: { readonly tags: readonly string[] }
}
