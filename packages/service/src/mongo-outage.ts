/** What MongoDB's driver calls the errors of a server that is not there, or does not answer in time. */
const MONGO_OUTAGE_NAMES = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoWaitQueueTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError', // the only one of another name: its monitor found the server gone before the call did
  'MongoPoolClosedError',
  'MongoStalePrimaryError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
  'MongoClientClosedError',
  'MongoOperationTimeoutError',
  'MongoExpiredSessionError',
])

/** Labels that say: the same again may succeed. */
const RETRYABLE_LABELS = [
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableWriteError',
  'SystemOverloadedError',
]

/** Host, time and network (6, 7, 50, 89, 262, 9001), sign-in (18), locks and conflicts that gave up (24, 112), write concern (64, 100). */
const RESOURCE_CODES = [6, 7, 18, 24, 50, 64, 89, 100, 112, 262, 9001]
/** Shutting down, stepping down or not the first of its set; read concern or preference that cannot be had now; a full disk. */
const ROLE_CODES = [91, 133, 134, 189, 10058, 10107, 11600, 11602, 13435, 13436, 14031]
const MONGO_OUTAGE_CODES = new Set([...RESOURCE_CODES, ...ROLE_CODES])

type DriverError = Error & {
  code?: unknown
  errorLabels?: readonly string[]
  /** The answer of the server, which has no name; of many writes at once that met no server, the error they met. */
  errorResponse?: { name?: string }
}

/** Whether an error of MongoDB, by its shape, tells of trouble that is not the fault of what was asked. */
export function isMongoOutage(error: Error): boolean {
  if (MONGO_OUTAGE_NAMES.has(error.name)) return true
  if (!error.name.startsWith('Mongo')) return false
  const { code, errorLabels = [], errorResponse } = error as DriverError
  if (errorResponse?.name !== undefined && MONGO_OUTAGE_NAMES.has(errorResponse.name)) return true
  return MONGO_OUTAGE_CODES.has(Number(code)) || RETRYABLE_LABELS.some((label) => errorLabels.includes(label))
}
