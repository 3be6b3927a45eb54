import { createMutedTextTest, type Viewer } from '@meadow/members'
import type { KeysetWindow } from '@meadow/service'
import type { Comment, Post } from '../posts/post.ts'
import { listTags } from '../tags/tag.ts'
import type { TimelineEntry } from '../timelines/timeline.ts'
import type { MutedContent, MutedContentRepository } from './muted-content.ts'

/** At most this many windows of a feed are read for one page. If they hold too few posts that are not muted, the page is shorter. */
const MAX_WINDOWS_PER_PAGE = 5

/** The rules of what a viewer mutes, for posts and comments. The viewer's own are never muted. */
export type MuteRules = { isMutedPost(post: Post): boolean; isMutedComment(comment: Comment): boolean }

/**
 * Creates the rules at the time `now`. A post is muted by its id, by its tags, by the words of its text, of the descriptions of its
 * pictures and of the note on their cover, and by the post that it quotes. `shownTag` is the tag whose page the viewer has opened: it does
 * not mute there. Returns undefined if nothing is muted.
 */
export function createMuteRules(
  viewer: NonNullable<Viewer>,
  { words, content }: MutedContent,
  now: Date,
  shownTag?: string,
): MuteRules | undefined {
  const targets = (kind: string) => content.filter((mute) => mute.kind === kind).map(({ target }) => target)
  const tags = new Set(targets('tag').filter((tag) => tag !== shownTag))
  const posts = new Set(targets('post'))
  if (words.length === 0 && tags.size === 0 && posts.size === 0) return undefined
  const hasMutedText = createMutedTextTest({ words, tags }, 'feed', now)
  const isMutedPost = ({ _id, user, content: text, facets, pictures, settings, quotedPost }: Post): boolean => {
    if (user._id === viewer._id) return false
    const texts = [text, ...pictures.map(({ alt }) => alt), settings.pictureCover?.note ?? '']
    if (posts.has(_id) || hasMutedText({ texts, tags: listTags(facets) })) return true
    return quotedPost ? isMutedPost(quotedPost) : false
  }
  return {
    isMutedPost,
    isMutedComment: ({ user, text, facets }) =>
      user._id !== viewer._id && hasMutedText({ texts: [text], tags: listTags(facets) }),
  }
}

export type MuteRuleDeps = { mutedContent: Pick<MutedContentRepository, 'find'>; now: () => Date }

/**
 * Creates the reader of a viewer's rules, which are undefined for a guest and if nothing is muted. Nothing is read if the first of
 * `entries` says that the viewer mutes nothing: the query of a timeline puts the same answer into each entry.
 */
export const createMuteRuleReader =
  ({ mutedContent, now }: MuteRuleDeps) =>
  async (viewer: Viewer, entries: readonly TimelineEntry[] = [], shownTag?: string): Promise<MuteRules | undefined> => {
    if (!viewer || entries[0]?.viewerMutes === false) return undefined
    const at = now()
    return createMuteRules(viewer, await mutedContent.find(viewer._id, at), at, shownTag)
  }

/** Marks the comments that the rules mute, and does the same with the replies inside them. */
export const markMutedComments = (comments: readonly Comment[], rules: MuteRules | undefined): Comment[] =>
  rules
    ? comments.map((comment) => ({
        ...comment,
        ...(rules.isMutedComment(comment) && { isMuted: true }),
        ...(comment.replies && { replies: markMutedComments(comment.replies, rules) }),
      }))
    : [...comments]

/** Returns a post with its muted comments marked. */
export const withMarkedComments = (post: Post, rules: MuteRules | undefined): Post =>
  rules && post.comments.length > 0 ? { ...post, comments: markMutedComments(post.comments, rules) } : post

/**
 * Leaves the muted posts out of a window and fills it from those that follow, up to `MAX_WINDOWS_PER_PAGE` in all. If these are not enough,
 * entries without a post take the places that are left, so that the next page begins after what was read. A page behind `skip` is not
 * filled, because the next one would repeat its posts. `first` is the window as it was read; like each window it has one entry more than
 * `limit`.
 */
export async function readUnmutedWindow(
  { limit, skip }: KeysetWindow,
  first: TimelineEntry[],
  rules: MuteRules | undefined,
  read: (window: KeysetWindow) => Promise<TimelineEntry[]>,
): Promise<TimelineEntry[]> {
  if (!rules) return first
  const shown: TimelineEntry[] = []
  for (let entries = first, count = 1; ; count += 1) {
    const page = entries.slice(0, limit)
    for (const entry of page)
      if (!entry.post) shown.push(entry)
      else if (!rules.isMutedPost(entry.post)) shown.push({ ...entry, post: withMarkedComments(entry.post, rules) })
    const [last, next] = [page.at(-1), entries[limit]]
    if (!last || !next || shown.length > limit) return shown.slice(0, limit + 1)
    if (shown.length === limit) return [...shown, next]
    if (count === MAX_WINDOWS_PER_PAGE || skip > 0) {
      const rest = Array.from({ length: limit - shown.length }, () => ({ ...last, post: undefined }))
      return [...shown, ...rest, next]
    }
    entries = await read({ limit, after: last, skip: 0 })
  }
}
