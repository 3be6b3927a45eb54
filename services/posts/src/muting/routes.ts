import { calls } from '@meadow/contracts'
import { toTag } from '@meadow/contracts/parse-search'
import { callerToViewer } from '@meadow/members'
import { type CallRoute, serve } from '@meadow/service'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import { requireTag } from '../tags/tag-name.ts'
import type { MutedContentRepository, MutedTarget } from './muted-content.ts'

export type MutingRouteDeps = {
  mutedContent: MutedContentRepository
  posts: PostRepository
  newId: (at: Date) => string
  now: () => Date
}

type MuteBody = { state: boolean; until?: string | null | undefined }

export function createMutingRoutes({ mutedContent, posts, newId, now }: MutingRouteDeps): CallRoute[] {
  async function change(memberId: string, muted: MutedTarget, { state, until }: MuteBody) {
    const at = now()
    const end = until ? new Date(until) : null
    const acts = state && (end === null || end > at)
    await mutedContent.change({ ...muted, memberId, wanted: acts && { until: end }, at, eventId: newId(at) })
    return { isMuted: acts, mutedUntil: acts ? (end?.toISOString() ?? null) : null }
  }

  return [
    serve(calls.listMutedContent, async ({ member }) => {
      const { content } = await mutedContent.find(member.sub, now())
      const listKind = (kind: MutedTarget['kind']) =>
        content
          .filter((muted) => muted.kind === kind)
          .map(({ target, until }) => ({ target, mutedUntil: until?.toISOString() ?? null }))
      return {
        posts: listKind('post').map(({ target, mutedUntil }) => ({ _id: target, mutedUntil })),
        tags: listKind('tag').map(({ target, mutedUntil }) => ({ tag: target, mutedUntil })),
      }
    }),

    serve(calls.mutePost, async ({ member, params, body }) => {
      if (body.state) await getPost(posts, params.id, callerToViewer(member))
      return change(member.sub, { kind: 'post', target: params.id }, body)
    }),

    serve(calls.muteTag, async ({ member, params, body }) => {
      const tag = toTag(params.tag)
      if (body.state) requireTag(tag)
      return { tag, ...(await change(member.sub, { kind: 'tag', target: tag }, body)) }
    }),
  ]
}
