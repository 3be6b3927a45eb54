import { type DomainEvent, events, type ReceivedEvent, type ReportEvidence } from '@meadow/contracts'
import { createEvent, onEvent } from '@meadow/events'
import { canViewContent, type Member, toActor } from '@meadow/members'
import { toPostDeletedEvent } from '../posts/post-deletion.ts'

type ReportFiled = ReceivedEvent<typeof events.reportFiled>

/** A post or comment to be copied as evidence. `post` is the post of a comment. */
type ReportedContent = Pick<ReportEvidence, 'text' | 'pictures'> & {
  author: Member
  createdAt: Date
  post: { author: Member; text: string; createdAt: Date } | undefined
}

/** Reads reported content and stores the answer, in the transaction of the consumer. */
export type ReportedContentStore = {
  findPost(id: string): Promise<ReportedContent | undefined>
  findComment(id: string): Promise<ReportedContent | undefined>
  /** Returns the members of `ids` whom the member follows. */
  findFollowed(memberId: string, ids: readonly string[]): Promise<Set<string>>
  /** Deletes a post with its likes, comments and pictures. Returns its author and revision before; undefined if there is none. */
  removePost(id: string, at: Date): Promise<{ authorId: string; rev: number } | undefined>
  append(event: DomainEvent): Promise<void>
  newId: (at: Date) => string
}

const isOwnKind = (kind: unknown): kind is 'post' | 'comment' => kind === 'post' || kind === 'comment'

/** Answers the report of a post or comment with its copy. */
export const onReportFiled = onEvent(
  events.reportFiled,
  async (report, { reportedContent }: { reportedContent: ReportedContentStore }) => {
    const { kind, targetId } = report.data
    if (!isOwnKind(kind)) return
    const find = { post: reportedContent.findPost, comment: reportedContent.findComment }[kind]
    const id = reportedContent.newId(new Date(report.time))
    const content = await find(targetId)
    const authorIds = [content?.author._id, content?.post?.author._id].filter((authorId) => authorId !== undefined)
    const followed = await reportedContent.findFollowed(report.data.reporterId, authorIds)
    await reportedContent.append(toEvidenceEvent(report, kind, { content, followed, id }))
  },
)

/** Deletes a post if moderators decided so. A repeat finds no post. */
export const onReportDecided = onEvent(
  events.reportDecided,
  async ({ time, data }, { reportedContent }: { reportedContent: ReportedContentStore }) => {
    if (data.kind !== 'post' || data.decision !== 'remove') return
    const at = new Date(time)
    const removed = await reportedContent.removePost(data.targetId, at)
    if (!removed) return
    const deletion = { postId: data.targetId, at, eventId: reportedContent.newId(at) }
    await reportedContent.append(toPostDeletedEvent(removed, deletion))
  },
)

/**
 * Creates the answer to a report. It has no evidence if there is no such content, or if the reporter cannot see it: the post or comment of
 * a private member is for followers, a comment also for the author of its post. A block does not count: a member reports what they saw
 * before it. `followed`: those of the authors whom the reporter follows.
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
    data: { kind, targetId, evidence: isVisible ? toEvidence(content) : null, rev: 1 },
  })
}

function toEvidence({ pictures, post, ...content }: ReportedContent): ReportEvidence {
  return { ...toQuote(content), pictures, context: post ? [toQuote(post)] : [] }
}

function toQuote({ author, text, createdAt }: { author: Member; text: string; createdAt: Date }) {
  const { profileVersion: _profileVersion, ...member } = toActor(author)
  return { author: member, text, createdAt: createdAt.toISOString() }
}
