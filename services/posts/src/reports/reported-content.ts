import { type DomainEvent, events, type ReceivedEvent, type ReportEvidence } from '@meadow/contracts'
import { createEvent, onEvent } from '@meadow/events'
import { canViewContent, type Member, toActor } from '@meadow/members'
import { toCommentHiddenEvent } from '../comments/comment-change.ts'
import type { ChangedPost } from '../posts/changed-post.ts'
import { toPostDeletedEvent } from '../posts/post-deletion.ts'
import { toCaptionsText } from '../videos/captions.ts'

type ReportFiled = ReceivedEvent<typeof events.reportFiled>

/** The video of a reported post, with its captions as they are served. */
type ReportedVideo = { durationMs: number; captions: string | null }

type ReportedText = { author: Member; text: string; createdAt: Date; video?: ReportedVideo | undefined }

/** A post or comment to be copied as evidence. `post` is the post of a comment. */
type ReportedContent = Pick<ReportEvidence, 'pictures'> & ReportedText & { post: ReportedText | undefined }

/** Evidence has so many characters of captions at most: they have up to 100 KB. */
const MAX_EVIDENCE_CAPTIONS_LENGTH = 10_000

/** A post whose comments have changed. */
export type ChangedComments = { postId: string; post: ChangedPost }

/** Reads, hides and deletes reported content, and stores events, in the transaction of the consumer. */
export type ReportedContentStore = {
  findPost(id: string): Promise<ReportedContent | undefined>
  findComment(id: string): Promise<ReportedContent | undefined>
  /** Returns the members of `ids` whom the member follows. */
  findFollowed(memberId: string, ids: readonly string[]): Promise<Set<string>>
  /** Deletes a post with its likes, comments and pictures. Returns its author and revision before; undefined if there is none. */
  removePost(id: string, at: Date): Promise<{ authorId: string; rev: number } | undefined>
  /** Hides a post or shows it again. Returns its author and revision after that; undefined if nothing changes. */
  setPostHidden(id: string, isHidden: boolean, at: Date): Promise<{ authorId: string; rev: number } | undefined>
  /** Hides a comment or shows it again. Returns its post after that; undefined if nothing changes. */
  setCommentHidden(id: string, isHidden: boolean): Promise<ChangedComments | undefined>
  /** Deletes a comment, which may be hidden. Returns its post after that; undefined if the comment was missing or hidden. */
  removeComment(id: string): Promise<ChangedComments | undefined>
  append(event: DomainEvent): Promise<void>
  newId: (at: Date) => string
}

const isPostOrComment = (kind: unknown): kind is 'post' | 'comment' => kind === 'post' || kind === 'comment'

/** Publishes a copy of a reported post or comment as evidence. */
export const onReportFiled = onEvent(
  events.reportFiled,
  async (report, { reportedContent }: { reportedContent: ReportedContentStore }) => {
    const { kind, targetId } = report.data
    if (!isPostOrComment(kind)) return
    const find = { post: reportedContent.findPost, comment: reportedContent.findComment }[kind]
    const id = reportedContent.newId(new Date(report.time))
    const content = await find(targetId)
    const authorIds = [content?.author._id, content?.post?.author._id].filter((authorId) => authorId !== undefined)
    const followed = await reportedContent.findFollowed(report.data.reporterId, authorIds)
    await reportedContent.append(toEvidenceEvent(report, kind, { content, followed, id }))
  },
)

type ReportedContentDeps = { reportedContent: ReportedContentStore }
/** Content that moderators hide, show or remove, at a time. */
type Target = { kind: 'post' | 'comment'; targetId: string; at: Date }

/**
 * Deletes a post or comment if moderators decided so; otherwise shows it again if it was hidden. A repeated event changes nothing.
 */
export const onReportDecided = onEvent(
  events.reportDecided,
  async ({ time, data: { kind, targetId, decision } }, { reportedContent }: ReportedContentDeps) => {
    if (!isPostOrComment(kind)) return
    const target = { kind, targetId, at: new Date(time) }
    if (decision === 'remove') await removeContent(reportedContent, target)
    else await setHidden(reportedContent, target, false)
  },
)

