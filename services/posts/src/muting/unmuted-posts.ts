import { createMutedTextTest, type Viewer } from '@meadow/members'
import type { KeysetWindow } from '@meadow/service'
import type { Comment, Post } from '../posts/post.ts'
import { listTags } from '../tags/tag.ts'
import type { TimelineEntry } from '../timelines/timeline.ts'
import type { MutedContent, MutedContentRepository } from './muted-content.ts'

/** At most this many windows of a feed are read for one page. If they hold too few posts that are shown, the page is shorter. */
const MAX_WINDOWS_PER_PAGE = 5
/** Posts of a window before a page with a number. */
const NUMBERED_WINDOW_SIZE = 50

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

/** Returns a post with its muted comments marked, and marked itself if it is muted. */
export const withMarks = (post: Post, rules: MuteRules | undefined): Post => ({
  ...withMarkedComments(post, rules),
  ...(rules?.isMutedPost(post) && { isMuted: true }),
})

/**
 * Reads a page of a feed. Leaves out muted posts, entries without a post, and posts that occur earlier on the page because several members
 * shared them, and fills the page from the windows that follow, `MAX_WINDOWS_PER_PAGE` in all. If these are not enough, entries without a
 * post take the places that are left, so that the next page begins after what was read. A page behind `skip` is read from the beginning of
 * the list, so that it repeats no post of the pages before it. `read` returns a window with one entry more than its limit.
 */
export async function readFilledPage(
  { limit, skip, after }: KeysetWindow,
  read: (window: KeysetWindow) => Promise<TimelineEntry[]>,
  readRules: (first: readonly TimelineEntry[]) => Promise<MuteRules | undefined>,
): Promise<TimelineEntry[]> {
  const size = skip > 0 ? Math.max(limit, NUMBERED_WINDOW_SIZE) : limit
  const maxWindows = MAX_WINDOWS_PER_PAGE + Math.ceil(skip / size)
  const shown: TimelineEntry[] = []
  const ids = new Set<string>()
  let entries = await read({ limit: size, after, skip: 0 })
  const rules = await readRules(entries)
  for (let count = 1; ; count += 1) {
    const page = entries.slice(0, size)
    for (const { post, ...key } of page) {
      if (!post || ids.has(post._id) || rules?.isMutedPost(post)) continue
      ids.add(post._id)
      shown.push({ ...key, post: withMarkedComments(post, rules) })
    }
    const [last, next] = [page.at(-1), entries[size]]
    if (!last || !next || shown.length > skip + limit) return shown.slice(skip, skip + limit + 1)
    const found = shown.slice(skip)
    if (found.length === limit) return [...found, next]
    if (count === maxWindows) {
      const rest = Array.from({ length: limit - found.length }, () => ({ ...last, post: undefined }))
      return [...found, ...rest, next]
    }
    entries = await read({ limit: size, after: last, skip: 0 })
  }
}
