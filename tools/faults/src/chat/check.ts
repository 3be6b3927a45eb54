import { checkInParallel } from '../check-in-parallel.ts'
import type { Databases } from '../databases.ts'
import type { History, Member } from '../history.ts'
import type { RepeatingClient } from '../repeating-client.ts'
import { listMessagesBetween, type SentMessage, toKey, toReaction } from './history.ts'
import { type ConversationView, fetchAllMessages, fetchChanges, type SeenMessage } from './message-views.ts'

type ChatCheckDeps = { client: RepeatingClient; history: History; databases: Databases }
/** A message request counts nothing as unread. */
type CheckedConversation = { unreadCount: number; readUpTo: number; request?: string }
type ConversationSide = { me: Member; other: Member }

/** Checks each conversation as both members see it, and against the store. */
export async function checkConversations(deps: ChatCheckDeps): Promise<string[]> {
  const { chat, members } = deps.history
  const pairs = new Map([...chat.messages.values()].map(({ by, to }) => [[by, to].sort().join(), [by, to]]))
  const sides = [...pairs.values()].map((pair) => pair.map((id) => members.get(id) as Member) as [Member, Member])
  return [
    ...(await checkInParallel(sides, ([one, other]) => checkConversation(deps, { me: one, other }))),
    ...(await checkInParallel(members.values(), (member) => checkUnreadTotal(deps, member))),
    ...(await checkStore(deps)),
  ]
}

async function checkConversation(deps: ChatCheckDeps, { me, other }: ConversationSide): Promise<string[]> {
  const ownView = await fetchAllMessages({ client: deps.client, token: me.token, other: other._id })
  const otherView = await fetchAllMessages({ client: deps.client, token: other.token, other: me._id })
  const name = `between ${me.username} and ${other.username}`
  const order = (all: SeenMessage[]) => all.map(({ seq, _id }) => `${seq} ${_id}`).join()
  return [
    ...(order(ownView) === order(otherView) ? [] : [`I6 the two members see different orders ${name}`]),
    ...checkMessages(deps.history, listMessagesBetween(deps.history.chat, me._id, other._id), ownView).map(
      (line) => `${line} ${name}`,
    ),
    ...(await checkSide(deps, { me, other }, ownView)),
    ...(await checkSide(deps, { me: other, other: me }, otherView)),
  ]
}

/** I1, I2, I3: checks that each acknowledged message exists once, with its last change, and that `seq` has no gap. */
function checkMessages({ chat }: History, sent: SentMessage[], seen: SeenMessage[]): string[] {
  const expected = sent.map((message) => {
    const { _id, seq, isDeleted } = message
    const quoted = message.replyTo ? chat.messages.get(message.replyTo) : undefined
    const quote = quoted?.isDeleted ? '' : quoted?.text
    return isDeleted ? serializeMessage(_id, seq) : serializeMessage(_id, seq, message.text, message.reactions, quote)
  })
  const actual = seen.map(({ _id, seq, content, deletedAt, reactions, replyTo }) =>
    deletedAt && content === '' && reactions.length === 0 && !replyTo
      ? serializeMessage(_id, seq)
      : serializeMessage(
          _id,
          seq,
          content,
          new Set(reactions.map(({ user, emoji }) => toReaction(user, emoji))),
          replyTo?.content,
        ),
  )
  const hasNoGaps = seen.every(({ seq }, index) => seq === index + 1)
  return [
    ...findMissing('I1 missing:', expected, actual),
    ...findMissing('I2 I3 unexpected:', actual, expected),
    ...(hasNoGaps ? [] : ['I6 there are gaps']),
  ]
}

const serializeMessage = (_id: string, seq: number, text?: string, reactions = new Set<string>(), quote?: string) =>
  JSON.stringify({ _id, seq, text, reactions: [...reactions].sort(), quote })

function findMissing(description: string, all: string[], among: string[]): string[] {
  const amongIds = new Set(among)
  return all.filter((one) => !amongIds.has(one)).map((one) => `${description} ${one}`)
}

