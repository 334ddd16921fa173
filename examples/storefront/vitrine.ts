// In a project of your own: `export * from 'vitrine/client'`.
export * from '../../src/client/client.ts'
