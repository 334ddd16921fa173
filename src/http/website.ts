import type { RequestListener } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerUnknownPath } from './resources.ts'

/** The paths of the API. Those that it does not have stay its errors. */
const API_PATH = /^\/stores?(?:[/?]|$)/

/** Answers unknown paths with a website. Paths that begin as those of the API, and other methods, get its errors. */
export function withWebsite(website: RequestListener) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { method, url } = request.raw
    if (API_PATH.test(url!) || !(method === 'GET' || method === 'HEAD')) answerUnknownPath(request, reply)
    else answerWith(website, request, reply)
  }
}

export function answerWith(website: RequestListener, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  website(request.raw, reply.raw)
}
