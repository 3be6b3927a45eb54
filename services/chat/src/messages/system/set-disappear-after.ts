import type { DisappearAfter } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type Caller, DomainError } from '@meadow/service'
import { assertCanWrite } from '../../conversations/conversation.ts'
import type { ConversationRepository } from '../../conversations/conversation-repository.ts'
import type { AssertMayWrite } from '../../members/verified-email-check.ts'
import type { Push } from '../../realtime/push/push-bus.ts'
import type { ReadSignals } from '../../receipts/receipt-repository.ts'
import type { ToMessageView } from '../message.ts'
import { type SendSystemLineDeps, sendSystemLine } from './send-system-line.ts'

type SetDisappearAfterDeps = SendSystemLineDeps & {
  assertMayWrite: AssertMayWrite
  conversations: Pick<ConversationRepository, 'find'>
  toMessageView: ToMessageView
  readSignals: ReadSignals
  push: Push
}

/** `setDisappearAfter` with its dependencies. */
export type SetDisappearAfter = (
  caller: Caller,
  otherId: string,
  disappearAfter: DisappearAfter | null,
) => Promise<void>

/**
 * Sets the seconds after which new messages of a direct conversation disappear, for both members, or lets them stay (null). Both see it
 * as a system line. Earlier messages keep their time. The time that is already set changes nothing.
 * @throws email_unverified, not_found without a conversation and in a message request, member_not_found, not_mutual across a block, and the
 * errors of `sendSystemLine`
 */
export async function setDisappearAfter(
  deps: SetDisappearAfterDeps,
  caller: Caller,
  otherId: string,
  disappearAfter: DisappearAfter | null,
): Promise<void> {
  const by = claimsToActor(caller)
  if (otherId === by._id) throw new DomainError('cannot_message_self')
  await deps.assertMayWrite(by._id)
  const conversation = await deps.conversations.find(otherId, by)
  if (!conversation.lastMessage || conversation.request) throw new DomainError('not_found')
  assertCanWrite(conversation.canSend)
  if ((conversation.disappearAfter ?? null) === disappearAfter) return
  const { message } = await sendSystemLine(deps, by, { otherId }, { event: 'disappearing', disappearAfter })
  const shared = await deps.readSignals(by._id, otherId)
  deps.push({
    to: { member: otherId },
    name: 'newMessage',
    payload: deps.toMessageView(message, { _id: otherId }, shared),
  })
  deps.push({ to: { member: by._id }, name: 'messageSent', payload: deps.toMessageView(message, by, shared) })
}
