import type { ConversationMarksView } from '@meadow/contracts'
import { type MemberReadModel, OWN_DATA_PAGE_SIZE, type OwnDataPage, toOwnDataFile } from '@meadow/members'
import type { Message, MessagePicture } from '../messages/message.ts'
import { toPicturePath, toRecordingPath } from '../pictures/picture-paths.ts'

/** A conversation of a member, and a message in it that is not deleted. `seq` is its place. */
type ExportedConversation = {
  _id: string
  kind: string
  memberIds: readonly string[]
  /** What the member has set for it. */
  settings: ConversationMarksView
  /** The state of a message request, if it is one. */
  request?: string | null | undefined
}
type ExportedMessage = {
  seq: number
  senderId: string
  content: string
  pictures: readonly MessagePicture[]
  voice?: Message['voice']
  video?: Message['video']
  createdAt: Date
  editedAt: Date | null
}

/** Reads the conversations of a member in pages of `limit`. A page shorter than that is the last. */
export type ConversationReader = {
  members: Pick<MemberReadModel, 'find'>
  listConversations(memberId: string, after: string | undefined, limit: number): Promise<ExportedConversation[]>
  /** Lists the messages that are shown to the member. */
  listMessages(memberId: string, conversationId: string, afterSeq: number, limit: number): Promise<ExportedMessage[]>
}

/**
 * Reads the conversations of a member, each with the messages of all who take part, as the member sees them. What was deleted is left
 * out, and so is the name of everyone who is not there any more.
 */
export async function* readConversationPages(
  reader: ConversationReader,
  memberId: string,
): AsyncGenerator<OwnDataPage> {
  for (let after: string | undefined, hasMore = true; hasMore; ) {
    const conversations = await reader.listConversations(memberId, after, OWN_DATA_PAGE_SIZE)
    for (const conversation of conversations) yield* readConversation(reader, memberId, conversation)
    after = conversations.at(-1)?._id
    hasMore = conversations.length === OWN_DATA_PAGE_SIZE
  }
}

async function* readConversation(
  { members, listMessages }: ConversationReader,
  memberId: string,
  { _id, kind, memberIds, settings, request }: ExportedConversation,
): AsyncGenerator<OwnDataPage> {
  const found = await members.find(memberIds)
  const toName = (id: string) => (found.get(id)?.state === 'active' ? found.get(id)?.username : undefined)
  const names = memberIds.flatMap((id) => toName(id) ?? [])
  yield {
    kind: 'conversations',
    items: [{ id: _id, kind, members: names, settings, ...(request && { request }) }],
    files: [],
  }
  for (let afterSeq = 0, hasMore = true; hasMore; ) {
    const messages = await listMessages(memberId, _id, afterSeq, OWN_DATA_PAGE_SIZE)
    const paths = messages.map(({ pictures }) => pictures.map(({ random }) => toOwnDataFile(toPicturePath(random))))
    const recordings = messages.map(({ voice }) => listPlayableFiles(voice))
    const videos = messages.map(({ video }) => listPlayableFiles(video))
    const items = messages.map(({ senderId, content, createdAt, editedAt }, index) => ({
      conversationId: _id,
      from: toName(senderId) ?? 'a former member',
      text: content,
      pictures: paths[index]?.map(({ name }) => name) ?? [],
      ...recordings[index]?.map(({ name }) => ({ voice: name }))[0],
      ...videos[index]?.map(({ name }) => ({ video: name }))[0],
      sentAt: createdAt,
      editedAt,
    }))
    if (items.length > 0) yield { kind: 'messages', items, files: [paths, recordings, videos].flat(2) }
    afterSeq = messages.at(-1)?.seq ?? 0
    hasMore = messages.length === OWN_DATA_PAGE_SIZE
  }
}

/** Lists the file of a recording or video; none if it cannot be played. */
const listPlayableFiles = (media: Message['voice'] | Message['video']) =>
  media && media.status !== 'failed' ? [toOwnDataFile(toRecordingPath(media))] : []
