import type { ShownMessage } from '../../data/outbox/waiting.ts'
import { isSameDay } from '../../words/moment.ts'

const TOGETHER = 5 * 60 * 1000

/** What the list shows below each other: a day, a message with its place in its group, somebody typing. */
export type Row =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'message'; key: string; message: ShownMessage; isFirst: boolean; isLast: boolean }
  | { kind: 'typing'; key: string }

/** The rows of messages, oldest first. Those of one sender within five minutes make a group; a day begins a new one. */
export function toRows(messages: readonly ShownMessage[], isTyping: boolean): Row[] {
  const rows = messages.flatMap((message, index): Row[] => {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    const at = new Date(message.createdAt)
    const isFirst = !before || !isTogether(before, message)
    const isLast = !after || !isTogether(message, after)
    const row: Row = { kind: 'message', key: message.key, message, isFirst, isLast }
    if (before && isSameDay(new Date(before.createdAt), at)) return [row]
    return [{ kind: 'day', key: `day ${at.toDateString()}`, at }, row]
  })
  return isTyping ? [...rows, { kind: 'typing', key: 'typing' }] : rows
}

function isTogether(one: ShownMessage, next: ShownMessage): boolean {
  const [from, to] = [new Date(one.createdAt), new Date(next.createdAt)]
  return one.sender._id === next.sender._id && to.getTime() - from.getTime() <= TOGETHER && isSameDay(from, to)
}
