import { DEVICE_MEMBER_KEY, openMemberDatabase } from '@meadow/web/member-database'
import { registerRoute } from 'workbox-routing'
import { COMPOSE_PATH, SHARE_PATH } from '../../app-paths.ts'
import { readSharedForm } from './read-shared-form.ts'

const SHARED_CONTENT_KEY = 'latest'

/** Receives what other apps share with Meadow, stores it on this device, and opens the composer, which takes it. */
export function registerShareTarget(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
    async ({ request }) => {
      const content = readSharedForm(await request.formData(), Date.now())
      const database = await openMemberDatabase()
      const { memberId } = (await database.get('member', DEVICE_MEMBER_KEY)) ?? {}
      await database.put('shared', { ...content, ...(memberId && { memberId }) }, SHARED_CONTENT_KEY)
      return Response.redirect(COMPOSE_PATH, 303)
    },
    'POST',
  )
}
