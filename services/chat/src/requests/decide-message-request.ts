import { DomainError } from '@meadow/service'
import type { Push } from '../realtime/push/push-bus.ts'
import type { MessageRequestStore } from './message-request.ts'

export type DecideRequestDeps = { messageRequests: MessageRequestStore; push: Push }

/**
 * Accepts or declines a request that a member has received. An acceptance is pushed to the devices of both members, a decline to those of
 * the recipient alone.
 * @throws the errors of `MessageRequestStore`, cannot_message_self
 */
export async function decideMessageRequest(
  { messageRequests, push }: DecideRequestDeps,
  { _id: recipientId }: { _id: string },
  senderId: string,
  isAccepted: boolean,
): Promise<void> {
  if (senderId === recipientId) throw new DomainError('cannot_message_self')
  const pair = { recipientId, senderId }
  if (!isAccepted) {
    if (await messageRequests.decline(pair)) pushRequestUpdate(push, recipientId, senderId)
    return
  }
  if (!(await messageRequests.accept(pair))) return
  pushRequestUpdate(push, recipientId, senderId)
  pushRequestUpdate(push, senderId, recipientId)
}

/** Tells the devices of `member` that their request with `otherId` has changed. */
export const pushRequestUpdate = (push: Push, member: string, otherId: string): void =>
  void push({ to: { member }, name: 'messageRequestUpdated', payload: { userId: otherId } })
