import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** The trace (W3C trace context) of the current work. Its id is also the request id. */
export type Trace = { id: string; spanId: string; flags: string }

const TRACEPARENT_PATTERN = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const TRACE_ID_PATTERN = /^(?!0{32})[0-9a-f]{32}$/

const traces = new AsyncLocalStorage<Trace>()

/** Uses the digits of a UUID, because Node takes these from a pool; `randomBytes` calls the system each time. */
const newTraceId = (): string => randomUUID().replaceAll('-', '')
const newSpanId = (): string => randomUUID().slice(-12) + randomUUID().slice(-4)

/** Continues the trace of a valid `traceparent`, or of a request id. Starts a new trace if both are missing or invalid. */
export function continueTrace(traceparent: string | undefined, requestId?: string): Trace {
  const [, id, span, flags] = TRACEPARENT_PATTERN.exec(traceparent ?? '') ?? []
  if (id && flags && TRACE_ID_PATTERN.test(id) && span !== '0'.repeat(16)) return { id, spanId: newSpanId(), flags }
  const known = requestId && TRACE_ID_PATTERN.test(requestId) ? requestId : newTraceId()
  return { id: known, spanId: newSpanId(), flags: '01' }
}

/** Returns the id of the trace in a `traceparent`, or undefined if it is missing or invalid. */
export const readTraceId = (traceparent: string | undefined): string | undefined =>
  TRACEPARENT_PATTERN.exec(traceparent ?? '')?.[1]

const toTraceparent = ({ id, spanId, flags }: Trace): string => `00-${id}-${spanId}-${flags}`

export const runInTrace = <T>(trace: Trace, work: () => T): T => traces.run(trace, work)

/** Runs `work` in the trace of `traceparent`, such as that of the event being handled. */
export const withTrace = <T>(traceparent: string | undefined, work: () => T): T =>
  traces.run(continueTrace(traceparent), work)

/** Returns the `traceparent` header for outgoing requests and events. */
export function getTraceparent(): string | undefined {
  const trace = traces.getStore()
  return trace && toTraceparent(trace)
}

/** Returns the trace of the current work. */
export const getTrace = (): Trace | undefined => traces.getStore()

export const getRequestId = (): string | undefined => traces.getStore()?.id
