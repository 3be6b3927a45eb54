import { cutText } from '@meadow/contracts/visible-text'
import type { SharedContent } from '@meadow/web/member-database'
import { DEVICE_MEMBER_KEY, openMemberDatabase } from '@meadow/web/member-database'
import { registerRoute } from 'workbox-routing'
import { COMPOSE_PATH, SHARE_PATH } from '../../app-paths.ts'

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

const MAX_TEXT_LENGTH = 5_000
const MAX_FILES = 10

/** Reads the form of the share target, whose fields are named in the manifest. The composer says which files are no pictures. */
export function readSharedForm(form: FormData, nowMs: number): SharedContent {
  const readText = (name: 'title' | 'text' | 'url') => {
    const value = form.get(name)
    return typeof value === 'string' && value.trim() !== '' ? { [name]: cutText(value.trim(), MAX_TEXT_LENGTH) } : {}
  }
  const files = form
    .getAll('pictures')
    .filter((value) => typeof value !== 'string')
    .slice(0, MAX_FILES) as File[]
  return { ...readText('title'), ...readText('text'), ...readText('url'), files, receivedAtMs: nowMs }
}
