import { events } from '@meadow/contracts'
import { createEvent, openBus } from '@meadow/events'
import { createLogger, newId } from '@meadow/service'
import { toDatabaseUrl } from '@meadow/storage'
import { isMongoUrl } from '../cut.ts'
import type { InstallationUrls } from '../installation.ts'
import type { ServiceName } from '../services.ts'
import { openPostgresReader } from '../stores/postgres-reader.ts'
import { readExistingPosts } from './existing-posts.ts'
import { clearMemberCopies, clearMongoMemberCopies, hideMembersWithoutAccount } from './member-copies.ts'
import { reconcilePostCopies } from './post-copies.ts'

const COPYING_SERVICES: readonly ServiceName[] = ['auth', 'posts', 'notify', 'chat']

type ReconciledInstallation = { urls: Pick<InstallationUrls, 'stores' | 'bus'> }
type ReconcileDeps = { now: () => Date; log: (line: string) => void }

/**
 * Corrects what services have copied from each other, after their stores were restored to different moments. The services
 * must not run. May be repeated; a repetition changes nothing.
 */
export async function reconcileInstallation(
  { urls }: ReconciledInstallation,
  { now, log }: ReconcileDeps,
): Promise<void> {
  const { stores } = urls
  const toUrl = (service: ServiceName) => toDatabaseUrl(stores[service], `meadow_${service}`)
  await using auth = await openPostgresReader(toUrl('auth'))
  await using social = await openPostgresReader(toUrl('social'))
  await using notify = await openPostgresReader(toUrl('notify'))

  await auth.client.query('begin; delete from sessions; delete from signing_keys; commit')
  await notify.client.query('begin; delete from push_subscriptions; delete from vapid_keys; commit')
  log('  sessions   ended, with their push subscriptions; the next start creates new keys')
  const hidden = await hideMembersWithoutAccount(social.client, auth.client)
  log(`  members    hidden, because their account is gone: ${hidden}`)
  for (const [service, { client }] of Object.entries({ social, notify }) as ['social' | 'notify', typeof social][]) {
    const corrected = await reconcilePostCopies(service, client, readExistingPosts(stores.posts))
    log(`  ${service.padEnd(10)} rows about posts and their counters corrected: ${corrected}`)
  }
  await clearMemberCopies(social.client, 'profile and follows')
  for (const service of COPYING_SERVICES) {
    if (isMongoUrl(stores[service])) await clearMongoMemberCopies(stores[service], service)
    else {
      await using copy = await openPostgresReader(toUrl(service))
      await clearMemberCopies(copy.client, 'nothing')
    }
  }
  await requestMemberSnapshots(urls.bus, now())
  log('  members    copies emptied; the services fill them after their start')
}

async function requestMemberSnapshots(busUrl: string, time: Date): Promise<void> {
  await using bus = await openBus(busUrl, { log: createLogger({ name: 'reconcile', level: 'warn' }) })
  const request = { source: 'operator', subject: newId(time), data: {} } as const
  await bus.publish([createEvent(events.membersSnapshotRequested, { ...request, id: newId(time), time })])
}
