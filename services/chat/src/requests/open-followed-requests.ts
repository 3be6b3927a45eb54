import { events } from '@meadow/contracts'
import { type EventHandler, onEvent } from '@meadow/events'
import type { Push } from '../realtime/push/push-bus.ts'
import { pushRequestUpdate } from './decide-message-request.ts'
import type { RequestOpener } from './message-request.ts'

type OpenerPorts = { requestOpener: RequestOpener }

/**
 * Creates the handler that opens the request between two members after a follow, if the recipient's settings now allow a conversation. It
 * runs after the handler that stores the follow. An unfollow closes nothing.
 */
export const createFollowedRequestHandler = ({ push }: { push: Push }): EventHandler<OpenerPorts> =>
  onEvent(events.memberFollowed, async ({ data: { from, to } }, { requestOpener }: OpenerPorts) => {
    const opened = await requestOpener.openIfAllowed(from._id, to._id)
    if (!opened) return
    const { recipientId, senderId, totals } = opened
    pushRequestUpdate(push, recipientId, senderId)
    pushRequestUpdate(push, senderId, recipientId)
    const unread = totals.get(recipientId)
    if (unread) push({ to: { member: recipientId }, name: 'unread', payload: unread })
  })
