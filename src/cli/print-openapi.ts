import { openApiDocument } from '../http/openapi.ts'

// Prints the description of the read API as it is checked in: `npm run openapi`.
process.stdout.write(`${JSON.stringify(await openApiDocument(), null, 2)}\n`)
