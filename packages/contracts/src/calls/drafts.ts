import * as z from 'zod'
import { defineCall } from '../define-call.ts'
import { MAX_DRAFTS, MAX_POST_DRAFT_LENGTH } from '../limits.ts'
import { PostDraftView } from '../shapes/post-draft.ts'
import { PictureInputs, postSettingsInput } from '../shapes/post-input.ts'
import { Id, Timestamp, trimmedText } from '../text.ts'

const IdParams = z.object({ id: Id })

export const listPostDrafts = defineCall({
  method: 'get',
  path: '/posts/drafts',
  access: 'member',
  summary: 'Lists the drafts of posts of the member, the last changed one first',
  response: z.object({ drafts: z.array(PostDraftView).max(MAX_DRAFTS) }),
})

export const savePostDraft = defineCall({
  method: 'put',
  path: '/posts/drafts/:id',
  access: 'member',
  summary:
    'Stores a draft of a post under an id of the client. The newest change wins: if the stored draft was changed or deleted after `changedAt`, it stays, and 409 `draft_changed` returns it as `draft`, or null. A `changedAt` in the future is the present. Pictures of a draft are kept as long as it',
  params: IdParams,
  body: z
    .object({
      content: trimmedText(
        MAX_POST_DRAFT_LENGTH,
        `A draft can have at most ${MAX_POST_DRAFT_LENGTH} characters`,
      ).default(''),
      pictures: PictureInputs,
      ...postSettingsInput,
      changedAt: Timestamp,
    })
    .refine(({ content, pictures }) => content !== '' || pictures.length > 0, {
      path: ['content'],
      message: 'Write something or add a picture',
    }),
  response: z.object({ draft: PostDraftView }),
})

export const deletePostDraft = defineCall({
  method: 'delete',
  path: '/posts/drafts/:id',
  access: 'member',
  summary:
    'Deletes a draft of a post, also if it is not known. A draft that was changed after `changedAt`, by default the present, stays, with 409 `draft_changed`',
  params: IdParams,
  query: z.object({ changedAt: Timestamp.optional() }),
  response: z.object({ ok: z.literal(true) }),
})
