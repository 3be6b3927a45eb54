import { inParallel } from '../check-in-parallel.ts'
import type { Databases } from '../databases.ts'
import type { History, Member } from '../history.ts'
import type { Client } from '../repeating-client.ts'
import { between, type Message, toKey, toReaction } from './history.ts'
import { lookAgain, readAll, type Seen, type View } from './message-views.ts'

type Of = { client: Client; history: History; databases: Databases }
type Side = { me: Member; other: Member }

/** What each of two members sees of their conversation, and what both sides and the store have to agree on. */
export async function talksAreWhole(of: Of): Promise<string[]> {
  const { chat, members } = of.history
  const pairs = new Map([...chat.messages.values()].map(({ by, to }) => [[by, to].sort().join(), [by, to]]))
  const sides = [...pairs.values()].map((pair) => pair.map((id) => members.get(id) as Member) as [Member, Member])
  return [
    ...(await inParallel(sides, ([one, other]) => conversationIsWhole(of, { me: one, other }))),
    ...(await inParallel(members.values(), (member) => totalIsRight(of, member))),
    ...(await storeAgrees(of)),
  ]
}

async function conversationIsWhole(of: Of, { me, other }: Side): Promise<string[]> {
  const mine = await readAll({ client: of.client, token: me.token, other: other._id })
  const theirs = await readAll({ client: of.client, token: other.token, other: me._id })
  const name = `between ${me.username} and ${other.username}`
  const order = (all: Seen[]) => all.map(({ seq, _id }) => `${seq} ${_id}`).join()
  return [
    ...(order(mine) === order(theirs) ? [] : [`I6 the two see another order ${name}`]),
    ...messagesAreWhole(of.history, between(of.history.chat, me._id, other._id), mine).map((it) => `${it} ${name}`),
    ...(await sideIsWhole(of, { me, other }, mine)),
    ...(await sideIsWhole(of, { me: other, other: me }, theirs)),
  ]
}

/** I1, I2, I3: what was acknowledged is there once, in places without a gap, as it was changed last. */
function messagesAreWhole({ chat }: History, sent: Message[], seen: Seen[]): string[] {
  const expected = sent.map((message) => {
    const { _id, seq, isDeleted } = message
    const quoted = message.replyTo ? chat.messages.get(message.replyTo) : undefined
    const quote = quoted && !quoted.isDeleted ? quoted.text : undefined
    return isDeleted ? said(_id, seq) : said(_id, seq, message.text, message.reactions, quote)
  })
  const there = seen.map(({ _id, seq, content, deletedAt, reactions, replyTo }) =>
    deletedAt && content === '' && reactions.length === 0 && !replyTo
      ? said(_id, seq)
      : said(_id, seq, content, new Set(reactions.map(({ user, emoji }) => toReaction(user, emoji))), replyTo?.content),
  )
  const isEndless = seen.every(({ seq }, index) => seq === index + 1)
  return [
    ...missing('I1 not there:', expected, there),
    ...missing('I2 I3 there:', there, expected),
    ...(isEndless ? [] : ['I6 there are gaps']),
  ]
}

const said = (_id: string, seq: number, text?: string, reactions = new Set<string>(), quote?: string) =>
  JSON.stringify({ _id, seq, text, reactions: [...reactions].sort(), quote })

function missing(what: string, all: string[], among: string[]): string[] {
  const known = new Set(among)
  return all.filter((one) => !known.has(one)).map((one) => `${what} ${one}`)
}

/** I1, I4, I10: markers and counters of one side, and each view that a device had, brought up to date. */
async function sideIsWhole({ client, history }: Of, { me, other }: Side, seen: Seen[]): Promise<string[]> {
  const { chat } = history
  const name = `${me.username} with ${other.username}`
  const { body } = await client.insist({ path: `/messages/conversations/${other._id}`, token: me.token })
  const { unreadCount, readUpTo } = body['conversation'] as { unreadCount: number; readUpTo: number }
  const unread = seen.filter(({ sender, isRead, deletedAt }) => sender._id === other._id && !isRead && !deletedAt)
  const wrongMarks = seen.filter(({ sender, seq, isRead }) => sender._id === me._id && isRead !== seq <= readUpTo)
  const readByMe = chat.read.get(toKey(me._id, other._id)) ?? 0
  const unmarked = seen.filter(({ sender, seq, isRead }) => sender._id === other._id && seq <= readByMe && !isRead)
  const fresh = shown(seen)
  const stale = await inParallel(chat.views.get(toKey(me._id, other._id)) ?? [], async (old: View) => {
    const view = await lookAgain({ client, token: me.token, other: other._id }, old)
    return shown([...view.messages.values()]) === fresh
      ? []
      : [`I10 changes since ${old.rev} do not lead to now: ${name}`]
  })
  return [
    ...(unreadCount === unread.length ? [] : [`I4 ${unreadCount}/${unread.length} unread: ${name}`]),
    ...(unmarked.length === 0 ? [] : [`I1 ${unmarked.length} are not read any more: ${name}`]),
    ...(wrongMarks.length === 0 ? [] : [`I4 ${wrongMarks.length} are not read as the marker says: ${name}`]),
    ...stale,
  ]
}

/** How far a message has come is told by the markers. */
const shown = (messages: Seen[]): string =>
  JSON.stringify(
    messages
      .toSorted((a, b) => a.seq - b.seq)
      .map(({ _id, seq, rev, content, deletedAt, reactions, replyTo, threadCount }) => ({
        ...{ _id, seq, rev, content, deletedAt, threadCount },
        reactions: reactions.map(({ user, emoji }) => toReaction(user, emoji)),
        quote: replyTo?.content,
      })),
  )

/** I4: the total of a member is what their conversations say. */
async function totalIsRight({ client, databases }: Of, { _id, token, username }: Member): Promise<string[]> {
  const { body } = await client.insist({ path: '/messages/unread-count/total', token })
  const unread = await databases.chat.unreadOf(_id)
  return body['count'] === unread ? [] : [`I4 ${body['count']}/${unread} unread in all: ${username}`]
}

/** I3, I4, I5: nothing is there that nobody was told of, counters are right, and every change was announced. */
async function storeAgrees({ history: { chat }, databases }: Of): Promise<string[]> {
  const told = (type: string) => databases.announced(type).toSorted()
  const all = [...chat.messages.values()]
  const deleted = all.filter(({ isDeleted }) => isDeleted)
  const sent = all.map(({ _id }) => _id)
  const same = (what: string, one: string[], other: string[]) =>
    one.join() === other.toSorted().join() ? [] : [`${what}: ${one.length}/${other.length}`]
  return [
    ...same('I3 messages in the store', (await databases.chat.messages()).sort(), sent),
    ...same('I5 messages announced', told('message.sent'), sent),
    ...same(
      'I5 deletions announced',
      told('message.deleted'),
      deleted.map(({ _id }) => _id),
    ),
    ...(await databases.chat.miscounted()).map((id) => `I4 unread counts wrongly: ${id}`),
    ...(await databases.chat.misplaced()).map((id) => `I4 places count wrongly: ${id}`),
  ]
}
