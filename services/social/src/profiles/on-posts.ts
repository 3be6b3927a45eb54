import { events } from '@meadow/contracts'
import { type Handler, on, onSeveral } from '@meadow/events'
import type { Members } from '@meadow/members'
import type { PostCounts } from './post-counts.ts'
import type { ProfileRepository } from './profile-repository.ts'

type Bound = { members: Members; profiles: ProfileRepository; postCounts: PostCounts }

/** Keeps the number of posts on profiles; an author of whom nothing was heard yet is noted with their post. */
export const postCountHandlers: Handler<Bound>[] = [
  onSeveral(events.postCreated, async (posts, { members, profiles, postCounts }: Bound) => {
    await members.noteActors(posts.map(({ data }) => data.author))
    await profiles.ensure(posts.map(({ data, time }) => ({ memberId: data.author._id, createdAt: new Date(time) })))
    await postCounts.count(posts.map(({ subject, data }) => ({ postId: subject, memberId: data.author._id })))
  }),
  on(events.postDeleted, ({ subject, data }, { postCounts }: Bound) => postCounts.uncount(subject, data.authorId)),
]
