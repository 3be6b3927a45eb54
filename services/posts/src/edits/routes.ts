import { calls } from '@meadow/contracts'
import { MAX_POST_VERSIONS } from '@meadow/contracts/limits'
import { type AssertWordsAllowed, callerToViewer, claimsToActor } from '@meadow/members'
import { type CallRoute, serve, type Throttle, type ThrottleLimit, withThrottle } from '@meadow/service'
import { type FacetDeps, readTextFacets } from '../mentions/read-text-facets.ts'
import { toPostView } from '../posts/post.ts'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import type { EditRepository } from './edit-repository.ts'

export type EditRoutesDeps = FacetDeps & {
  posts: PostRepository
  edits: EditRepository
  assertWordsAllowed: AssertWordsAllowed
  throttle: Throttle
  limits: { edits: ThrottleLimit }
  newId: (at: Date) => string
  now: () => Date
}

export function createEditRoutes(deps: EditRoutesDeps): CallRoute[] {
  return [
    serve(calls.editPost, async ({ member, params, body: { content, rev } }) => {
      await deps.assertWordsAllowed({ content })
      const by = claimsToActor(member)
      const at = deps.now()
      const facets = await readTextFacets(deps, content, by)
      const edit = { postId: params.id, by, content, facets, rev, at, eventId: deps.newId(at) }
      await withThrottle(deps.throttle, deps.limits.edits, member.sub, () => deps.edits.edit(edit))
      const viewer = callerToViewer(member)
      return { post: toPostView(await getPost(deps.posts, params.id, viewer), viewer) }
    }),

    serve(calls.listPostVersions, async ({ member, params }) => {
      const found = await deps.edits.listVersions(params.id, callerToViewer(member), MAX_POST_VERSIONS)
      const versions = found.slice(0, MAX_POST_VERSIONS).map(({ content, facets, writtenAt }) => ({
        content,
        ...(facets.length > 0 && { facets }),
        writtenAt: writtenAt.toISOString(),
      }))
      return { versions, hasMore: found.length > MAX_POST_VERSIONS }
    }),
  ]
}
