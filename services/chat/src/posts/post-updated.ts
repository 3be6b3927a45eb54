import type { EventOf, events, SocketHeard } from '@meadow/contracts'
import type { Members } from '@meadow/members'

export type PostMoved = EventOf<typeof events.postLiked | typeof events.postUnliked | typeof events.postCommented>

/** What everybody may see of a post that moved; comments by who is known here, and still there. */
export async function toPostUpdated(
  { subject, data: { view, rev, actor } }: PostMoved,
  members: Pick<Members, 'find'>,
): Promise<SocketHeard['postUpdated']> {
  const known = await members.find(view.comments.map(({ user }) => user._id))
  const comments = view.comments.flatMap(({ user: { _id, username, fullName, avatar }, ...comment }) => {
    const member = known.get(_id) ?? { _id, username, fullName, avatar, isVerified: false, state: 'active' }
    if (member.state !== 'active') return []
    const { isVerified } = member
    const user = { _id, username: member.username, fullName: member.fullName, avatar: member.avatar, isVerified }
    return [{ ...comment, user }]
  })
  const { likes, likesCount, commentsCount } = view
  return { _id: subject, likes, comments, likesCount, commentsCount, rev, actorId: actor._id }
}
