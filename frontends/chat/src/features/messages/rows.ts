import type { ShownMessage } from '../../data/outbox/waiting.ts'
import { isSameDay } from '../../words/moment.ts'

const TOGETHER = 5 * 60 * 1000

/** What the list shows below each other: a day, a message, which may be the last of its group, somebody typing. */
export type Row =
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'message'; key: string; message: ShownMessage; isLast: boolean }
  | { kind: 'typing'; key: string }

type Around = { isTyping: boolean; hasOlder: boolean }

/**
 * The rows of messages, oldest first. Those of one sender within five minutes make a group; a day begins a new one. Whether
 * a day begins with the first of them is not known while there are older ones.
 */
export function toRows(messages: readonly ShownMessage[], { isTyping, hasOlder }: Around): Row[] {
  const rows = messages.flatMap((message, index): Row[] => {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    const at = new Date(message.createdAt)
    const isLast = !after || !isTogether(message, after)
    const row: Row = { kind: 'message', key: message.key, message, isLast }
    if (!before && hasOlder) return [row]
    if (before && isSameDay(new Date(before.createdAt), at)) return [row]
    return [{ kind: 'day', key: `day ${at.toDateString()}`, at }, row]
  })
  return isTyping ? [...rows, { kind: 'typing', key: 'typing' }] : rows
}

function isTogether(one: ShownMessage, next: ShownMessage): boolean {
  const [from, to] = [new Date(one.createdAt), new Date(next.createdAt)]
  return one.sender._id === next.sender._id && to.getTime() - from.getTime() <= TOGETHER && isSameDay(from, to)
}
