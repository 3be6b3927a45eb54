import { calls } from '@meadow/contracts'
import {
  type BackgroundTask,
  type CallRoute,
  DELETED_DRAFT_RETENTION_MS,
  DomainError,
  type Logger,
  serve,
  toChangeTime,
} from '@meadow/service'
import { createHourlyCleanup } from '@meadow/storage'
import { type MessageDraftRepository, toMessageDraftView } from './message-draft.ts'

type MessageDraftRoutesDeps = { messageDrafts: MessageDraftRepository; now: () => Date }

/**
 * Creates the routes of drafts. They do not look at the other member: a draft that could be written stays with its author, also across
 * a block, and reaches nobody.
 */
export function createMessageDraftRoutes({ messageDrafts, now }: MessageDraftRoutesDeps): CallRoute[] {
  return [
    serve(calls.listMessageDrafts, async ({ member }) => ({
      drafts: (await messageDrafts.list(member.sub)).map(toMessageDraftView),
    })),

    serve(calls.saveMessageDraft, async ({ member: { sub: memberId }, params: { id: _id }, body }) => {
      if (_id === memberId) throw new DomainError('cannot_message_self')
      const change = { _id, memberId, content: body.content, changedAt: toChangeTime(body.changedAt, now()) }
      return { draft: toMessageDraftView(await messageDrafts.save(change)) }
    }),

    serve(calls.deleteMessageDraft, async ({ member, params, query }) => {
      const at = now()
      const changedAt = toChangeTime(query.changedAt ?? at.toISOString(), at)
      await messageDrafts.delete({ _id: params.id, memberId: member.sub, changedAt, at })
      return { ok: true as const }
    }),
  ]
}

/** Creates the task that forgets deletions of drafts, once no device can have an earlier change. */
export const createDeletedMessageDraftCleanup = ({
  messageDrafts,
  log,
  now,
}: MessageDraftRoutesDeps & { log: Logger }): BackgroundTask =>
  createHourlyCleanup({
    name: 'deleted draft cleanup',
    log,
    deleteBatch: () => messageDrafts.forgetDeleted(new Date(now().getTime() - DELETED_DRAFT_RETENTION_MS)),
  })
