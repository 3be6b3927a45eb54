import { events } from '@meadow/contracts'
import { type EventHandler, onEvent, onEventBatch } from '@meadow/events'
import type { MemberReadModel } from '@meadow/members'
import type { PostCountProjection } from './post-count-projection.ts'
import type { ProfileRepository } from './profile-repository.ts'

type PostCountHandlerDeps = { members: MemberReadModel; profiles: ProfileRepository; postCounts: PostCountProjection }

/** Update the number of posts of a profile. An unknown author is inserted from the event. */
export const postCountHandlers: EventHandler<PostCountHandlerDeps>[] = [
  onEventBatch(events.postCreated, async (posts, { members, profiles, postCounts }: PostCountHandlerDeps) => {
    await members.upsertActors(posts.map(({ data }) => data.author))
    await profiles.ensureExists(
      posts.map(({ data, time }) => ({ memberId: data.author._id, createdAt: new Date(time) })),
    )
    await postCounts.addPosts(posts.map(({ subject, data }) => ({ postId: subject, memberId: data.author._id })))
  }),
  onEvent(events.postDeleted, ({ subject, data }, { postCounts }: PostCountHandlerDeps) =>
    postCounts.removePost(subject, data.authorId),
  ),
]
