import type { BackgroundTask, Logger } from '@meadow/service'
import { scheduleHourly } from './timers.ts'

type HourlyCleanup = {
  name: string
  /** Deletes a batch of expired rows. Returns true if there may be more. */
  deleteBatch: () => Promise<boolean>
  log: Logger
}

/** Creates the background task that deletes expired rows every hour, in batches, until it is stopped. */
export function createHourlyCleanup({ name, deleteBatch, log }: HourlyCleanup): BackgroundTask {
  let schedule: Disposable | undefined
  let isStopping = false
  async function deleteAll(): Promise<void> {
    while (!isStopping && (await deleteBatch()));
  }
  return {
    name,
    async start() {
      isStopping = false
      schedule = scheduleHourly(deleteAll, log)
    },
    async stop() {
      isStopping = true
      schedule?.[Symbol.dispose]()
    },
  }
}
