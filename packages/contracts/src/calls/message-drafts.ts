import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_MESSAGE_DRAFT_LENGTH, MAX_MESSAGE_DRAFTS } from '../limits.ts'
import { MessageDraftView } from '../shapes/message-draft.ts'
import { Id, Timestamp, trimmedText } from '../text.ts'

/** The other member of the conversation. */
const ConversationParams = z.object({ id: Id })

export const listMessageDrafts = defineCall({
  method: 'get',
  path: '/messages/drafts',
  access: 'member',
  summary: 'Lists the messages that the member has begun and not sent, the last changed one first',
  response: z.object({ drafts: z.array(MessageDraftView).max(MAX_MESSAGE_DRAFTS) }),
})

export const saveMessageDraft = defineCall({
  method: 'put',
  path: '/messages/drafts/:id',
  access: 'member',
  summary:
    'Stores the text that the member writes in a conversation, which nobody else sees. The newest change wins: if the stored draft was changed or deleted after `changedAt`, it stays, and 409 `draft_changed` returns it as `messageDraft`, or null. A `changedAt` in the future is the present',
  params: ConversationParams,
  body: z.object({
    content: trimmedText(
      MAX_MESSAGE_DRAFT_LENGTH,
      `A draft can have at most ${MAX_MESSAGE_DRAFT_LENGTH} characters`,
    ).min(1, 'Write something'),
    changedAt: Timestamp,
  }),
  response: z.object({ draft: MessageDraftView }),
})

export const deleteMessageDraft = defineCall({
  method: 'delete',
  path: '/messages/drafts/:id',
  access: 'member',
  summary:
    'Deletes the draft of a conversation, also if there is none. A draft that was changed after `changedAt`, by default the present, stays, with 409 `draft_changed`',
  params: ConversationParams,
  query: z.object({ changedAt: Timestamp.optional() }),
  response: z.object({ ok: z.literal(true) }),
})
