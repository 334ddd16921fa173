import { notFound, permanentRedirect } from 'next/navigation'
import { listOf, productOf } from '../../../catalog.ts'

interface Props {
  readonly params: Promise<{ readonly slug: string }>
}

/** The first request of a page waits for it: an answer that begins with a shell can no longer be a 404 or a redirect. */
export const ensureStatic = 'navigation'

/** The build renders these pages, and a request each of the others. Next.js needs at least one. */
export async function generateStaticParams(): Promise<{ slug: string }[]> {
  const { page } = await listOf({})
  return page.data.map(({ slug }) => ({ slug }))
}

export default async function Page({ params }: Props) {
  const slug = decodeURIComponent((await params).slug)
  const product = await productOf(slug)
  if (!product) notFound()
  if (product.slug !== slug) permanentRedirect(`/products/${encodeURIComponent(product.slug)}`)
  return (
    <article>
      <h1>{product.name}</h1>
      <p>{product.description}</p>
      <ul>
        {product.variants.map(({ id, sku, price, stock }) => (
          <li key={id}>{`${sku} ${price}${stock === 0 ? ', sold out' : ''}`}</li>
        ))}
      </ul>
    </article>
  )
}
