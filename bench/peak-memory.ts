/** Loaded with `node --import` before a program: tells its peak memory, in MB, on file descriptor 3 when it ends. */
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) process.on('exit', () => writeSync(3, String(Math.round(process.resourceUsage().maxRSS / 1024))))
