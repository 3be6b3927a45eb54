import { type DomainEvent, events, type ReceivedEvent, type ReportEvidence } from '@meadow/contracts'
import { createEvent, type EventHandler, onEvent } from '@meadow/events'
import { type DeleteGroupMessageDeps, deleteSentGroupMessage } from '../groups/write-group-messages.ts'
import { type DeleteMessageDeps, deleteMessage } from '../messages/delete/delete-message.ts'
import type { Message } from '../messages/message.ts'

type ReportFiled = ReceivedEvent<typeof events.reportFiled>

type ReportedMessage = { message: Message; earlier: Message[]; memberIds: readonly string[] }

/** Reads reported messages and stores the answer, in the transaction of the consumer. */
export type ReportedMessageStore = {
  /** Finds a message with up to `before` messages that stand before it in its conversation, oldest first, and the members of its conversation. */
  find(id: string, before: number): Promise<ReportedMessage | undefined>
  append(event: DomainEvent): Promise<void>
  newId: (at: Date) => string
}

const CONTEXT_MESSAGES = 4

/** Answers the report of a message with its copy. */
export const onReportFiled = onEvent(
  events.reportFiled,
  async (report, { reportedMessages }: { reportedMessages: ReportedMessageStore }) => {
    if (report.data.kind !== 'message') return
    const found = await reportedMessages.find(report.data.targetId, CONTEXT_MESSAGES)
    await reportedMessages.append(toEvidenceEvent(report, found, reportedMessages.newId(new Date(report.time))))
  },
)

/** Creates the handler that deletes a message if moderators decided so, as its sender would. A repeat changes nothing. */
export const createReportDecidedHandler = (
  deps: DeleteMessageDeps & DeleteGroupMessageDeps,
): EventHandler<{ reportedMessages: ReportedMessageStore }> =>
  onEvent(events.reportDecided, async ({ data }, { reportedMessages }: { reportedMessages: ReportedMessageStore }) => {
    if (data.kind !== 'message' || data.decision !== 'remove') return
    const found = await reportedMessages.find(data.targetId, 0)
    if (!found || found.message.deletedAt || found.message.system) return
    const { _id, username, fullName, avatar } = found.message.sender
    const sender = { _id, username, fullName, avatar, profileVersion: 0 }
    if (found.message.recipient) await deleteMessage(deps, sender, data.targetId)
    else await deleteSentGroupMessage(deps, sender, data.targetId)
  })

/**
 * Creates the answer to a report. It has no evidence if there is no such message, if it is a system line, or if the reporter is not in its
 * conversation. A deleted message has no text, but its sender and what stood before it. A block does not count.
 */
function toEvidenceEvent(
  { subject, time, data: { targetId, reporterId } }: ReportFiled,
  found: ReportedMessage | undefined,
  id: string,
): DomainEvent {
  const isParticipant = found && !found.message.system && found.memberIds.includes(reporterId)
  return createEvent(events.reportEvidenceFrozen, {
    source: 'chat',
    subject,
    id,
    time: new Date(time),
    data: { kind: 'message', targetId, evidence: isParticipant ? toEvidence(found) : null, rev: 1 },
  })
}

const toEvidence = ({ message, earlier }: ReportedMessage): ReportEvidence => ({
  ...toQuote(message),
  pictures: message.pictures.map(({ alt = '' }) => ({ url: '', alt })),
  context: earlier.filter(({ deletedAt, system }) => deletedAt === null && !system).map(toQuote),
})

function toQuote({ sender: { _id, username, fullName, avatar }, content, voice, video, createdAt }: Message) {
  const media = voice ?? video
  const noun = voice ? 'Voice message' : 'Video'
  const label = media && `${noun} of ${Math.round(media.durationMs / 1_000)} s`
  const text = [label, content].filter(Boolean).join(': ')
  return { author: { _id, username, fullName, avatar }, text, createdAt: createdAt.toISOString() }
}
