import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingContentText } from '../../packages/vitrine/cli/import/report/missing-content.ts'

const COMPLETE = { products: 12, picture: 0, description: 0, label: 0, variant: 0 }

test('the summary of an import says what its products lack', () => {
  assert.equal(missingContentText(COMPLETE), undefined)
  assert.equal(
    missingContentText({ ...COMPLETE, picture: 12, description: 1, label: 3 }),
    '12 products read: none has a picture, 1 has no description, 3 have no label',
  )
})
