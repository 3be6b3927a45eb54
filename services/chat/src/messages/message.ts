import type {
  Actor,
  LinkPreviewView,
  MediaView,
  MemberView,
  MessageView,
  ReactionView,
  TextFacet,
  VoiceView,
} from '@meadow/contracts'
import { findPreviewedUrl, type LinkPreview } from '@meadow/link-preview'
import { type SharedSignals, toMemberView } from '@meadow/members'
import type { VoiceFormat } from '@meadow/voice'

type Participant = Omit<MemberView, 'isFollowing'> & {
  /** The participant follows the other one. */
  follows: boolean
}
type MessageType = MessageView['messageType']

/** A stored picture. `random` is the part of its URL that cannot be guessed. */
export type MessagePicture = {
  _id: string
  random: string
  width: number
  height: number
  placeholder: string
  /** Widths of the smaller variants, in pixels. */
  narrower: number[]
  /** The description by its sender. Pictures of earlier versions have none. */
  alt?: string
}

/**
 * A stored recording. `random` is the part of its URL that cannot be guessed, of the file as it was recorded until it is encoded.
 * `durationMs` is what the sender said until then.
 */
export type MessageVoice = Pick<VoiceView, 'status' | 'durationMs' | 'peaks'> & { random: string; format: VoiceFormat }

/** A stored message with everything that any member of its conversation sees of it. */
export type Message = {
  _id: string
  conversationId: string
  seq: number
  rev: number
  clientMessageId: string | null
  sender: Participant
  /** The other member of a direct conversation; null in other kinds. */
  recipient: Participant | null
  content: string
  facets: TextFacet[]
  /** The preview of a link of the text, or of an earlier text (see `getShownPreview`); null if there is none. */
  linkPreview: LinkPreview | null
  /** The sender has removed the preview. */
  isLinkPreviewRemoved: boolean
  messageType: MessageType
  pictures: MessagePicture[]
  /** The recording of a message of the type `voice`. */
  voice?: MessageVoice | null | undefined
  /** The members who have begun to play the recording, except its sender. */
  playedBy?: readonly string[] | undefined
  /** The last `seq` that all other members have read, and the last one delivered to a device of each of them. */
  readUpTo: number
  deliveredUpTo: number
  createdAt: Date
  editedAt: Date | null
  deletedAt: Date | null
  reactions: ReactionView[]
  replyTo: {
    _id: string
    content: string
    messageType: MessageType
    pictureCount: number
    senderId: string
    deletedAt: Date | null
  } | null
  threadId: string | null
  threadCount: number
}

/** Returns the recipient of a message of a direct conversation. @throws Error for other kinds, which clients cannot see yet */
export function getRecipient({ recipient }: Pick<Message, 'recipient'>): Participant {
  if (!recipient) throw new Error('Only a message of a direct conversation has a recipient')
  return recipient
}

/** Returns the two participants, each with the other: pushes to both name the conversation by the other participant. */
export function listParticipants(
  message: Pick<Message, 'sender' | 'recipient'>,
): [[member: string, other: string], [member: string, other: string]] {
  const [senderId, recipientId] = [message.sender._id, getRecipient(message)._id]
  return [
    [senderId, recipientId],
    [recipientId, senderId],
  ]
}

/** Returns the fields that all events about a message of a direct conversation have in common. */
export function toMessageEventData(message: Pick<Message, '_id' | 'sender' | 'recipient'>, actor: Actor) {
  const otherId = actor._id === message.sender._id ? getRecipient(message)._id : message.sender._id
  return { messageId: message._id, actor, otherId }
}

/** Returns the CloudEvents fields of an event whose subject is a conversation. */
export const toConversationEventFields = (conversationId: string, { id, time }: { id: string; time: Date }) => ({
  source: 'chat',
  subject: conversationId,
  id,
  time,
})

/**
 * Returns the preview to show with a message: that of its first link. A version of the service that knows no previews changes texts,
 * and leaves the previews of earlier texts.
 */
