import { calls } from '@meadow/contracts'
import { claimsToActor, type MemberReadModel } from '@meadow/members'
import {
  type BackgroundTask,
  type CallRoute,
  DELETED_DRAFT_RETENTION_MS,
  type Logger,
  serve,
  toChangeTime,
} from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import { requireActiveMember } from '../members/require-active-member.ts'
import { toNewPostPicture } from '../posts/post.ts'
import { toPostDraftView } from './draft.ts'
import type { PostDraftRepository } from './draft-repository.ts'

export type PostDraftRoutesDeps = { drafts: PostDraftRepository; members: MemberReadModel; now: () => Date }

export function createPostDraftRoutes({ drafts, members, now }: PostDraftRoutesDeps): CallRoute[] {
  return [
    serve(calls.listPostDrafts, async ({ member }) => ({
      drafts: (await drafts.list(member.sub)).map(toPostDraftView),
    })),

    serve(calls.savePostDraft, async ({ member, params, body }) => {
      const author = claimsToActor(member)
      await requireActiveMember(members, author)
      const { content, pictures, language, pictureCover, commentAudience, changedAt } = body
      const draft = await drafts.save({
        _id: params.id,
        memberId: author._id,
        content,
        pictures: pictures.map((picture) => toNewPostPicture(picture, author, 'pictures')),
        settings: { language: language ?? null, pictureCover: pictureCover ?? null, commentAudience },
        changedAt: toChangeTime(changedAt, now()),
      })
      return { draft: toPostDraftView(draft) }
    }),

    serve(calls.deletePostDraft, async ({ member, params, query }) => {
      const at = now()
      await drafts.delete({
        _id: params.id,
        memberId: member.sub,
        changedAt: toChangeTime(query.changedAt ?? at.toISOString(), at),
        at,
      })
      return { ok: true as const }
    }),
  ]
}

/** Creates the task that forgets deletions of drafts, once no device can have an earlier change. */
export const createDeletedDraftCleanup = ({
  drafts,
  log,
  now,
}: Pick<PostDraftRoutesDeps, 'drafts' | 'now'> & { log: Logger }): BackgroundTask =>
  createHourlyCleanup({
    name: 'deleted draft cleanup',
    log,
    deleteBatch: () => drafts.forgetDeleted(new Date(now().getTime() - DELETED_DRAFT_RETENTION_MS)),
  })
