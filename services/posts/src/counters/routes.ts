import { calls } from '@meadow/contracts'
import { callerToViewer } from '@meadow/members'
import { type CallRoute, serve } from '@meadow/service'
import { getPost, type PostRepository } from '../posts/post-repository.ts'
import { type CounterChecker, toPostCountsView } from './counter-check.ts'

export type CountRoutesDeps = { counterChecker: CounterChecker; posts: PostRepository }

export const createCountRoutes = ({ counterChecker, posts }: CountRoutesDeps): CallRoute[] => [
  serve(calls.getPostCounts, async ({ member, params: { id } }) => {
    await getPost(posts, id, callerToViewer(member)) // only of what the caller can see
    const [firstTimes, checkedAt] = await Promise.all([
      counterChecker.findFirstTimes(id),
      counterChecker.findLastCheck(id),
    ])
    return toPostCountsView(firstTimes, checkedAt)
  }),
]
