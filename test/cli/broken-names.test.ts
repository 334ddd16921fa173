import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textDecoder } from '@vitrine/convert/text-decoder'
import { BrokenNames } from '../../packages/vitrine/cli/import/report/broken-names.ts'

function messageFor(...names: string[]): string | undefined {
  const counter = new BrokenNames()
  for (const name of names) counter.add(name)
  return counter.message
}

test('names with broken letters are counted, and told if they are more than one in a hundred', () => {
  const whole = Array.from({ length: 198 }, (_, number) => `Café ${number}`)
  assert.equal(messageFor(...whole, 'Caf\ufffd', 'CafÃ©'), undefined)
  assert.equal(
    messageFor(...whole, 'Caf\ufffd', 'CafÃ©', 'TÃ¼r'),
    'has broken letters in 3 of 201 names, such as "Caf\ufffd": name its encoding with --encoding, or if they are ' +
      'broken in the file itself, export it again',
  )
  assert.equal(messageFor(), undefined)
})

test('UTF-8 that was read in another encoding is broken', () => {
  const western = ['Crème brûlée', 'Größe', 'Señor', 'Smørrebrød', 'Pão']
  const cyrillic = ['Шарф шерстяной', 'Їжак']
  const names = {
    'windows-1252': [...western, ...cyrillic, 'Łódź', 'Říp', 'Şık'],
    macintosh: western,
    cp850: western,
    'windows-1251': cyrillic,
  }
  for (const [encoding, all] of Object.entries(names))
    for (const name of all) {
      const read = textDecoder(encoding).decode(Buffer.from(name))
      assert.ok(messageFor(read), `${name} in ${encoding}: ${read}`)
    }
})

test('names with rare signs are not broken', () => {
  const names = [
    'NÃO ESQUEÇA',
    'MAÇÃ VERDE',
    'Âncora',
    'Quadro √2',
    'СССР РСФСР',
    'РОССИЯ',
    'Срок: РСТ',
    'Á la carte – “50 %”',
    '½ kg ±5°',
    'Français · Château',
    '茶碗',
  ]
  for (const name of names) assert.equal(messageFor(name), undefined, name)
})
