import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** The JSON Schemas of UCP, version 2026-04-08. */
const FOLDER = resolve(import.meta.dirname, '../fixtures/ucp-2026-04-08')

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
for (const file of globSync('schemas/**/*.json', { cwd: FOLDER })) {
  ajv.addSchema(JSON.parse(readFileSync(resolve(FOLDER, file), 'utf8')))
}

const SHOPPING = 'https://ucp.dev/schemas/shopping'
const SCHEMAS = {
  profile: 'https://ucp.dev/schemas/ucp.json#/$defs/business_schema',
  search_catalog: `${SHOPPING}/catalog_search.json#/$defs/search_response`,
  lookup_catalog: `${SHOPPING}/catalog_lookup.json#/$defs/lookup_response`,
  get_product: `${SHOPPING}/catalog_lookup.json#/$defs/get_product_response`,
  error: `${SHOPPING}/types/error_response.json`,
} as const

export type UcpSchema = keyof typeof SCHEMAS

/** Asserts that a value is what a schema of UCP says. */
export function assertUcp(name: UcpSchema, value: unknown): void {
  validate(ajv.getSchema(SCHEMAS[name])!, value, name)
}

/** Asserts that a value is what a JSON Schema says. */
export function assertSchema(schema: object, value: unknown): void {
  validate(ajv.compile(schema), value, 'the schema')
}

function validate(check: ReturnType<typeof ajv.compile>, value: unknown, name: string): void {
  const isValid = check(value)
  assert.ok(isValid, `not ${name}: ${JSON.stringify(check.errors, null, 1)}\n${JSON.stringify(value).slice(0, 2000)}`)
}