/** Hides a post or comment until moderators decide, or shows it again. */
export const onContentHidden = onEvent(
  events.reportContentHidden,
  async ({ time, data: { kind, targetId, isHidden } }, { reportedContent }: ReportedContentDeps) => {
    if (isPostOrComment(kind)) await setHidden(reportedContent, { kind, targetId, at: new Date(time) }, isHidden)
  },
)

async function removeContent(reportedContent: ReportedContentStore, { kind, targetId, at }: Target): Promise<void> {
  const eventId = reportedContent.newId(at)
  if (kind === 'comment') {
    const changed = await reportedContent.removeComment(targetId)
    if (changed) await reportedContent.append(toCommentEvent(changed, true, { targetId, at, eventId }))
    return
  }
  const removed = await reportedContent.removePost(targetId, at)
  if (removed) await reportedContent.append(toPostDeletedEvent(removed, { postId: targetId, at, eventId }))
}

async function setHidden(
  reportedContent: ReportedContentStore,
  { kind, targetId, at }: Target,
  isHidden: boolean,
): Promise<void> {
  const eventId = reportedContent.newId(at)
  if (kind === 'comment') {
    const changed = await reportedContent.setCommentHidden(targetId, isHidden)
    if (changed) await reportedContent.append(toCommentEvent(changed, isHidden, { targetId, at, eventId }))
    return
  }
  const changed = await reportedContent.setPostHidden(targetId, isHidden, at)
  const stamp = { source: 'posts', subject: targetId, id: eventId, time: at }
  if (changed) {
    await reportedContent.append(
      createEvent(isHidden ? events.postHidden : events.postShown, { ...stamp, data: changed }),
    )
  }
}

const toCommentEvent = (
  { postId, post }: ChangedComments,
  isHidden: boolean,
  { targetId: commentId, at, eventId }: { targetId: string; at: Date; eventId: string },
): DomainEvent => toCommentHiddenEvent({ postId, commentId, at, eventId }, isHidden, post)

/**
 * Creates the event with the evidence. It has none if there is no such content, or if the reporter cannot see it: the post or comment of
 * a private member is for followers, a comment also for the author of its post. Blocks are ignored: a member reports what they saw
 * before the block. `followed`: those of the authors whom the reporter follows.
 */
function toEvidenceEvent(
  { subject, time, data: { targetId, reporterId } }: ReportFiled,
  kind: 'post' | 'comment',
  { content, followed, id }: { content: ReportedContent | undefined; followed: ReadonlySet<string>; id: string },
): DomainEvent {
  const canSee = (author: Member, isHost: boolean) =>
    canViewContent({ _id: reporterId }, author, { blocked: false, isFollowing: followed.has(author._id), isHost })
  const host = content?.post?.author
  const isVisible = content && canSee(content.author, host?._id === reporterId) && (!host || canSee(host, false))
  return createEvent(events.reportEvidenceFrozen, {
    source: 'posts',
    subject,
    id,
    time: new Date(time),
    // the evidence of a report has only this revision
    data: { kind, targetId, evidence: isVisible ? toEvidence(content) : null, rev: 1 },
  })
}

function toEvidence({ pictures, post, ...content }: ReportedContent): ReportEvidence {
  return { ...toQuote(content), pictures, context: post ? [toQuote(post)] : [] }
}

function toQuote({ author, text, createdAt, video }: ReportedText) {
  const { profileVersion: _profileVersion, ...member } = toActor(author)
  return { author: member, text: describeVideo(text, video), createdAt: createdAt.toISOString() }
}

/** Returns the text of a post with what moderators cannot see in its copy: that it has a video, and what its captions say. */
function describeVideo(text: string, video: ReportedVideo | undefined): string {
  if (!video) return text
  const label = `Video of ${Math.round(video.durationMs / 1_000)} s`
  const spoken = video.captions && `Captions: ${toCaptionsText(video.captions).slice(0, MAX_EVIDENCE_CAPTIONS_LENGTH)}`
  return [[label, text].filter(Boolean).join(': '), spoken].filter(Boolean).join('\n\n')
}
