import type { ConversationView, MessageView, ServerToClientEvents } from '@meadow/contracts'
import type { ApiResponse } from '@meadow/web'
import { aMessage, ann, kofi } from '../../testing/fixtures.ts'

export type ConversationAction = {
  by: 'ann' | 'kofi'
  kind: 'send' | 'reply' | 'answer in a thread' | 'edit' | 'delete' | 'react' | 'read' | 'receive'
  /** Which message, counted from the newest. */
  messageIndex: number
}
type SocketPush = {
  [Name in keyof ServerToClientEvents]: { name: Name; payload: ServerToClientEvents[Name] }
}[keyof ServerToClientEvents]

/** When everything is deleted. */
export const NOON = '2026-05-01T12:00:00.000Z'
const FAKE_PAGE_SIZE = 30

/** A conversation of Ann and Kofi as the server keeps it: what it tells Ann after each act, and what it answers her. */
export function createFakeConversation() {
  const messages: MessageView[] = []
  const state = { rev: 0, readUpTo: { ann: 0, kofi: 0 }, deliveredUpTo: { ann: 0, kofi: 0 } }
  const nextRev = () => {
    state.rev += 1
    return state.rev
  }
  const people = { ann, kofi }
  const other = (by: ConversationAction['by']) => (by === 'ann' ? 'kofi' : 'ann')
  const find = (to: number) => messages[messages.length - 1 - (to % Math.max(1, messages.length))]
  const seen = (message: MessageView): MessageView => {
    const reader = message.sender._id === ann._id ? 'kofi' : 'ann'
    const isRead = message.seq <= state.readUpTo[reader]
    const isThere = reader === 'kofi' && message.seq <= state.deliveredUpTo.kofi
    const quoted = messages.find(({ _id }) => _id === message.replyTo?._id)
    const replyTo =
      quoted && !quoted.deletedAt && message.replyTo ? { ...message.replyTo, content: quoted.content } : null
    return { ...message, replyTo, isRead, status: isRead ? 'read' : isThere ? 'delivered' : 'sent' }
  }
  const change = (message: MessageView, part: Partial<MessageView>) => {
    for (const one of messages) if (one.replyTo?._id === message._id) one.rev = nextRev()
    Object.assign(message, part, { rev: nextRev() })
  }

  function send(by: ConversationAction['by'], under: Partial<MessageView>): SocketPush {
    state.rev += 1
    const root = messages.find(({ _id }) => _id === under.threadId)
    if (root) Object.assign(root, { threadCount: root.threadCount + 1, rev: state.rev })
    const seq = messages.length + 1
    const message = aMessage({ sender: people[by], seq, rev: state.rev, content: `Number ${seq}`, ...under })
    messages.push(message)
    return { name: by === 'ann' ? 'messageSent' : 'newMessage', payload: seen(message) }
  }

  function act({ by, kind: what, messageIndex: to }: ConversationAction): SocketPush | undefined {
    const message = find(to)
    if (what === 'send' || !message) return send(by, {})
    const { _id, content, messageType, sender } = message
    if (what === 'reply' && !message.deletedAt) return send(by, { replyTo: { _id, content, messageType, sender } })
    if (what === 'answer in a thread') return send(by, { threadId: message.threadId ?? _id })
    const isOwn = sender._id === people[by]._id && !message.deletedAt
    if (what === 'edit' && isOwn) {
      change(message, { content: `${content}!`, edited: true, editedAt: NOON })
      return { name: 'messageEdited', payload: seen(message) }
    }
    if (what === 'delete' && isOwn) {
      const root = messages.find((one) => one._id === message.threadId)
      if (root) Object.assign(root, { threadCount: root.threadCount - 1, rev: nextRev() })
      const nothing = { content: '', reactions: [], replyTo: null, edited: false, editedAt: null, deletedAt: NOON }
      change(message, nothing)
      return { name: 'messageDeleted', payload: { messageId: _id, userId: kofi._id, rev: state.rev } }
    }
    if (what === 'react' && !message.deletedAt) {
      const reactions = [...message.reactions, { user: people[by]._id, emoji: '👍', createdAt: NOON }]
      Object.assign(message, { reactions, rev: nextRev() })
      return { name: 'messageReaction', payload: { messageId: _id, userId: kofi._id, reactions, rev: state.rev } }
    }
    if (what === 'read' && state.readUpTo[by] < message.seq) {
      state.readUpTo[by] = message.seq
      state.deliveredUpTo[by] = Math.max(state.deliveredUpTo[by], message.seq)
      const read = { readerId: people[by]._id, upToSeq: message.seq, rev: nextRev() }
      return { name: 'messageRead', payload: { ...read, userId: kofi._id } }
    }
    if (what === 'receive' && state.deliveredUpTo[by] < messages.length) {
      state.deliveredUpTo[by] = messages.length
      const rev = nextRev()
      const received = { receiverId: people[by]._id, upToSeq: messages.length, rev }
      return { name: 'messageDelivered', payload: { ...received, userId: kofi._id } }
    }
    return undefined
  }

  const unreadCount = () =>
    messages.filter((one) => one.sender._id === kofi._id && !one.deletedAt && one.seq > state.readUpTo.ann).length
  const marks = () => ({ readUpTo: state.readUpTo[other('ann')], deliveredUpTo: state.deliveredUpTo[other('ann')] })

  return {
    act,
    /** The newest page, or that around or before a message. */
    page(query = new URLSearchParams()): ApiResponse<'GET /messages/:id'> {
      const place = (id: string) => messages.findIndex(({ _id }) => _id === id)
      const [around, before] = [query.get('around'), query.get('before')]
      const end = around ? place(around) + FAKE_PAGE_SIZE / 2 : before ? place(before) : messages.length
      const shown = messages.slice(Math.max(0, end - FAKE_PAGE_SIZE), end)
      const [hasMore, hasNewer] = [end > FAKE_PAGE_SIZE, end < messages.length]
      return { messages: shown.map(seen), hasMore, hasNewer, rev: state.rev }
    },
    thread(rootId: string): ApiResponse<'GET /messages/thread/:id'> {
      const root = messages.find(({ _id }) => _id === rootId) as MessageView
      const under = messages.filter(({ threadId }) => threadId === rootId).map(seen)
      return { root: seen(root), messages: under, hasMore: false, rev: state.rev }
    },
    changes(since: number): ApiResponse<'GET /messages/:userId/changes'> {
      const changed = messages.filter(({ rev }) => rev > since).toSorted((one, two) => one.rev - two.rev)
      return { messages: changed.map(seen), hasMore: false, rev: state.rev, unreadCount: unreadCount(), ...marks() }
    },
    conversation(): ConversationView {
      const last = messages.at(-1)
      const shown = last && seen(last)
      return {
        _id: kofi._id,
        user: { ...kofi, isOnline: true, lastActive: null },
        lastMessage: shown
          ? {
              _id: shown._id,
              seq: shown.seq,
              content: shown.content,
              messageType: shown.messageType,
              createdAt: shown.createdAt,
              deletedAt: shown.deletedAt,
              isRead: shown.isRead,
              sender: shown.sender._id,
            }
          : null,
        unreadCount: unreadCount(),
        rev: state.rev,
        canSend: true,
        ...marks(),
      }
    },
    rev: () => state.rev,
  }
}
