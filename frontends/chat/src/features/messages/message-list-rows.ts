import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { isSameDay } from '../../format/calendar-day.ts'

const GROUP_INTERVAL_MS = 5 * 60 * 1000

/** A row of the message list: a day heading, a message (perhaps the last of its group), or the typing indicator. */
export type MessageListRow =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'message'; key: string; message: ShownMessage; isLast: boolean }
  | { kind: 'typing'; key: string }

type MessageListContext = { isTyping: boolean; hasOlder: boolean }

/**
 * Builds the rows of messages, oldest first. Messages of one sender within five minutes and one day form a group. The first
 * message gets no day heading while older ones exist, because they may be of the same day.
 */
export function toMessageListRows(
  messages: readonly ShownMessage[],
  { isTyping, hasOlder }: MessageListContext,
): MessageListRow[] {
  const rows = messages.flatMap((message, index): MessageListRow[] => {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    const at = new Date(message.createdAt)
    const isLast = !after || !isSameGroup(message, after)
    const row: MessageListRow = { kind: 'message', key: message.key, message, isLast }
    if (!before && hasOlder) return [row]
    if (before && isSameDay(new Date(before.createdAt), at)) return [row]
    return [{ kind: 'day', key: `day ${at.toDateString()}`, at }, row]
  })
  return isTyping ? [...rows, { kind: 'typing', key: 'typing' }] : rows
}

function isSameGroup(one: ShownMessage, next: ShownMessage): boolean {
  const [from, to] = [new Date(one.createdAt), new Date(next.createdAt)]
  return one.sender._id === next.sender._id && to.getTime() - from.getTime() <= GROUP_INTERVAL_MS && isSameDay(from, to)
}
