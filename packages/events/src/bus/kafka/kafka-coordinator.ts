import { sleep } from '@meadow/storage'

/** Kafka creates the topic of the offsets, and elects the coordinators of groups, at the first request for one. */
const ELECTION_ERROR_TYPES = new Set([
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'NOT_COORDINATOR_FOR_GROUP',
  'GROUP_LOAD_IN_PROGRESS',
])
const NOT_FOUND_ERROR_NAME = 'KafkaJSGroupCoordinatorNotFound'
const ELECTION_TIMEOUT_MS = 10_000
const ELECTION_POLL_INTERVAL_MS = 100

/** Runs a request to the coordinator of a group. Repeats it for at most 10 s while Kafka elects the coordinator. */
export async function retryDuringElection<Result>(request: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + ELECTION_TIMEOUT_MS
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (Date.now() > deadline || !isElectionError(error)) throw error
    }
    await sleep(ELECTION_POLL_INTERVAL_MS, new AbortController().signal)
  }
}

function isElectionError(error: unknown): boolean {
  const { name, type, cause } = Object(error) as { name?: string; type?: string; cause?: unknown }
  if (name === NOT_FOUND_ERROR_NAME || (type !== undefined && ELECTION_ERROR_TYPES.has(type))) return true
  return cause !== undefined && isElectionError(cause)
}
