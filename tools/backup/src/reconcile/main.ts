// `npm run restore -- --reconcile` for a cluster, in the image meadow/reconcile. Reads AUTH_STORE_URL, SOCIAL_STORE_URL,
// POSTS_STORE_URL, NOTIFY_STORE_URL, CHAT_STORE_URL and BUS_URL, or the files that AUTH_STORE_URL_FILE, … name: all of them are
// of owners. It imports nothing of tools/stack, which the image does not have.
import { readVariable } from '@meadow/service'
import { SERVICES, type ServiceName } from '../services.ts'
import { reconcileInstallation } from './reconcile-installation.ts'

const log = (line: string) => console.log(line)

try {
  const stores = Object.fromEntries(
    SERVICES.map((service) => [service, readUrl(`${service.toUpperCase()}_STORE_URL`)]),
  ) as Record<ServiceName, string>
  await reconcileInstallation({ urls: { stores, bus: readUrl('BUS_URL') } }, { now: () => new Date(), log })
  log('Reconciled. Start the services; all members sign in again.')
  process.exit(0) // a call of kafkajs that has not ended may keep the process alive
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function readUrl(name: string): string {
  const url = readVariable(name, process.env)
  if (!url) throw new Error(`${name} is not set`)
  return url
}
