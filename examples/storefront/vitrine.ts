// A shop of your own imports the package vitrine/client here.
export * from '@vitrine/client'
