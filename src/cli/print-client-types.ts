import { clientTypes } from '../http/openapi/client-types.ts'
import { openApiDocument } from '../http/openapi/document.ts'

// `npm run openapi`: prints the types of the client for src/client/api.ts.
process.stdout.write(clientTypes(JSON.parse(JSON.stringify(await openApiDocument()))))
