import type { RequestHandler } from 'express'
import { continueTrace, runInTrace, type Trace } from '../trace.ts'

/** Gives every request its trace, and the answer the id of it. `read` says what of the request's own is believed. */
export function identifyRequests(read: 'as-given' | 'always-new'): RequestHandler {
  return (request, response, next) => {
    const trace = read === 'as-given' ? traceFromHeaders(request.headers) : continueTrace(undefined)
    response.set('x-request-id', trace.id)
    runInTrace(trace, next)
  }
}

function traceFromHeaders(headers: Record<string, string | string[] | undefined>): Trace {
  const { traceparent, 'x-request-id': requestId } = headers
  return continueTrace(
    typeof traceparent === 'string' ? traceparent : undefined,
    typeof requestId === 'string' ? requestId : undefined,
  )
}
