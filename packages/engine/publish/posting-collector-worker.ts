import { expose } from '@vitrine/runtime/worker-rpc'
import { LocalPostingCollector } from './posting-collector.ts'

/** The program of the worker that `PostingCollectorClient` starts. */
expose(new LocalPostingCollector())
