import { clientTypes } from '@vitrine/server/openapi/client-types'
import { openApiDocument } from '@vitrine/server/openapi/document'

// `npm run openapi`: prints the types of the client for packages/client/api.ts.
process.stdout.write(clientTypes(JSON.parse(JSON.stringify(await openApiDocument()))))
