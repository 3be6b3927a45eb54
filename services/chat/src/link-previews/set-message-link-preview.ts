import type { MessageView } from '@meadow/contracts'
import { claimsToActor } from '@meadow/members'
import type { Caller } from '@meadow/service'
import { getRecipient } from '../messages/message.ts'
import type { MessageLinkPreviewStores } from './message-link-preview.ts'
import { type PushPreviewDeps, pushPreviewedMessage } from './preview-queue.ts'

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
