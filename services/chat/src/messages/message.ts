import type {
  Actor,
  LinkPreviewView,
  MediaView,
  MemberView,
  MessageView,
  ReactionView,
  SystemLineView,
  TextFacet,
  VideoView,
  VoiceView,
} from '@meadow/contracts'
import { findPreviewedUrl, type LinkPreview } from '@meadow/link-preview'
import { type SharedSignals, toMemberView } from '@meadow/members'
import type { VideoFormat, VoiceFormat } from '@meadow/voice'
import { isHiddenFrom, type MessageVisibility } from './hidden-message.ts'

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

/** A stored video, like a recording. Its size is what the sender said until it is encoded. */
export type MessageVideo = Pick<VideoView, 'status' | 'durationMs' | 'width' | 'height'> & {
  random: string
  format: VideoFormat
  poster: MessagePicture | null
}

/** The message that another one replies to, as all members see it. */
type QuotedMessage = MessageVisibility & {
  _id: string
  content: string
  messageType: MessageType
  pictureCount: number
  senderId: string
  createdAt: Date
  deletedAt: Date | null
}

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
  /** The sender has passed it on from another conversation. */
  isForwarded?: boolean | undefined
  /** The video of a message of the type `video`. */
  video?: MessageVideo | null | undefined
  /** The members who have begun to play the recording, except its sender. */
  playedBy?: readonly string[] | undefined
  /** The event of a message of the type `system`. */
  system?: SystemLineView | null | undefined
  /** The time at which the message disappears for everyone; missing if it stays. */
  expiresAt?: MessageVisibility['expiresAt']
  /** The members who have deleted the message for themselves. */
  hiddenFrom?: MessageVisibility['hiddenFrom']
  /** The members who have starred it; each sees only their own star. */
  starredBy?: readonly string[] | undefined
  /** The last `seq` that all other members have read, and the last one delivered to a device of each of them. */
  readUpTo: number
  deliveredUpTo: number
  createdAt: Date
  editedAt: Date | null
  deletedAt: Date | null
  reactions: ReactionView[]
  replyTo: QuotedMessage | null
  threadId: string | null
  threadCount: number
  /** The message is in a request, which its recipient has neither accepted nor answered. */
  isRequest?: boolean
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

/** Convert a recording or a video of a conversation to a view with a URL that expires. */
export type ToVoiceView = (voice: MessageVoice, conversationId: string) => VoiceView
export type ToVideoView = (video: MessageVideo, conversationId: string) => VideoView

/**
 * Converts a message to the view of one participant, for responses and pushes. `shared`: what the two participants show each other. The
 * sender does not see hidden read marks; the recipient sees their own.
 */
export type ToMessageView = (message: Message, viewer: { _id: string }, shared: ShownMarks) => MessageView

/** The part of `SharedSignals` that a view of a message needs. */
export type ShownMarks = Pick<SharedSignals, 'readMarks'>

/** Returns a message without its content, as it is for those to whom it is not shown. Its place stays. */
const toHiddenMessage = (message: Message): Message => ({
  ...message,
  content: '',
  facets: [],
  linkPreview: null,
  isLinkPreviewRemoved: false,
  pictures: [],
  voice: null,
  video: null,
  system: null,
  reactions: [],
  replyTo: null,
  editedAt: null,
  deletedAt: message.deletedAt ?? message.expiresAt ?? message.createdAt,
})

export const createToMessageView =
  (
    toPictureView: ToPictureView,
    toPreviewView: ToPreviewView,
    toVoiceView: ToVoiceView,
    toVideoView: ToVideoView,
    now: () => Date,
  ): ToMessageView =>
  (stored, viewer, shared) => {
    const at = now()
    const isHidden = isHiddenFrom(stored, viewer, at)
    const isSender = stored.sender._id === viewer._id
    const shown = isHidden ? toHiddenMessage(stored) : stored
    const message = isSender && !shared.readMarks ? { ...shown, readUpTo: 0 } : shown
    const other = getRecipient(message)
    const sender = toMemberView(message.sender, !isSender && other.follows)
    const recipient = toMemberView(other, isSender && message.sender.follows)
    const pictures = message.pictures.map((picture) => toPictureView(picture, message.conversationId))
    const media = pictures[0] ?? null
    const preview = message.isRequest && !isSender ? null : getShownPreview(message)
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
      ...(message.system && { system: message.system }),
      ...(message.expiresAt && { expiresAt: message.expiresAt.toISOString() }),
      ...(isHidden && { isHidden }),
      ...(message.isForwarded && !message.deletedAt && { isForwarded: true }),
      ...(message.video && !message.deletedAt && { video: toVideoView(message.video, message.conversationId) }),
      ...(!isHidden && message.starredBy?.includes(viewer._id) && { isStarred: true }),
      isRead: message.seq <= message.readUpTo,
      status: getStatus(message),
      createdAt: message.createdAt.toISOString(),
      edited: message.editedAt !== null,
      editedAt: message.editedAt?.toISOString() ?? null,
      deletedAt: message.deletedAt?.toISOString() ?? null,
      reactions: message.reactions,
      replyTo: toReplyView(message, [sender, recipient], isHiddenFrom(message.replyTo ?? {}, viewer, at)),
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

/** `isHidden`: the quoted message is not shown to the viewer. */
function toReplyView(
  { replyTo }: Message,
  participants: [MemberView, MemberView],
  isHidden: boolean,
): MessageView['replyTo'] {
  const sender = participants.find(({ _id }) => _id === replyTo?.senderId)
  if (!replyTo || !sender) return null
  const { _id, messageType, deletedAt } = replyTo
  const { content, pictureCount } = isHidden ? { content: '', pictureCount: 0 } : replyTo
  const goneAt = deletedAt ?? (isHidden ? (replyTo.expiresAt ?? replyTo.createdAt) : null)
  return { _id, content, messageType, pictureCount, deletedAt: goneAt?.toISOString() ?? null, sender }
}