/** I1, I4, I10: checks the markers and counters of one member, and the changes since each old view. */
async function checkSide(
  { client, history }: ChatCheckDeps,
  { me, other }: ConversationSide,
  seen: SeenMessage[],
): Promise<string[]> {
  const { chat } = history
  const name = `${me.username} with ${other.username}`
  const { body } = await client.callUntilResponse({ path: `/messages/conversations/${other._id}`, token: me.token })
  const { unreadCount, readUpTo, request } = body['conversation'] as CheckedConversation
  const unread =
    request === 'received'
      ? []
      : seen.filter(({ sender, isRead, deletedAt }) => sender._id === other._id && !isRead && !deletedAt)
  const wrongMarks = seen.filter(({ sender, seq, isRead }) => sender._id === me._id && isRead !== seq <= readUpTo)
  const readByMe = chat.read.get(toKey(me._id, other._id)) ?? 0
  const unmarked = seen.filter(({ sender, seq, isRead }) => sender._id === other._id && seq <= readByMe && !isRead)
  const fresh = serializeMessages(seen)
  const stale = await checkInParallel(chat.views.get(toKey(me._id, other._id)) ?? [], async (old: ConversationView) => {
    const view = await fetchChanges({ client, token: me.token, other: other._id }, old)
    return serializeMessages([...view.messages.values()]) === fresh
      ? []
      : [`I10 changes since ${old.rev} do not lead to the current state: ${name}`]
  })
  return [
    ...(unreadCount === unread.length ? [] : [`I4 ${unreadCount}/${unread.length} unread: ${name}`]),
    ...(unmarked.length === 0 ? [] : [`I1 ${unmarked.length} are unread again: ${name}`]),
    ...(wrongMarks.length === 0 ? [] : [`I4 ${wrongMarks.length} contradict the read marker: ${name}`]),
    ...stale,
  ]
}

/** Serialises messages without their delivery state. */
const serializeMessages = (messages: SeenMessage[]): string =>
  JSON.stringify(
    messages
      .toSorted((a, b) => a.seq - b.seq)
      .map(({ _id, seq, rev, content, deletedAt, reactions, replyTo, threadCount }) => ({
        _id,
        seq,
        rev,
        content,
        deletedAt,
        threadCount,
        reactions: reactions.map(({ user, emoji }) => toReaction(user, emoji)),
        quote: replyTo?.content,
      })),
  )

/** I4: checks that the unread total of a member equals the sum of their conversations. */
async function checkUnreadTotal(
  { client, databases }: ChatCheckDeps,
  { _id, token, username }: Member,
): Promise<string[]> {
  const { body } = await client.callUntilResponse({ path: '/messages/unread-count/total', token })
  const unread = await databases.chat.countUnread(_id)
  return body['count'] === unread ? [] : [`I4 ${body['count']}/${unread} unread in total: ${username}`]
}

/** I3, I4, I5: checks the stored messages, the counters, and the published events. */
async function checkStore({ history: { chat }, databases }: ChatCheckDeps): Promise<string[]> {
  const publishedIds = (type: string) => databases.listPublishedMessageIds(type).toSorted()
  const all = [...chat.messages.values()]
  const deleted = all.filter(({ isDeleted }) => isDeleted)
  const sent = all.map(({ _id }) => _id)
  const same = (description: string, one: string[], other: string[]) =>
    one.join() === other.toSorted().join() ? [] : [`${description}: ${one.length}/${other.length}`]
  return [
    ...same('I3 messages in the store', (await databases.chat.listMessageIds()).sort(), sent),
    ...same('I5 published messages', publishedIds('message.sent'), sent),
    ...same(
      'I5 published deletions',
      publishedIds('message.deleted'),
      deleted.map(({ _id }) => _id),
    ),
    ...(await databases.chat.findWrongUnreadCounts()).map((id) => `I4 wrong unread count: ${id}`),
    ...(await databases.chat.findWrongSequences()).map((id) => `I4 wrong sequence: ${id}`),
  ]
}
