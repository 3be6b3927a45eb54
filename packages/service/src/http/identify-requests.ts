import type { RequestHandler } from 'express'
import { continueTrace, runInTrace, type Trace } from '../trace.ts'

/**
 * Runs each request in a trace and sets `x-request-id` of the response. `continue-trace` trusts the trace headers of the
 * request (behind the gateway), `restart-trace` ignores them (at the edge).
 */
export function identifyRequests(mode: 'continue-trace' | 'restart-trace'): RequestHandler {
  return (request, response, next) => {
    const trace = mode === 'continue-trace' ? traceFromHeaders(request.headers) : continueTrace(undefined)
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
