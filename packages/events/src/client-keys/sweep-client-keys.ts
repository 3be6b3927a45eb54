import type { BackgroundTask, Logger } from '@meadow/service'
import { scheduleHourly } from '@meadow/storage'
import type { ClientKeyStore } from './client-keys.ts'

/** Forgets client keys once no repeat is expected any more. */
export function createClientKeyCleanup({
  clientKeys,
  log,
}: {
  clientKeys: ClientKeyStore
  log: Logger
}): BackgroundTask {
  let keeping: Disposable | undefined
  async function forgetOld(): Promise<void> {
    while (await clientKeys.deleteExpired());
  }
  return {
    name: 'client key sweep',
    async start() {
      keeping = scheduleHourly(forgetOld, log)
    },
    async stop() {
      keeping?.[Symbol.dispose]()
    },
  }
}
