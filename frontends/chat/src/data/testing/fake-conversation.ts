import type { ConversationView, MessageView, ServerToClientEvents } from '@meadow/contracts/browser'
import type { ApiResponse } from '@meadow/web'
import { aMessage, ann, kofi } from '../../testing/fixtures.ts'
import { toHiddenMessage } from '../messages/message-window.ts'

export type ConversationAction = {
  by: 'ann' | 'kofi'
  kind:
    | 'send'
    | 'speak'
    | 'play'
    | 'reply'
    | 'reply in a thread'
    | 'edit'
    | 'delete'
    | 'hide'
    | 'react'
    | 'read'
    | 'receive'
  /** The index of the message, counted from the newest. */
  messageIndex: number
}
type SocketPush = {
  [Name in keyof ServerToClientEvents]: { name: Name; payload: ServerToClientEvents[Name] }
}[keyof ServerToClientEvents]

/** The time of all changes. */
export const NOON = '2026-05-01T12:00:00.000Z'
const VOICE = { status: 'ready' as const, url: '/voice.m4a', durationMs: 2_000, peaks: [], isPlayed: false }
const FAKE_PAGE_SIZE = 30

/** Creates a fake server with one conversation of Ann and Kofi: it returns Ann's pushes and responses. */
export function createFakeConversation() {
  const messages: MessageView[] = []
  const state = { rev: 0, readUpTo: { ann: 0, kofi: 0 }, deliveredUpTo: { ann: 0, kofi: 0 } }
  /** The revisions at which Ann has deleted messages for herself, by message. */
  const hiddenAt = new Map<string, number>()
  const nextRev = () => {
    state.rev += 1
    return state.rev
  }
  const members = { ann, kofi }
  const other = (by: ConversationAction['by']) => (by === 'ann' ? 'kofi' : 'ann')
  const find = (index: number) => messages[messages.length - 1 - (index % Math.max(1, messages.length))]
  const toMessageView = (message: MessageView): MessageView => {
    const reader = message.sender._id === ann._id ? 'kofi' : 'ann'
    const isRead = message.seq <= state.readUpTo[reader]
    const isThere = reader === 'kofi' && message.seq <= state.deliveredUpTo.kofi
    const quoted = messages.find(({ _id }) => _id === message.replyTo?._id)
    const replyTo =
      quoted && message.replyTo ? { ...message.replyTo, content: quoted.content, deletedAt: quoted.deletedAt } : null
    const view = { ...message, replyTo, isRead, status: isRead ? 'read' : isThere ? 'delivered' : 'sent' } as const
    const quote = quoted && replyTo && hiddenAt.has(quoted._id) && toHiddenMessage(quoted)
    if (hiddenAt.has(message._id)) return toHiddenMessage(view)
    return quote ? { ...view, replyTo: { ...replyTo, content: '', deletedAt: quote.deletedAt } } : view
  }
  const change = (message: MessageView, part: Partial<MessageView>) => {
    for (const one of messages) if (one.replyTo?._id === message._id) one.rev = nextRev()
    Object.assign(message, part, { rev: nextRev() })
  }

  function send(by: ConversationAction['by'], fields: Partial<MessageView>): SocketPush {
    state.rev += 1
    const root = messages.find(({ _id }) => _id === fields.threadId)
    if (root) Object.assign(root, { threadCount: root.threadCount + 1, rev: state.rev })
    const seq = messages.length + 1
    const message = aMessage({ sender: members[by], seq, rev: state.rev, content: `Number ${seq}`, ...fields })
    messages.push(message)
    return { name: by === 'ann' ? 'messageSent' : 'newMessage', payload: toMessageView(message) }
  }

  function act({ by, kind, messageIndex }: ConversationAction): SocketPush | undefined {
    const message = find(messageIndex)
    if (kind === 'send' || !message) return send(by, {})
    if (kind === 'speak') return send(by, { messageType: 'voice', content: '', voice: VOICE })
    const { _id, content, messageType, pictures, sender, deletedAt } = message
    const pictureCount = pictures.length
    if (kind === 'reply' && !deletedAt)
      return send(by, { replyTo: { _id, content, messageType, pictureCount, deletedAt, sender } })
    if (kind === 'reply in a thread') return send(by, { threadId: message.threadId ?? _id })
    const isOwn = sender._id === members[by]._id && !message.deletedAt
    const { voice } = message
    if (kind === 'play' && voice && !voice.isPlayed && sender._id !== members[by]._id) {
      Object.assign(message, { voice: { ...voice, isPlayed: true }, rev: nextRev() })
      const played = { messageId: _id, listenerId: members[by]._id, rev: state.rev }
      return { name: 'messagePlayed', payload: { ...played, userId: kofi._id } }
    }
    if (kind === 'edit' && isOwn && !voice) {
      change(message, { content: `${content}!`, edited: true, editedAt: NOON })
      return { name: 'messageEdited', payload: toMessageView(message) }
    }
    if (kind === 'delete' && isOwn) {
      const root = messages.find((one) => one._id === message.threadId)
      if (root) Object.assign(root, { threadCount: root.threadCount - 1, rev: nextRev() })
      const deleted = { content: '', reactions: [], replyTo: null, edited: false, editedAt: null, deletedAt: NOON }
      delete message.voice
      change(message, deleted)
      return { name: 'messageDeleted', payload: { messageId: _id, userId: kofi._id, rev: state.rev } }
    }
    if (kind === 'hide' && !(by === 'ann' && hiddenAt.has(_id))) {
      const rev = nextRev()
      if (by === 'kofi') return undefined // nobody tells Ann
      hiddenAt.set(_id, rev)
      return { name: 'messageHidden', payload: { messageId: _id, userId: kofi._id, rev } }
    }
    if (kind === 'react' && !message.deletedAt) {
      const reactions = [...message.reactions, { user: members[by]._id, emoji: '👍', createdAt: NOON }]
      Object.assign(message, { reactions, rev: nextRev() })
      return { name: 'messageReaction', payload: { messageId: _id, userId: kofi._id, reactions, rev: state.rev } }
    }
    if (kind === 'read' && state.readUpTo[by] < message.seq) {
      state.readUpTo[by] = message.seq
      state.deliveredUpTo[by] = Math.max(state.deliveredUpTo[by], message.seq)
      const read = { readerId: members[by]._id, upToSeq: message.seq, rev: nextRev() }
      return { name: 'messageRead', payload: { ...read, userId: kofi._id } }
    }
    if (kind === 'receive' && state.deliveredUpTo[by] < messages.length) {
      state.deliveredUpTo[by] = messages.length
      const rev = nextRev()
      const received = { receiverId: members[by]._id, upToSeq: messages.length, rev }
      return { name: 'messageDelivered', payload: { ...received, userId: kofi._id } }
    }
    return undefined
  }

  const unreadCount = () =>
    messages
      .map(toMessageView)
      .filter((one) => one.sender._id === kofi._id && !one.deletedAt && one.seq > state.readUpTo.ann).length
  const marks = () => ({ readUpTo: state.readUpTo[other('ann')], deliveredUpTo: state.deliveredUpTo[other('ann')] })

  return {
    act,
    /** Returns the newest page, or that around or before a message. */
    page(query = new URLSearchParams()): ApiResponse<'GET /messages/:id'> {
      const indexOf = (id: string) => messages.findIndex(({ _id }) => _id === id)
      const [around, before] = [query.get('around'), query.get('before')]
      const end = around ? indexOf(around) + FAKE_PAGE_SIZE / 2 : before ? indexOf(before) : messages.length
      const shown = messages.slice(Math.max(0, end - FAKE_PAGE_SIZE), end)
      const [hasMore, hasNewer] = [end > FAKE_PAGE_SIZE, end < messages.length]
      return { messages: shown.map(toMessageView), hasMore, hasNewer, rev: state.rev }
    },
    thread(rootId: string): ApiResponse<'GET /messages/thread/:id'> {
      const root = messages.find(({ _id }) => _id === rootId) as MessageView
      const replies = messages.filter(({ threadId }) => threadId === rootId).map(toMessageView)
      return { root: toMessageView(root), messages: replies, hasMore: false, rev: state.rev }
    },
    changes(since: number): ApiResponse<'GET /messages/:userId/changes'> {
      const isHiddenSince = (id = '') => (hiddenAt.get(id) ?? 0) > since
      const changed = messages
        .filter(({ _id, rev, replyTo }) => rev > since || isHiddenSince(_id) || isHiddenSince(replyTo?._id))
        .toSorted((one, two) => one.rev - two.rev)
      return {
        messages: changed.map(toMessageView),
        hasMore: false,
        rev: state.rev,
        unreadCount: unreadCount(),
        ...marks(),
      }
    },
    conversation(): ConversationView {
      const views = messages.map(toMessageView)
      const shown = views.findLast(({ isHidden }) => !isHidden) ?? views.at(-1)
      return {
        _id: kofi._id,
        user: { ...kofi, isOnline: true, lastActive: null },
        lastMessage: shown
          ? {
              _id: shown._id,
              seq: shown.seq,
              content: shown.content,
              messageType: shown.messageType,
              pictureCount: shown.pictures.length,
              createdAt: shown.createdAt,
              deletedAt: shown.deletedAt,
              isRead: shown.isRead,
              sender: shown.sender._id,
              ...(shown.isHidden && { isHidden: true }),
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
