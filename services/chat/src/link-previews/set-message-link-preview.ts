import type { MessageView } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import { type Caller, DomainError } from '@meadow/service'
import { assertCanWrite } from '../conversations/conversation.ts'
import type { MessageChange, MessageChangePlan, MessageChangeRule } from '../messages/change-message.ts'
import { getRecipient } from '../messages/message.ts'
import type { MessageLinkPreviewStores } from './message-link-preview.ts'
import { type PushPreviewDeps, pushPreviewedMessage } from './preview-queue.ts'

/** The sender removes the preview of the links of a message, or shows it again. */
export type LinkPreviewRemoval = MessageChange & { isRemoved: boolean }

/**
 * The rule of a removal, which holds for every later text of the message, and of its end, after which the worker finds the preview again.
 * No event tells of it, and no other message shows it. What was sent can always be taken back; nothing is shown again across a block.
 */
export const linkPreviewRemovalRule: MessageChangeRule<LinkPreviewRemoval, MessageChangePlan> = {
  plan(message, { by, isRemoved }, isOpen) {
    if (message.deletedAt) throw new DomainError('message_not_found')
    if (message.sender._id !== by._id) throw new DomainError('not_your_message')
    if (message.isLinkPreviewRemoved === isRemoved) return undefined
    if (!isRemoved) assertCanWrite(isOpen)
    return {}
  },
  createEvent: () => undefined,
}

export type SetMessageLinkPreviewDeps = PushPreviewDeps & {
  linkPreviews: Pick<MessageLinkPreviewStores, 'setRemoved'>
  now: () => Date
  newId: (at: Date) => string
}

/**
 * Removes the preview of the links of an own message, or shows it again, and pushes the message. Repeating it changes nothing.
 * @throws message_not_found, not_your_message, not_mutual across a block
 */
export async function setMessageLinkPreview(
  deps: SetMessageLinkPreviewDeps,
  caller: Caller,
  { messageId, isShown }: { messageId: string; isShown: boolean },
): Promise<MessageView> {
  const at = deps.now()
  const by = claimsToActor(caller)
  const removal = { messageId, by, isRemoved: !isShown, at, eventId: deps.newId(at) }
  const changed = await deps.linkPreviews.setRemoved(removal)
  if (changed.isChanged) await pushPreviewedMessage(deps, changed)
  const { message } = changed
  return deps.toMessageView(message, by, await deps.readSignals(message.sender._id, getRecipient(message)._id))
}
