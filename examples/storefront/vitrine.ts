// A shop of your own has the client as a dependency in its package.json.
export * from '@vitrine/client'
