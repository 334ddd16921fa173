import { PRODUCT_SORTS, queryOf } from '@vitrine/client'
import Link from 'next/link'
import { Suspense } from 'react'
import { listOf } from '../catalog.ts'

type Address = Record<string, string | string[] | undefined>

/** The list of products. Its address is its query: `/?option=color:red&sortBy=price:ASC`. */
export default function Page({ searchParams }: { readonly searchParams: Promise<Address> }) {
  return (
    <Suspense>
      <Products searchParams={searchParams} />
    </Suspense>
  )
}

async function Products({ searchParams }: { readonly searchParams: Promise<Address> }) {
  const address = new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, value]) => [value ?? []].flat().map((text) => [name, text])),
  )
  const query = queryOf(address)
  const { page, facets } = await listOf(query)
  const filters = [
    ...facets.labels.map((label) => ({ ...label, parameter: label.parameter ?? 'label', value: label.code })),
    ...facets.optionGroups.flatMap((group) =>
      group.options.map((option) => ({ ...option, parameter: 'option', value: `${group.code}:${option.code}` })),
    ),
  ]
  return (
    <>
      {/* The key lets the form show what a new address has chosen. */}
      <form key={`${address}`}>
        {filters.map(({ parameter, value, name, count }) => (
          <label key={`${parameter} ${value}`}>
            <input
              type="checkbox"
              name={parameter}
              value={value}
              defaultChecked={address.getAll(parameter).includes(value)}
            />
            {`${name} (${count})`}
          </label>
        ))}
        <select name="sortBy" defaultValue={query.sortBy ?? 'createdAt:DESC'}>
          {PRODUCT_SORTS.map((sort) => (
            <option key={sort}>{sort}</option>
          ))}
        </select>
        <button type="submit">Show</button>
      </form>
      <p>{`${page.meta.totalItems} products`}</p>
      <ul>
        {page.data.map(({ id, slug, name, price }) => (
          <li key={id}>
            <Link href={`/products/${slug}`}>{`${name} ${price?.min ?? ''}`}</Link>
          </li>
        ))}
      </ul>
      {page.links.next && <Link href={pageAfter(address, page.meta.currentPage)}>Next page</Link>}
    </>
  )
}

function pageAfter(address: URLSearchParams, current: number): string {
  const next = new URLSearchParams(address)
  next.set('page', String(current + 1))
  return `/?${next}`
}
