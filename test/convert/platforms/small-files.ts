import { table } from '../catalog-file.ts'

/** By the name of its format: a small file of each platform. */
export const SMALL_FILES: Readonly<Record<string, string>> = {
  'shopify-json': JSON.stringify({
    products: [
      {
        ...{ id: 1, title: 'Ä', handle: 'a', body_html: '<p>x</p>', product_type: '', tags: ['r', 's'] },
        variants: [{ id: 2, option1: 'S', price: '1.50', available: false, featured_image: null }],
        images: [{ id: 3, src: 'https://i.example/a.jpg', position: 1 }],
        options: [{ name: 'Size', position: 1, values: ['S'] }],
      },
    ],
  }),
  'woocommerce-json': JSON.stringify([
    {
      ...{ id: 1, name: 'Ä', slug: 'a', type: 'simple', status: 'publish', sku: 'a', stock_status: 'instock' },
      ...{ regular_price: '5', sale_price: '4', date_on_sale_from: null, date_on_sale_to: null },
      ...{ attributes: [{ name: 'Size', options: ['S'] }], images: [{ src: 'https://i.example/a.jpg', alt: 'A' }] },
    },
    {
      ...{ id: 2, parent_id: 3, type: 'variation', sku: 'b', stock_status: 'instock', regular_price: '5' },
      ...{ sale_price: '', date_on_sale_from: null, attributes: [{ name: 'Size', option: 'S' }], image: null },
    },
  ]),
  'medusa-json': JSON.stringify({
    products: [
      {
        ...{
          id: 'p',
          title: 'Ä',
          handle: 'a',
          options: [{ id: 'o', title: 'Size' }],
          images: [{ url: 'https://i.example/a.jpg' }],
        },
        variants: [
          {
            id: 'v',
            options: [{ value: 'S', option_id: 'o' }],
            prices: [{ currency_code: 'eur', amount: 5, rules: {} }],
          },
        ],
      },
    ],
  }),
  'vendure-json': JSON.stringify([
    {
      ...{ id: '1', name: 'Ä', slug: 'a', featuredAsset: { preview: 'https://i.example/a.jpg' } },
      variants: [
        {
          id: '2',
          name: 'Ä S',
          priceWithTax: 500,
          currencyCode: 'EUR',
          options: [{ name: 'S', group: { name: 'Size' } }],
        },
      ],
    },
  ]),
  shopify: table([{ Handle: 'a', Title: 'Ä', 'Option1 Name': 'Size', 'Option1 Value': 'S', 'Variant Price': '1.50' }]),
  woocommerce: table([{ ID: '1', Type: 'simple', SKU: 'a', Name: 'Ä', Published: '1', 'Regular price': '5' }]),
  google: table([
    { id: '1', title: 'Ä', link: 'https://s.example/a', price: '1 EUR', item_group_id: 'g', color: 'Red' },
  ]),
  magento: table([
    {
      sku: 'A',
      store_view_code: '',
      attribute_set_code: 'Default',
      product_type: 'configurable',
      name: 'Ä',
      price: '',
      status: '1',
      categories: 'Default Category/C',
      configurable_variations: 'sku=B,size=S|sku=C,size=M',
    },
    { sku: 'B', product_type: 'simple', name: 'B', price: '5', visibility: 'Not Visible Individually' },
    { sku: 'C', product_type: 'simple', name: 'C', price: '6', additional_attributes: 'color=Red,size="1,5"' },
  ]),
  magento1: table([
    { sku: 'B', _attribute_set: 'Default', _type: 'simple', name: 'B', price: '5', visibility: '1', size: 'S' },
    { sku: 'C', _attribute_set: 'Default', _type: 'simple', name: 'C', price: '5', visibility: '1', size: 'M' },
    { sku: 'A', _attribute_set: 'Default', _type: 'configurable', name: 'Ä', price: '5', _super_products_sku: 'B' },
    { _category: 'D/E', _super_products_sku: 'C', _super_attribute_code: 'size', _super_attribute_option: 'M' },
  ]),
  bigcommerce: table([
    { Item: 'Product', ID: '1', Name: 'Ä', SKU: 'a', Options: '', 'Inventory Tracking': 'variant', Price: '5' },
    { Item: 'Variant', SKU: 'a-s', Options: 'Type=Dropdown|Name=Size|Value=S', 'Current Stock': '1' },
    { Item: 'Image', 'Image URL (Import)': 'https://i.example/a.jpg' },
  ]),
  prestashop: table(
    [
      {
        'Product ID': '1',
        'Active (0/1)': '1',
        'Name *': 'Ä',
        'Categories (x,y,z...)': 'A/B',
        'Price tax excluded': '5',
      },
      { 'Product ID': '2', 'Active (0/1)': '1', 'Name *': 'B', 'Price tax excluded': '6', 'Discount percent': '5' },
    ],
    ';',
  ),
  spree: table([
    { slug: 'a', sku: '', name: 'Ä', price: '0', compare_at_price: '', currency: 'USD', status: 'active' },
    {
      slug: 'a',
      sku: 'a-s',
      price: '5',
      currency: 'USD',
      option1_name: 'Size',
      option1_value: 'S',
      track_inventory: 'true',
    },
  ]),
  ecwid: table([
    { type: 'product', product_internal_id: '1', product_sku: 'A', product_name: 'Ä', product_price: '5' },
    { type: 'product_variation', product_internal_id: '1', product_price: '6', product_variation_option_Size: 'S' },
  ]),
  ebay: table([
    {
      'Item number': '1',
      Title: 'Ä',
      'Variation details': '',
      'Available quantity': '1',
      Format: 'FIXED_PRICE',
      'Current price': '5',
    },
  ]),
  shopware: table(
    [
      { id: 'a', parent_id: '', product_number: 'A', active: '1', stock: '0', name: 'Ä', price_gross: '5' },
      { id: 'b', parent_id: 'a', product_number: 'A.1', active: '1', stock: '1', name: '', price_gross: '' },
    ],
    ';',
  ),
}
