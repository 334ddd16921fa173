import { type ErrorCode, VitrineError } from '../catalog/error.ts'
import { overloaded, problemDetails } from './problem.ts'
import type { ComponentName } from './schemas.ts'

const MADE = { createdAt: '2026-01-31T08:00:00.000Z', updatedAt: '2026-02-01T09:30:00.000Z' }
const RED = { id: '5d6a3a0e-8c0a-4b57-9a53-1c0f6f7c2b11', name: 'Red', code: 'red' }
const COLOR = { id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924', name: 'Color', code: 'color' }
const PICTURE = {
  id: '2f0d8f43-9c0e-4b63-8f0a-0d4a57d1e3c4',
  priority: 0,
  file: { path: 'https://shop.example/pictures/linen-shirt.jpg', mimeType: 'image/jpeg' },
}
const SHIRTS = { id: '9f1b4c27-53a5-4b8e-a3de-7c1f4a2b6d90', name: 'Shirts', code: 'shirts' }
const FIELDS = {
  id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  name: 'Linen shirt',
  description: 'Washed linen, cut wide.',
  slug: 'linen-shirt',
}
const VARIANT_FIELDS = {
  id: 'c1a7c3f2-2d9b-4a57-8f21-3f0b9a6e5d44',
  name: 'Linen shirt',
  sku: 'LS-RED-M',
  price: '49.90',
  stock: 12,
  productOptions: [RED],
}
const VARIANT = {
  ...VARIANT_FIELDS,
  productOptions: [{ ...RED, ...MADE }],
  files: [
    {
      id: PICTURE.id,
      ...MADE,
      priority: 0,
      file: {
        id: '6b8c1f55-0b3e-4c56-9d8a-2f7a1e4b3c90',
        ...MADE,
        originalName: 'linen shirt.jpg',
        fileName: 'linen-shirt.jpg',
        mimeType: 'image/jpeg',
        fileSize: 48213,
        path: PICTURE.file.path,
      },
    },
  ],
  taxRate: { id: '0f9e8d7c-6b5a-4c3d-8e2f-1a0b9c8d7e6f', name: 'VAT', rate: 20, isDefault: true, ...MADE },
  labelValues: [],
  product: { ...FIELDS, variants: [], files: [], optionGroups: [], labelValues: [] },
}
const META = { itemsPerPage: 20, totalItems: 42, currentPage: 2, totalPages: 3 }
const VARIANTS = 'https://shop.example/store/product-variants'

/** An answer of each kind, as documentation shows it. */
export const RESPONSE_EXAMPLES: Partial<Record<ComponentName, unknown>> = {
  ProductPage: {
    data: [{ ...FIELDS, variants: [VARIANT_FIELDS], labelValues: [SHIRTS] }],
    meta: META,
    links: { previous: '?page=1&limit=20', current: '?page=2&limit=20', next: '?page=3&limit=20' },
  },
  Facets: {
    labels: [{ ...SHIRTS, count: 42 }],
    optionGroups: [
      {
        ...COLOR,
        options: [
          { ...RED, count: 12 },
          { id: '0b5f4f0c-6a0e-4a52-9c47-7f6d1c2e8a35', name: 'Blue', code: 'blue', count: 9 },
        ],
      },
    ],
    price: { min: '19.90', max: '120.00' },
    inStock: 40,
  },
  ProductDetail: {
    ...FIELDS,
    variants: [{ ...VARIANT_FIELDS, files: [PICTURE] }],
    files: [PICTURE],
    optionGroups: [{ ...COLOR, options: [RED] }],
    labelValues: [SHIRTS],
  },
  VariantPage: {
    data: [VARIANT],
    meta: { ...META, sortBy: [['createdAt', 'DESC']] },
    links: {
      previous: `${VARIANTS}?page=1&limit=20&sortBy=createdAt:DESC`,
      current: `${VARIANTS}?page=2&limit=20&sortBy=createdAt:DESC`,
      next: `${VARIANTS}?page=3&limit=20&sortBy=createdAt:DESC`,
      last: `${VARIANTS}?page=3&limit=20&sortBy=createdAt:DESC`,
    },
  },
  Variant: VARIANT,
}

/** An error of each code that a read can meet. */
export const PROBLEM_EXAMPLES = {
  'store-required': problem('store-required', 'Name the store to read from in the header x-store-id.'),
  'store-not-found': problem('store-not-found', 'The header x-store-id names a store that does not exist here.'),
  'product-not-found': problem('product-not-found', 'This store has no product with that id.'),
  'variant-not-found': problem('variant-not-found', 'This store has no variant with that id.'),
  'invalid-parameter': problem(
    'invalid-parameter',
    'page must be a whole number from 1 to 9007199254740991, not "x".',
    [{ parameter: 'page', detail: 'must be a whole number from 1 to 9007199254740991, not "x"' }],
  ),
  'invalid-id': problem('invalid-id', 'The productId in the path must be a UUID.', [
    { parameter: 'productId', detail: 'must be a UUID such as 7d444840-9dc0-11d1-b245-5ffdce74fad2' },
  ]),
  'malformed-request': problem('malformed-request', 'The query string is not UTF-8.'),
  'internal-error': problem('internal-error', ''),
  overloaded: problem('overloaded', overloaded().message),
  'database-unusable': problem('database-unusable', ''),
}

function problem(code: ErrorCode, detail: string, errors?: { parameter: string; detail: string }[]) {
  return problemDetails(new VitrineError(code, detail, errors), '7f3c9a1b2d4e-1k')
}
