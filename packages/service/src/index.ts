export {
  eitherStore,
  engineVariables,
  processVariables,
  readEnvironment,
  trustVariables,
  withOwnStore,
} from './config.ts'
export { type Background, createService, type Service, type ServiceParts, type Sockets } from './create-service.ts'
export { DomainError, type ErrorDetails } from './errors.ts'
export { logRequests } from './http/access-log.ts'
export { answerError, answerErrors, answerNotFound } from './http/answer-errors.ts'
export type { ClientKey } from './http/client-key.ts'
export type { Probe } from './http/health.ts'
export { identifyRequests } from './http/identify-requests.ts'
export { createListener, type Listener, type Patience } from './http/listener.ts'
export { isFromOurPages } from './http/origin.ts'
export { type At, type Caller, type Served, serve } from './http/serve.ts'
export { newId } from './ids.ts'
export { inGroups } from './in-groups.ts'
export { inTime } from './in-time.ts'
export { networkOf } from './limits/network.ts'
export {
  type Counters,
  counted,
  createThrottle,
  type Limit,
  noThrottle,
  type Throttle,
} from './limits/throttle.ts'
export { openCursor, sealCursor } from './lists/cursor.ts'
export { type Key, toPage, toWindow, type Window } from './lists/keyset.ts'
export { type PageWindow, pageBy, windowBy } from './lists/pages.ts'
export { createLogger, type Logger } from './logger.ts'
export { measureRequests } from './metrics/measure-requests.ts'
export { createMetrics, type Measure, type Measured, type Metrics } from './metrics/metrics.ts'
export { metricsRoute } from './metrics/metrics-route.ts'
export { isOutage } from './outage.ts'
export { endOnUncaught, signalled } from './process.ts'
export { AUDIENCE, type Claims, ISSUER } from './tokens/claims.ts'
export { openRemoteKeys } from './tokens/remote-keys.ts'
export { type Bell, ENDED_CHANNEL, openTrust, type Trust } from './tokens/trust.ts'
export { createVerifier, type EndedSessions, type KeySource, type Verifier } from './tokens/verifier.ts'
export { currentRequestId, currentTraceparent, withTrace } from './trace.ts'
