import type { ConversationMarksView } from '@meadow/contracts'
import { type MemberReadModel, OWN_DATA_PAGE_SIZE, type OwnDataPage, toOwnDataFile } from '@meadow/members'
import type { GroupStore } from '../groups/group-store.ts'
import type { Message, MessagePicture } from '../messages/message.ts'
import { toPicturePath, toRecordingPath } from '../pictures/picture-paths.ts'

/** A conversation of a member, and a message in it that is not deleted. `seq` is its place. */
type ExportedConversation = {
  _id: string
  kind: string
  /** Only a group has a name, and a `seq` after which the member sees messages. */
  name?: string | undefined
  fromSeq?: number | undefined
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
  /** Returns the blocks between the member and others, in either direction. */
  findBlocks: GroupStore['findBlocks']
}

/**
 * Reads the conversations of a member, each with the messages of all who take part, as the member sees them. What was deleted is left
 * out, and so is the name of everyone who is not there any more, and, in groups, what a block hides.
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
  reader: ConversationReader,
  memberId: string,
  { _id, kind, name, fromSeq = 0, memberIds, settings, request }: ExportedConversation,
): AsyncGenerator<OwnDataPage> {
  const found = await reader.members.find(memberIds)
  const toName = (id: string) => (found.get(id)?.state === 'active' ? found.get(id)?.username : undefined)
  const blocks = kind === 'group' ? await reader.findBlocks(memberIds, [memberId]) : []
  const blockerIds = blocks.filter(({ to }) => to === memberId).map(({ from }) => from)
  const names = memberIds.filter((id) => !blockerIds.includes(id)).flatMap((id) => toName(id) ?? [])
  yield {
    kind: 'conversations',
    items: [
      {
        id: _id,
        kind,
        ...(name !== undefined && { name }),
        members: names,
        settings,
        ...(request && { request }),
      },
    ],
    files: [],
  }
  for (let afterSeq = fromSeq, hasMore = true; hasMore; ) {
    const listed = await reader.listMessages(memberId, _id, afterSeq, OWN_DATA_PAGE_SIZE)
    const messages = kind === 'group' ? await leaveOutBlocked(reader, memberId, listed) : listed
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
    afterSeq = listed.at(-1)?.seq ?? 0
    hasMore = listed.length === OWN_DATA_PAGE_SIZE
  }
}

/** In a group, members with a block between them do not see the messages of each other. */
async function leaveOutBlocked(
  { findBlocks }: ConversationReader,
  memberId: string,
  messages: readonly ExportedMessage[],
): Promise<ExportedMessage[]> {
  const senderIds = [...new Set(messages.map(({ senderId }) => senderId))].filter((id) => id !== memberId)
  const blocks = await findBlocks([memberId], senderIds)
  const hiddenIds = new Set(blocks.flatMap(({ from, to }) => [from, to]).filter((id) => id !== memberId))
  return messages.filter(({ senderId }) => !hiddenIds.has(senderId))
}

/** Lists the file of a recording or video; none if it cannot be played. */
const listPlayableFiles = (media: Message['voice'] | Message['video']) =>
  media && media.status !== 'failed' ? [toOwnDataFile(toRecordingPath(media))] : []