const getShownPreview = ({
  facets,
  linkPreview,
  isLinkPreviewRemoved,
}: Pick<Message, 'facets' | 'linkPreview' | 'isLinkPreviewRemoved'>): LinkPreview | null =>
  linkPreview && !isLinkPreviewRemoved && findPreviewedUrl(facets) === linkPreview.url ? linkPreview : null

/** Convert a picture of a conversation, or a preview with its picture, to a view with URLs that expire. */
export type ToPictureView = (picture: MessagePicture, conversationId: string) => MediaView
export type ToPreviewView = (preview: LinkPreview, conversationId: string) => LinkPreviewView

/** Converts a recording of a conversation to a view with a URL that expires. */
export type ToVoiceView = (voice: MessageVoice, conversationId: string) => VoiceView

/**
 * Converts a message to the view of one participant, for responses and pushes. `shared`: what the two participants show each other. The
 * sender does not see hidden read marks; the recipient sees their own.
 */
export type ToMessageView = (message: Message, viewer: { _id: string }, shared: ShownMarks) => MessageView

/** The part of `SharedSignals` that a view of a message needs. */
export type ShownMarks = Pick<SharedSignals, 'readMarks'>

export const createToMessageView =
  (toPictureView: ToPictureView, toPreviewView: ToPreviewView, toVoiceView: ToVoiceView): ToMessageView =>
  (stored, viewer, shared) => {
    const isSender = stored.sender._id === viewer._id
    const message = isSender && !shared.readMarks ? { ...stored, readUpTo: 0 } : stored
    const other = getRecipient(message)
    const sender = toMemberView(message.sender, !isSender && other.follows)
    const recipient = toMemberView(other, isSender && message.sender.follows)
    const pictures = message.pictures.map((picture) => toPictureView(picture, message.conversationId))
    const media = pictures[0] ?? null
    const preview = getShownPreview(message)
    return {
      _id: message._id,
      seq: message.seq,
      rev: message.rev,
      clientMessageId: isSender ? message.clientMessageId : null,
      sender,
      recipient,
      content: message.content,
      ...(message.facets.length > 0 && { facets: message.facets }),
      ...(preview && { linkPreview: toPreviewView(preview, message.conversationId) }),
      ...(message.isLinkPreviewRemoved && !message.deletedAt && { isLinkPreviewRemoved: true }),
      messageType: message.messageType,
      imageUrl: media?.url ?? '',
      media,
      pictures,
      ...(message.voice &&
        !message.deletedAt && {
          voice: { ...toVoiceView(message.voice, message.conversationId), isPlayed: isPlayed(stored, viewer, shared) },
        }),
      isRead: message.seq <= message.readUpTo,
      status: getStatus(message),
      createdAt: message.createdAt.toISOString(),
      edited: message.editedAt !== null,
      editedAt: message.editedAt?.toISOString() ?? null,
      deletedAt: message.deletedAt?.toISOString() ?? null,
      reactions: message.reactions,
      replyTo: toReplyView(message, [sender, recipient]),
      threadId: message.threadId,
      threadCount: message.threadCount,
    }
  }

/** Returns whether the viewer has played a recording; for its sender, whether the other member has, unless one of them hides that. */
function isPlayed(message: Message, viewer: { _id: string }, shared: ShownMarks): boolean {
  const { playedBy = [], sender } = message
  if (sender._id !== viewer._id) return playedBy.includes(viewer._id)
  return shared.readMarks && playedBy.includes(getRecipient(message)._id)
}

function getStatus({ seq, readUpTo, deliveredUpTo }: Message): MessageView['status'] {
  if (seq <= readUpTo) return 'read'
  return seq <= deliveredUpTo ? 'delivered' : 'sent'
}

function toReplyView({ replyTo }: Message, participants: [MemberView, MemberView]): MessageView['replyTo'] {
  const sender = participants.find(({ _id }) => _id === replyTo?.senderId)
  if (!replyTo || !sender) return null
  const { _id, content, messageType, pictureCount, deletedAt } = replyTo
  return { _id, content, messageType, pictureCount, deletedAt: deletedAt?.toISOString() ?? null, sender }
}
