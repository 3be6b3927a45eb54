export { cacheByText } from './cache-by-text.ts'
export { closeInBatches } from './close-in-batches.ts'
export {
  applyServiceStoreUrl,
  ConfigurationError,
  defineProcessVariables,
  encryptionKeysVariable,
  engineVariables,
  exportUrl,
  guestModeVariable,
  mediaUrl,
  postgresOrMongoStoreUrl,
  rateLimitsVariable,
  readEnvironment,
  readVariable,
  requireVerifiedEmailVariable,
  tokenVerificationVariables,
  uploadVariables,
} from './config.ts'
export {
  type AttachableServer,
  type BackgroundTask,
  createService,
  type Service,
  type ServiceDeps,
} from './create-service.ts'
export { createDraftRule, DELETED_DRAFT_RETENTION_MS, toChangeTime } from './draft-rule.ts'
export { DomainError, type ErrorDetails } from './errors.ts'
export { logRequests } from './http/access-log.ts'
export { isLoopbackAddress } from './http/address-lists.ts'
export { createErrorHandler, notFoundHandler, sendError } from './http/error-handler.ts'
export { createHealthRoutes, type HealthProbe } from './http/health-routes.ts'
export { createHttpListener, type HttpListener, type ListenerTimeouts } from './http/http-listener.ts'
export { identifyRequests } from './http/identify-requests.ts'
export { isJsonTooDeep } from './http/json-depth.ts'
export { isLoopbackRequest, LOOPBACK_REQUEST_HEADER } from './http/loopback-request.ts'
export { isPrivateHost } from './http/private-host.ts'
export { isSameOriginRequest } from './http/same-origin.ts'
export { type CallContext, type Caller, type CallRoute, type ClientKey, serve } from './http/serve.ts'
export { toDomainError } from './http/to-domain-error.ts'
export { newId, newRandomName, toLowestId, toStableId } from './ids.ts'
export {
  createJwkEncryption,
  type JwkEncryption,
  type StoredJwk,
  toPublicJwk,
} from './keys/jwk-encryption.ts'
export { createSecretEncryption, type SecretEncryption } from './keys/secret-encryption.ts'
export { createConcurrencyLimit } from './limits/concurrency-limit.ts'
export { toNetworkPrefix } from './limits/network-prefix.ts'
export {
  createLocalFirstThrottle,
  createThrottle,
  type Throttle,
  type ThrottleCounters,
  type ThrottleLimit,
  unlimitedThrottle,
  withThrottle,
} from './limits/throttle.ts'
export { createUploadLimits, type UploadLimits } from './limits/upload-limits.ts'
export { decodeCursor, encodeCursor } from './lists/cursor.ts'
export { type KeysetKey, type KeysetWindow, toKeysetPage, toKeysetWindow } from './lists/keyset-window.ts'
export { type ListWindow, toListPage, toListWindow } from './lists/list-window.ts'
export { createLogger, type Logger } from './logger.ts'
export { measureRequests } from './metrics/measure-requests.ts'
export { createMetrics, type Metrics, type MetricsSource, type RegisterMetrics } from './metrics/metrics.ts'
export { createMetricsRoute } from './metrics/metrics-route.ts'
export { isOutage } from './outage.ts'
export { exitOnUncaughtException, runProcess, waitForShutdown } from './process.ts'
export { logSecurityEvent, SECURITY_EVENTS, type SecurityEvent } from './security-events.ts'
export { readTlsFiles } from './tls-files.ts'
export { type Claims, TOKEN_AUDIENCE, TOKEN_ISSUER } from './tokens/claims.ts'
export {
  createRecentlyEndedSessions,
  type EndedSessionsNotice,
  isEndedBy,
  type TokenSession,
} from './tokens/recently-ended-sessions.ts'
export { RefusedTokenError } from './tokens/refused-token-error.ts'
export { openRemoteKeys } from './tokens/remote-keys.ts'
export {
  openTrustStore,
  type PubSub,
  SESSION_ENDED_CHANNEL,
  SIGNING_KEYS_CHANNEL,
  type TrustStore,
} from './tokens/trust-store.ts'
export { createVerifier, type EndedSessions, type KeySource, type Verifier } from './tokens/verifier.ts'
export { getRequestId, getTraceparent, readTraceId, withTrace } from './trace.ts'
export { withTimeout } from './with-timeout.ts'
