import type { MessageDraftView } from '@meadow/contracts'
import { MAX_MESSAGE_DRAFTS } from '@meadow/contracts/limits'
import { createDraftRule } from '@meadow/service'

/** A message that its author has not sent. `_id` names the conversation: it is the id of the other member. */
export type MessageDraft = { _id: string; content: string; changedAt: Date }

/** A change of a draft by its author. `changedAt` is by the clock of the device, and never in the future. */
type MessageDraftChange = MessageDraft & { memberId: string }

/** The deletion of a draft that the author last saw as of `changedAt`. `at` is now. */
type MessageDraftDeletion = { _id: string; memberId: string; changedAt: Date; at: Date }

/** A draft that is stored. A deleted one stays for a while without its text, with the time of its deletion as `changedAt`. */
export type StoredMessageDraft = MessageDraft & { deletedAt: Date | null }

/** Deletions that are remembered of one member. The next one replaces the oldest. */
export const MAX_DELETED_DRAFTS = 1_000

/** Stores the drafts of messages, which only their author sees. */
export type MessageDraftRepository = {
  /** Lists the drafts of a member, the last changed one first. */
  list(memberId: string): Promise<MessageDraft[]>
  /** Stores a draft. Changes nothing if it was stored before. @throws draft_changed, draft_limit_reached */
  save(change: MessageDraftChange): Promise<MessageDraft>
  /** Deletes a draft, and remembers that, up to `MAX_DELETED_DRAFTS`. @throws draft_changed */
  delete(deletion: MessageDraftDeletion): Promise<void>
  /** Forgets a batch of deletions before `before`. Returns true if there may be more. */
  forgetDeleted(before: Date): Promise<boolean>
}

/** Converts a draft to its view in responses. */
export const toMessageDraftView = ({ _id, content, changedAt }: MessageDraft): MessageDraftView => ({
  _id,
  content,
  changedAt: changedAt.toISOString(),
})

/** The rule of drafts of messages. */
export const messageDraftRule = createDraftRule<StoredMessageDraft, MessageDraft>({
  max: MAX_MESSAGE_DRAFTS,
  isSame: (stored, changed) => stored.content === changed.content,
  toDetails: (stored) => ({ messageDraft: stored && toMessageDraftView(stored) }),
})
