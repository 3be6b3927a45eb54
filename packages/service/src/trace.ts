import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** The trace of W3C trace context that the work at hand belongs to; its id is also the request id. */
export type Trace = { id: string; spanId: string; flags: string }

const TRACEPARENT_PATTERN = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/
const TRACE_ID_PATTERN = /^(?!0{32})[0-9a-f]{32}$/

const traces = new AsyncLocalStorage<Trace>()

/** Digits of a UUID, because Node draws those from a pool: `randomBytes` asks the system each time. */
const newTraceId = (): string => randomUUID().replaceAll('-', '')
const newSpanId = (): string => randomUUID().slice(-12) + randomUUID().slice(-4)

/** The caller's trace where it names one properly, by `traceparent` or at least by a request id, else a new one. */
export function continueTrace(traceparent: string | undefined, requestId?: string): Trace {
  const [, id, span, flags] = TRACEPARENT_PATTERN.exec(traceparent ?? '') ?? []
  if (id && flags && TRACE_ID_PATTERN.test(id) && span !== '0'.repeat(16)) return { id, spanId: newSpanId(), flags }
  const known = requestId && TRACE_ID_PATTERN.test(requestId) ? requestId : newTraceId()
  return { id: known, spanId: newSpanId(), flags: '01' }
}

const toTraceparent = ({ id, spanId: span, flags }: Trace): string => `00-${id}-${span}-${flags}`

export const runInTrace = <T>(trace: Trace, work: () => T): T => traces.run(trace, work)

/** Does `work` as part of the trace that `traceparent` names, e.g. that of the event being handled. */
export const withTrace = <T>(traceparent: string | undefined, work: () => T): T =>
  traces.run(continueTrace(traceparent), work)

/** What to hand on to others, so that they join this trace. */
export function currentTraceparent(): string | undefined {
  const trace = traces.getStore()
  return trace && toTraceparent(trace)
}

export const currentRequestId = (): string | undefined => traces.getStore()?.id
