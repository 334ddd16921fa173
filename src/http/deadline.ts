import { VitrineError } from '../catalog/error.ts'

/** What the work gives, if that is in time. Throws `database-unusable`: nothing else makes a read wait. */
export async function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new VitrineError('database-unusable', `the database did not answer within ${milliseconds} ms`))
    }, milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
