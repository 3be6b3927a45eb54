import { events } from '@meadow/contracts'
import { type Handler, on } from '@meadow/events'
import type { Members } from '@meadow/members'
import type { PostCounts } from './post-counts.ts'
import type { ProfileRepository } from './profile-repository.ts'

type Bound = { members: Members; profiles: ProfileRepository; postCounts: PostCounts }

/** Keeps the number of posts on profiles; an author of whom nothing was heard yet is noted with their post. */
export const postCountHandlers: Handler<Bound>[] = [
  on(events.postCreated, async ({ subject, time, data: { author } }, { members, profiles, postCounts }: Bound) => {
    await members.noteActor(author)
    await profiles.ensure(author._id, new Date(time))
    await postCounts.count(subject, author._id)
  }),
  on(events.postDeleted, ({ subject, data }, { postCounts }: Bound) => postCounts.uncount(subject, data.authorId)),
]
