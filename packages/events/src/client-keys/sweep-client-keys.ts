import type { Background, Logger } from '@meadow/service'
import { hourly } from '@meadow/storage'
import type { ClientKeys } from './client-keys.ts'

/** Forgets client keys once no repeat is expected any more. */
export function clientKeySweep({ clientKeys, log }: { clientKeys: ClientKeys; log: Logger }): Background {
  let keeping: Disposable | undefined
  async function forgetOld(): Promise<void> {
    while (await clientKeys.forgetOld());
  }
  return {
    name: 'client key sweep',
    async start() {
      keeping = hourly(forgetOld, log)
    },
    async stop() {
      keeping?.[Symbol.dispose]()
    },
  }
}
