import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RemoteAddress } from '../../../src/import/remote/address.ts'

const at = (address: string) => new RemoteAddress(new URL(address))

/** Where a link leads that stands on the second page of a list. */
function led(address: string, link: string): string {
  const here = at(address)
  return here.nextPage(link, new URL('store/products?page=2&limit=100', here.base)).href
}

describe('the address of a server', () => {
  test('is what comes before the path of the API, however it is written', () => {
    for (const [address, base] of [
      ['https://shop.example', 'https://shop.example/'],
      ['https://shop.example/api', 'https://shop.example/api/'],
      ['https://shop.example/api//store/products/', 'https://shop.example/api/'],
      ['HTTP://Shop.Example:8080/store/products', 'http://shop.example:8080/'],
    ] as const)
      assert.equal(at(address).base.href, base)
  })

  test('has an address for every id, whatever is in it', () => {
    assert.equal(
      at('https://shop.example/api').product('a/b?c').href,
      'https://shop.example/api/store/products/a%2Fb%3Fc',
    )
  })

  test('is not left by a link', () => {
    for (const link of [
      'https://other.example/store/products?page=3',
      '//other.example/',
      'https://shop.example:8443/',
      'ftp://shop.example/',
      'javascript:0',
      'https://shop.example@other.example/',
    ])
      assert.throws(
        () => led('https://shop.example/api', link),
        /which is another host; only https:\/\/shop\.example is read/,
      )
    assert.throws(() => led('https://shop.example/api', 'http://'), /which is not an address/)
  })

  test('a link to the same host by http is taken by https, since a proxy may hide it', () => {
    const link = 'http://shop.example/api/store/products?page=3&limit=100'
    assert.equal(led('https://shop.example/api', link), link.replace('http:', 'https:'))
  })

  test('a link to the same host by https is taken where http was asked for', () => {
    const link = 'https://shop.example/store/products?page=3&limit=100'
    assert.equal(led('http://shop.example', link), link)
    assert.throws(() => led('http://shop.example:8080', link), /another host/)
  })

  test('a link to the same list without the path before it is taken with it, since a gateway may hide it', () => {
    const link = 'http://shop.example/store/products?page=3&limit=100'
    assert.equal(led('https://shop.example/api', link), 'https://shop.example/api/store/products?page=3&limit=100')
    assert.equal(led('https://shop.example/api', '/pages/3?limit=9'), 'https://shop.example/pages/3?limit=9')
  })

  test('a link keeps the size of the pages, and its own parameters in their order', () => {
    assert.equal(led('https://shop.example', '?page=3'), 'https://shop.example/store/products?page=3&limit=100')
    assert.equal(
      led('https://shop.example', '/store/products?limit=50&cursor=x&page=3'),
      'https://shop.example/store/products?limit=50&cursor=x&page=3',
    )
  })
})
