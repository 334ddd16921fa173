import type { RequestListener } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerUnknownPath } from './resources.ts'

/** The paths of the API. An unknown path that begins like one gets an error of the API. */
const API_PATH = /^\/stores?(?:[/?]|$)/

/** Answers unknown paths with a website. The API answers unknown paths that begin like its own, and other methods. */
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
