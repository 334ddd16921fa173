import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { selectVariants } from '@vitrine/agents/option-selection'
import type { UcpProduct, UcpVariant } from '@vitrine/agents/ucp-product'

const value = (name: string, label: string) => ({ name, label, id: `${name}-${label}` })

/** Red in S and M, blue in M, which is sold out, and green in L. */
const VARIANTS = [
  ['Red', 'S', true],
  ['Red', 'M', true],
  ['Blue', 'M', false],
  ['Green', 'L', true],
].map(([color, size, available]) => ({
  id: `${color}-${size}`,
  availability: { available },
  options: [value('Color', color as string), value('Size', size as string)],
})) as unknown as UcpVariant[]

const PRODUCT = {
  variants: VARIANTS,
  options: [
    { name: 'Color', values: ['Red', 'Blue', 'Green'].map((label) => ({ id: `Color-${label}`, label })) },
    { name: 'Size', values: ['S', 'M', 'L'].map((label) => ({ id: `Size-${label}`, label })) },
  ],
} as unknown as UcpProduct

function select(selected: Record<string, string> | undefined, preferences: string[] = [], requested = '') {
  const selections = selected && Object.entries(selected).map(([name, label]) => ({ name, label }))
  const answer = selectVariants(PRODUCT, { selected: selections, preferences }, ({ id }) => id === requested)
  return {
    variants: answer.variants.map(({ id }) => id),
    selected: Object.fromEntries(answer.selected.map(({ name, label }) => [name, label])),
    values: Object.fromEntries(
      answer.options!.flatMap(({ values }) =>
        values.map(({ label, available, exists }) => [label, available ? 'available' : exists ? 'sold out' : 'none']),
      ),
    ),
  }
}

describe('selected options', () => {
  test('leave the variants that have all of them', () => {
    const { variants, selected } = select({ color: 'RED' })
    assert.deepEqual([variants, selected], [['Red-S', 'Red-M'], { color: 'RED' }])
  })

  test('tell of each value whether it is available and exists beside the other selected ones', () => {
    assert.deepEqual(select({ Color: 'Blue' }).values, {
      Red: 'available',
      Blue: 'sold out',
      Green: 'available',
      S: 'none',
      M: 'sold out',
      L: 'none',
    })
  })

  test('that no variant has together lose the last preference first', () => {
    const impossible = { Color: 'Green', Size: 'S' }
    assert.deepEqual(select(impossible, ['Color', 'Size']).selected, { Color: 'Green' })
    assert.deepEqual(select(impossible, ['Size', 'Color']).selected, { Size: 'S' })
    assert.deepEqual(select(impossible, ['Size']).selected, { Size: 'S' })
    assert.deepEqual(select({ Fabric: 'Silk' }).selected, {})
  })

  test('are those of a requested variant, which comes first', () => {
    const { variants, selected } = select({ Color: 'Green' }, [], 'Blue-M')
    assert.deepEqual([variants, selected], [['Blue-M'], { Color: 'Blue', Size: 'M' }])
  })

  test('are those of the first available variant, if the request selects nothing', () => {
    assert.deepEqual(select(undefined).selected, { Color: 'Red', Size: 'S' })
  })
})
