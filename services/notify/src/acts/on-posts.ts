import { type EventOf, events } from '@meadow/contracts'
import { type Handler, onSeveral } from '@meadow/events'
import type { Members } from '@meadow/members'
import type { Act } from './act.ts'
import type { Acts } from './acts.ts'
import type { Known } from './known.ts'

export type Bound = { members: Members; known: Known; acts: Acts }

type Did = EventOf<typeof events.postLiked | typeof events.postUnliked | typeof events.postCommented>

/** Nobody is told of what they did themselves. */
const byOthers = <E extends Did>(heard: readonly E[]): E[] =>
  heard.filter(({ data }) => data.actor._id !== data.authorId)

const toAct = ({ subject, data, time }: Did): Omit<Act, 'type'> => ({
  to: data.authorId,
  from: data.actor._id,
  at: new Date(time),
  postId: subject,
  commentId: null,
  excerpt: '',
})

const noteActors = (heard: readonly Did[], { members }: Bound) =>
  members.noteActors(heard.map(({ data }) => data.actor))

/** What members are told about their posts. A crowd that likes one post costs as few statements as one who does. */
export const postHandlers: Handler<Bound>[] = [
  onSeveral(events.postCreated, (heard, { known }: Bound) => known.addPosts(heard)),

  onSeveral(events.postDeleted, async (heard, { known, acts }: Bound) => {
    const posts = heard.map(({ subject, data }) => ({ postId: subject, authorId: data.authorId }))
    await known.forgetPosts(posts)
    const ids = posts.map(({ postId }) => postId)
    await acts.removeAbout(ids, new Date(heard.at(-1)?.time ?? 0))
  }),

  onSeveral(events.postLiked, async (heard, bound: Bound) => {
    const fresh = await bound.known.newestLikes(byOthers(heard))
    await noteActors(fresh, bound)
    await bound.acts.tell(fresh.map((event) => ({ ...toAct(event), type: 'like' })))
  }),

  onSeveral(events.postUnliked, async (heard, { known, acts }: Bound) => {
    const fresh = await known.newestLikes(byOthers(heard))
    const likes = fresh.map(({ subject, data, time }) => ({
      postId: subject,
      from: data.actor._id,
      to: data.authorId,
      at: new Date(time),
    }))
    await acts.withdrawLikes(likes)
  }),

  onSeveral(events.postCommented, async (heard, bound: Bound) => {
    const fresh = await bound.known.newComments(byOthers(heard))
    await noteActors(fresh, bound)
    const { acts } = bound
    await acts.tell(
      fresh.map((event) => {
        const { commentId, excerpt } = event.data
        return { ...toAct(event), type: 'comment', commentId, excerpt }
      }),
    )
  }),
]
