import { expose } from '../runtime/worker-rpc.ts'
import { LocalPostingCollector } from './posting-collector.ts'

/** The program of the worker that `PostingCollectorClient` starts. */
expose(new LocalPostingCollector())
