import type { ShownPush } from '../push-payload.ts'

export const ORIGIN = 'https://meadow.example'
export const ANN_ID = '01890000-0000-7000-8000-000000000001'
export const KOFI_ID = '01890000-0000-7000-8000-000000000002'
/** A VAPID key of the server, and the one before it. */
export const SERVER_KEY = `B${'c'.repeat(85)}A`
export const EARLIER_KEY = `B${'e'.repeat(85)}A`
export const NOW = new Date('2026-11-24T12:00:00.000Z')

/** Creates the push of a message of Kofi to Ann. */
export const aPush = (changes: Partial<ShownPush> = {}): ShownPush => ({
  version: 1,
  type: 'message',
  memberId: ANN_ID,
  at: NOW.toISOString(),
  tag: `message ${KOFI_ID}`,
  title: 'Kofi Mensah',
  body: 'sent you a message',
  path: '/chat/kofi',
  icon: '/media/p/kofi.webp',
  id: '01890000-0000-7000-8000-0000000000e1',
  userId: KOFI_ID,
  postId: null,
  hideText: false,
  actions: ['reply', 'mark-read'],
  ...changes,
})
