import type { ConversationMarksView, ConversationView } from '@meadow/contracts/browser'
import { cacheUnreadMessageCount } from '@meadow/features'
import { type ApiResponse, type OutboxKind, type QueryClient, registerOutboxKind, useOutbox } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { updateGroup } from '../../groups/group-cache.ts'
import { isGroupQuery } from '../../groups/group-keys.ts'
import { t } from '../../texts.ts'
import { isConversationQuery } from '../query-keys.ts'
import { applyConversationMarks, updateConversation } from '../sync/apply-push.ts'
import {
  getMarks,
  type MarksChange,
  mergeMarksChanges,
  pinsOrArchives,
  withMarksChange,
  withoutMarksChange,
} from './conversation-marks.ts'

/** A conversation or a group that has marks. */
export type MarkedConversation = Pick<ConversationView, '_id' | 'marks'> & { name: string }

type MarksData = { userId: string; name: string; change: MarksChange; before: ConversationMarksView }

/** Mutes, pins, archives or marks a conversation as unread, or ends that. A later choice replaces a waiting one about the same mark. */
const marksAction: OutboxKind<MarksData, ApiResponse<'PUT /messages/conversations/:userId'>> = {
  name: 'conversation-marks',
  plan: ({ userId, name, change }) => ({
    lane: `conversation marks ${userId}`,
    requests: [{ call: 'PUT /messages/conversations/:userId', params: { userId }, body: change }],
    replaceKey: `conversation marks ${userId} ${pinsOrArchives(change) ? 'place' : Object.keys(change)[0]}`,
    description: t('waiting.marks', { name }),
  }),
  merge: (earlier, later) => ({
    ...later,
    change: mergeMarksChanges(earlier.change, later.change),
    before: earlier.before, // the cache shows the earlier change already
  }),
  show: (cache, { data: { userId, change }, createdAt }) =>
    setMarks(cache, userId, (marks) => withMarksChange(marks, change, createdAt)),
  hide: (cache, { data: { userId, change, before } }) =>
    setMarks(cache, userId, (marks) => withoutMarksChange(marks, change, before)),
  isShownIn: (queryKey) => isConversationQuery(queryKey) || isGroupQuery(queryKey),
  getSubject: ({ data: { userId } }) => `conversation marks ${userId}`,
  settle(cache, { data: { userId } }, { marks, total, changeSeq }) {
    applyConversationMarks(cache, { userId, marks, changeSeq })
    cacheUnreadMessageCount(cache, { count: total, changeSeq })
  },
  describeRefusal: ({ message }, { name }) => t('marks.failed', { name, why: message }),
  onRefusal: 'drop',
}
registerOutboxKind(marksAction)

const setMarks = (
  cache: QueryClient,
  userId: string,
  change: (marks: ConversationMarksView) => ConversationMarksView,
): void => {
  updateConversation(cache, userId, (conversation) => ({ ...conversation, marks: change(getMarks(conversation)) }))
  updateGroup(cache, userId, (group) => ({ ...group, marks: change(group.marks) }))
}

/** Returns a function that changes a mark of a conversation. The change is shown at once, and sent now or later. */
export function useMarkConversation(): (conversation: MarkedConversation, change: MarksChange) => void {
  const outbox = useOutbox()
  return (conversation, change) =>
    void outbox.add(marksAction, {
      userId: conversation._id,
      name: conversation.name,
      change,
      before: getMarks(conversation),
    })
}

/** Removes the unread mark of a conversation when it is opened; when its tab becomes visible again, one that was set meanwhile. */
export function useEndUnreadMark(conversation: MarkedConversation | undefined): void {
  const mark = useMarkConversation()
  const end = useEffectEvent(() => {
    if (conversation?.marks?.isUnread && document.visibilityState === 'visible') mark(conversation, { isUnread: false })
  })
  const isUnread = useEffectEvent(() => conversation?.marks?.isUnread === true)
  const userId = conversation?._id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation that is opened
  useEffect(() => {
    let wasUnread = false // when the page was hidden
    const follow = () => {
      if (document.visibilityState === 'hidden') wasUnread = isUnread()
      else if (!wasUnread) end()
    }
    end()
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [userId])
}
