import { createMongoMemberReadModel, findVisibleMembers, toMemberView } from '@meadow/members'
import { DomainError, type KeysetKey } from '@meadow/service'
import { type MongoDatabase, readFilteredWindow, runMongoOperations } from '@meadow/storage'
import { hasName } from '../members/finds-name.ts'
import type { Conversation, ConversationRepository } from './conversation-repository.ts'
import { readConversations } from './mongo-read-conversations.ts'
import { conversationsIn, pairOf, type SideRow, sideId, sidesIn, totalsIn } from './mongo-rows.ts'
import { areMutual } from './mongo-standing.ts'

const newestFirst = { movedAt: -1, conversationId: -1 } as const

export const mongoConversations = (mongo: MongoDatabase): ConversationRepository => ({
  list(viewer, window, { q, unread, among }) {
    const whose = among ? { _id: { $in: among.map((other) => sideId(viewer._id, other)) } } : { member: viewer._id }
    const which = { ...whose, ...(unread && { unread: { $gt: 0 } }) }
    const hint = among ? '_id_' : unread ? 'unread' : 'newest'
    return readFilteredWindow(window, {
      async readRows(after, limit) {
        const sides = await sidesIn(mongo)
          .find(
            { ...which, ...behind(after) },
            { ...mongo.operationOptions, hint, projection: { conversationId: 1, movedAt: 1 } },
          )
          .sort(newestFirst)
          .limit(limit)
          .toArray()
        return sides.map(toKey)
      },
      async filterRows(keys) {
        const conversations = await readConversations(
          mongo,
          viewer,
          keys.map(({ _id }) => _id),
        )
        return keys.flatMap((key) => {
          const conversation = conversations.get(key._id)
          return conversation && hasName(conversation.user, q) ? [{ ...key, conversation }] : []
        })
      },
    })
  },

  async find(otherId, viewer) {
    const asked = { pair: pairOf(viewer._id, otherId) }
    const row = await conversationsIn(mongo).findOne(asked, { ...mongo.operationOptions, projection: { _id: 1 } })
    const found = row && (await readConversations(mongo, viewer, [row._id])).get(row._id)
    return found ?? findNothing(mongo, otherId, viewer)
  },

  async isOpen(otherId, viewer) {
    const asked = { _id: sideId(viewer._id, otherId) }
    const [side, seen] = await runMongoOperations(mongo, [
      () => sidesIn(mongo).findOne(asked, { ...mongo.operationOptions, projection: { _id: 1 } }),
      () => findVisibleMembers(mongo, viewer, [otherId]),
    ])
    return side !== null && seen.size > 0
  },

  async others(viewer) {
    const sides = await sidesIn(mongo)
      .find({ member: viewer._id }, { ...mongo.operationOptions, hint: 'newest', projection: { _id: 0, other: 1 } })
      .toArray()
    const seen = await findVisibleMembers(
      mongo,
      viewer,
      sides.map(({ other }) => other),
    )
    return [...seen.keys()]
  },

  async lastMove(viewer) {
    const total = await totalsIn(mongo).findOne({ _id: viewer._id }, mongo.operationOptions)
    return total?.moves ?? 0
  },

  async moved(viewer, window, limit) {
    const moves = 'after' in window ? { $gt: window.after } : { $lte: window.upTo }
    const sides = await sidesIn(mongo)
      .find({ member: viewer._id, moves }, mongo.operationOptions)
      .sort({ moves: 'after' in window ? 1 : -1 })
      .limit(limit + 1)
      .toArray()
    const conversations = await conversationsIn(mongo)
      .find(
        { _id: { $in: sides.map(({ conversationId }) => conversationId) } },
        { ...mongo.operationOptions, projection: { rev: 1 } },
      )
      .toArray()
    const revs = new Map(conversations.map(({ _id, rev }) => [_id, rev]))
    return sides.map(({ conversationId, other, unread, moves }) => ({
      ...{ userId: other, rev: revs.get(conversationId) ?? 0, unreadCount: unread, move: moves },
    }))
  },
})

const toKey = ({ conversationId, movedAt }: SideRow): KeysetKey => ({ _id: conversationId, createdAt: movedAt })

/** What comes after a key in the list of a member. */
const behind = (key: KeysetKey | undefined): object =>
  key
    ? {
        movedAt: { $lte: key.createdAt },
        $or: [{ movedAt: { $lt: key.createdAt } }, { conversationId: { $lt: key._id } }],
      }
    : {}

/** What the viewer has with somebody to whom nothing was written yet. */
async function findNothing(mongo: MongoDatabase, otherId: string, viewer: { _id: string }): Promise<Conversation> {
  const member = (await findVisibleMembers(mongo, viewer, [otherId])).get(otherId)
  if (!member) throw new DomainError('member_not_found')
  const followed = await createMongoMemberReadModel(mongo).findFollowed(viewer._id, [otherId])
  const canSend = await areMutual(mongo, viewer._id, otherId)
  const marks = { unreadCount: 0, rev: 0, readUpTo: 0, deliveredUpTo: 0 }
  const user = toMemberView(member, followed.size > 0)
  return { _id: otherId, user, lastMessage: null, ...marks, canSend, isOpen: true }
}
