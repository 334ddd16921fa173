import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RemoteAddress } from '../../packages/vitrine/remote/address.ts'

const at = (address: string) => new RemoteAddress(new URL(address))

/** The target of a link on the second page of the product list. */
function resolve(address: string, link: string): string {
  const here = at(address)
  return here.nextPage(link, new URL('store/products?page=2&limit=100', here.base)).href
}

describe('the address of a server', () => {
  test('is the part before /store/products', () => {
    for (const [address, base] of [
      ['https://shop.example', 'https://shop.example/'],
      ['https://shop.example/api', 'https://shop.example/api/'],
      ['https://shop.example/api//store/products/', 'https://shop.example/api/'],
      ['HTTP://Shop.Example:8080/store/products', 'http://shop.example:8080/'],
    ] as const)
      assert.equal(at(address).base.href, base)
  })

  test('escapes the id of a product', () => {
    assert.equal(
      at('https://shop.example/api').product('a/b?c').href,
      'https://shop.example/api/store/products/a%2Fb%3Fc',
    )
  })

  test('refuses links to other hosts', () => {
    for (const link of [
      'https://other.example/store/products?page=3',
      '//other.example/',
      'https://shop.example:8443/',
      'ftp://shop.example/',
      'javascript:0',
      'https://shop.example@other.example/',
    ])
      assert.throws(
        () => resolve('https://shop.example/api', link),
        /which is another host\. Only https:\/\/shop\.example is read/,
      )
    assert.throws(() => resolve('https://shop.example/api', 'http://'), /which is not a URL/)
  })

  test('upgrades http links to https, since a proxy may terminate TLS', () => {
    const link = 'http://shop.example/api/store/products?page=3&limit=100'
    assert.equal(resolve('https://shop.example/api', link), link.replace('http:', 'https:'))
  })

  test('follows https links from an http address to the same host', () => {
    const link = 'https://shop.example/store/products?page=3&limit=100'
    assert.equal(resolve('http://shop.example', link), link)
    assert.throws(() => resolve('http://shop.example:8080', link), /another host/)
  })

  test('adds the path prefix to links to the same list, since a gateway may strip it', () => {
    const link = 'http://shop.example/store/products?page=3&limit=100'
    assert.equal(resolve('https://shop.example/api', link), 'https://shop.example/api/store/products?page=3&limit=100')
    assert.equal(resolve('https://shop.example/api', '/pages/3?limit=9'), 'https://shop.example/pages/3?limit=9')
  })

  test('adds the page size to links, and keeps their parameters in order', () => {
    assert.equal(resolve('https://shop.example', '?page=3'), 'https://shop.example/store/products?page=3&limit=100')
    assert.equal(
      resolve('https://shop.example', '/store/products?limit=50&cursor=x&page=3'),
      'https://shop.example/store/products?limit=50&cursor=x&page=3',
    )
  })
})
