/** The name in a document of a product, whose second field it is. The rest of the document is not parsed. */
export function documentName(document: string): string {
  return JSON.parse(NAME.exec(document)![1]!)
}

const NAME = /^\{"id":"[^"]*","name":("[^"\\]*(?:\\.[^"\\]*)*")/
