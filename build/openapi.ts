import { openApiDocument } from '@vitrine/server/openapi/document'

// `npm run openapi`: prints the OpenAPI document for openapi.json.
process.stdout.write(`${JSON.stringify(await openApiDocument(), null, 2)}\n`)
