import { type BackgroundTask, type Logger, logSecurityEvent, SIGNING_KEYS_CHANNEL } from '@meadow/service'
import { type SharedState, sleep } from '@meadow/storage'
import { KEY_READING_LIFETIME_MS, type KeyRing } from './key-ring.ts'

type KeyRotationDeps = { keys: KeyRing; state: Pick<SharedState, 'publish'>; log: Logger }

/**
 * Creates the background task that reads the keys every two seconds, so that a change by another instance or by hand is
 * noticed, and rotates them when they are due. It tells all verifiers of a change, and of the keys at the start.
 */
export function createKeyRotation({ keys, state, log }: KeyRotationDeps): BackgroundTask {
  let stopping = new AbortController()
  let running: Promise<void> | undefined
  let knownKids: readonly string[] = keys.kids
  let announcedKids = ''

  async function readKeys() {
    await keys.refresh()
    logChanges(log, knownKids, keys.kids)
    knownKids = keys.kids
    const kids = knownKids.join()
    if (kids === announcedKids) return
    await state.publish(SIGNING_KEYS_CHANNEL, kids)
    announcedKids = kids
  }

  async function readUntilStopped(signal: AbortSignal) {
    let hasFailed = false
    for (; !signal.aborted; await sleep(KEY_READING_LIFETIME_MS, signal)) {
      try {
        await readKeys()
        hasFailed = false
      } catch (error) {
        if (!hasFailed) log.warn({ err: error }, 'the signing keys could not be read or announced')
        hasFailed = true
      }
    }
  }

  return {
    name: 'key rotation',
    async start() {
      stopping = new AbortController()
      running = readUntilStopped(stopping.signal)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

function logChanges(log: Logger, before: readonly string[], after: readonly string[]): void {
  const report = (reason: 'published' | 'in_use' | 'removed', key: string) =>
    logSecurityEvent(log, { event: 'auth.signing_key_changed', reason, key })
  for (const kid of after) if (!before.includes(kid)) report('published', kid)
  if (after[0] !== undefined && after[0] !== before[0]) report('in_use', after[0])
  for (const kid of before) if (!after.includes(kid)) report('removed', kid)
}
