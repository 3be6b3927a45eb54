/** Names of the driver's errors for a server that cannot be reached or does not respond in time. */
const MONGO_OUTAGE_NAMES = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError', // without the prefix: the monitor noticed the outage before the operation did
  'MongoPoolClosedError',
  'MongoStalePrimaryError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
  'MongoClientClosedError',
  'MongoOperationTimeoutError',
  'MongoExpiredSessionError',
])

/** Labels of errors after which the same operation may succeed. */
const RETRYABLE_LABELS = [
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableWriteError',
  'SystemOverloadedError',
]

/** Network and time (6, 7, 50, 89, 262, 9001), authentication (18), locks and write conflicts (24, 112), write concern (64, 100). */
const RESOURCE_CODES = [6, 7, 18, 24, 50, 64, 89, 100, 112, 262, 9001]
/** Shutting down, stepping down or not primary; read concern or read preference not available; a full disk. */
const ROLE_CODES = [91, 133, 134, 189, 10058, 10107, 11600, 11602, 13435, 13436, 14031]
const MONGO_OUTAGE_CODES = new Set([...RESOURCE_CODES, ...ROLE_CODES])

type DriverError = Error & {
  code?: unknown
  errorLabels?: readonly string[]
  /** The response of the server, without a name. For a bulk write that reached no server, the driver's error. */
  errorResponse?: { name?: string }
}

/** Returns true if an error of the MongoDB driver is an outage, not a fault of the operation. */
export function isMongoOutage(error: Error): boolean {
  if (MONGO_OUTAGE_NAMES.has(error.name)) return true
  if (!error.name.startsWith('Mongo')) return false
  const { code, errorLabels = [], errorResponse } = error as DriverError
  if (errorResponse?.name !== undefined && MONGO_OUTAGE_NAMES.has(errorResponse.name)) return true
  return MONGO_OUTAGE_CODES.has(Number(code)) || RETRYABLE_LABELS.some((label) => errorLabels.includes(label))
}
