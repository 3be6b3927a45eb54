import { isOutdatedPreview, type LinkPreview, type LinkPreviewCache, type LinkPreviewJob } from '@meadow/link-preview'
import { DomainError } from '@meadow/service'
import { assertCanWrite } from '../conversations/conversation.ts'
import type { ChangedMessage, MessageChange, MessageChangePlan, MessageChangeRule } from '../messages/change-message.ts'

/** The preview that was found for the first link of a message; null if the link has none. */
export type FoundPreviewChange = MessageChange & { job: LinkPreviewJob; preview: LinkPreview | null }

/** The sender removes the preview of the links of a message, or shows it again. */
export type LinkPreviewRemoval = MessageChange & { isRemoved: boolean }

/** The messages that wait for a preview, and the previews that were fetched. */
export type MessageLinkPreviewStores = {
  cache: LinkPreviewCache
  queue: {
    /** As `LinkPreviewQueue.take`. */
    take(at: Date, options: { limit: number; retryAt: Date }): Promise<LinkPreviewJob[]>
    /** As `LinkPreviewQueue.finish`. Returns undefined if the message is not changed. */
    finish(job: LinkPreviewJob, preview: LinkPreview | null, at: Date): Promise<ChangedMessage | undefined>
  }
  /** Removes the preview of a message, or shows it again. @throws message_not_found, not_your_message, not_mutual across a block */
  setRemoved(removal: LinkPreviewRemoval): Promise<ChangedMessage>
}

/** The rule of a preview that was found. No event tells of it, and no other message shows it. */
export const foundPreviewRule: MessageChangeRule<FoundPreviewChange, MessageChangePlan> = {
  plan(message, { job, preview }) {
    if (isOutdatedPreview(message, job) || message.isLinkPreviewRemoved) return undefined
    return message.linkPreview?._id === preview?._id ? undefined : {}
  },
  createEvent: () => undefined,
}

/** Returns the change that stores the preview of a message of `senderId`. It creates no event: the names and `eventId` are placeholders. */
export const toFoundPreviewChange = (
  senderId: string,
  change: Omit<FoundPreviewChange, 'messageId' | 'by' | 'eventId'>,
): FoundPreviewChange => ({
  ...change,
  messageId: change.job.id,
  by: { _id: senderId, username: '', fullName: '', avatar: '', profileVersion: 0 },
  eventId: change.job.id,
})

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
