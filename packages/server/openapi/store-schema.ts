import { Type } from '../schema.ts'

/** The schema of a store, as `GET /store` answers it. */
export const STORE = Type.Object(
  {
    id: Type.String({ description: 'As in `x-store-id`.', examples: ['7c0d5f3e-41b8-4e6a-9d27-b18e6a90c354'] }),
    ...settings(),
    market: optionalText('The code of the market, if the request selects one: the settings are then its own.', 'de-at'),
  },
  { description: 'A store. What the operator has not set is absent.' },
)

/** The schema of a market, as `GET /store/markets` lists it. */
export const MARKET = Type.Object(
  {
    code: optionalText('What the parameter `market` names. Absent for the store itself.', 'de-at'),
    ...settings(),
  },
  { description: 'A market of a store, or the store itself. What the operator has not set is absent.' },
)

function settings() {
  return {
    publicName: optionalText('The name that shoppers see.', 'Linen & Co.'),
    language: optionalText('The language of the texts, as a BCP 47 tag.', 'en'),
    currency: optionalText('The currency of all prices, as a code of ISO 4217.', 'EUR'),
    minorUnits: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 4,
        description: 'The decimals of an amount in the currency (ISO 4217): 2 for EUR, 0 for JPY. With `currency`.',
        examples: [2],
      }),
    ),
    url: optionalText('The URL of the shop.', 'https://shop.example/'),
    productUrl: optionalText(
      'The URL of a product in the shop: replace `{slug}`, `{id}` and `{sku}`, percent-encoded.',
      'https://shop.example/products/{slug}?variant={sku}',
    ),
    taxIncluded: Type.Optional(Type.Boolean({ description: 'Whether all prices include taxes.', examples: [true] })),
    hosts: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The host names of the shop, in lower case.',
        examples: [['shop.example', 'www.shop.example']],
      }),
    ),
  }
}

function optionalText(description: string, example: string) {
  return Type.Optional(Type.String({ description, examples: [example] }))
}
