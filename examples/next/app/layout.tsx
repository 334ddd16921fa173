import Link from 'next/link'
import type { ReactNode } from 'react'
import { storeOf } from '../catalog.ts'

export default async function Layout({ children }: { readonly children: ReactNode }) {
  const { publicName } = await storeOf()
  return (
    <html lang="en">
      <body>
        <header>
          <Link href="/">{publicName ?? 'Shop'}</Link>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
