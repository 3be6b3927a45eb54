import { clientsClaim } from 'workbox-core'
import { registerMedia } from './media/register-media.ts'
import { registerNavigation } from './navigation/register-navigation.ts'
import { registerOutboxSync } from './outbox-sync/register-outbox-sync.ts'
import { registerPush } from './push/register-push.ts'
import { registerReleases } from './releases/register-releases.ts'
import { registerShareTarget } from './share-target/register-share-target.ts'
import { worker } from './worker-scope.ts'

// A new worker takes over at once: it reads the releases of the old one, so that open pages keep their files.
void worker.skipWaiting()
clientsClaim()

registerReleases()
registerNavigation()
registerMedia()
registerPush()
registerShareTarget()
registerOutboxSync()
