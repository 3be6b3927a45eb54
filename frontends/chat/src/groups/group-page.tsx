import type { GroupView } from '@meadow/contracts/browser'
import { getErrorDescription } from '@meadow/features'
import { Button, ConfirmDialog, EmptyState, getButtonClassName } from '@meadow/ui'
import { Link, PageNoticeSlot, useDocumentTitle, useIsPainted, useLoadedOutbox, useSession } from '@meadow/web'
import { useMemo, useState } from 'react'
import { useEndUnreadMark } from '../data/conversations/marks-action.ts'
import { useSeenMessage } from '../data/conversations/use-mark-read.ts'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { MessageList } from '../features/messages/message-list.tsx'
import { isSameGroup } from '../features/messages/message-row.tsx'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import styles from '../pages/chat.module.css'
import { UnverifiedNotice } from '../pages/closed-notice.tsx'
import { t as chatText } from '../texts.ts'
import { GroupComposer } from './group-composer.tsx'
import { GroupHeader } from './group-header.tsx'
import { useDeleteGroupMessage, useMarkGroupRead } from './group-message-actions.ts'
import { type GroupMessageActions, GroupMessageRow } from './group-message-row.tsx'
import { useGroup, useGroupMessages } from './group-queries.ts'
import { InvitationCard } from './invitation-card.tsx'
import { useSendGroupMessage, useUnsentGroupMessages } from './send-group-message.ts'
import { toShownGroupMessages } from './shown-group-message.ts'
import { t } from './texts.ts'

/** The page of a group: its messages, its invitation, or that the member is not in it. */
export default function GroupPage({ groupId }: { groupId: string }) {
  const { data: group, error, refetch } = useGroup(groupId)
  useDocumentTitle(
    group ? t('page.title', { name: group.name }) : t(group === null ? 'page.gone' : 'page.titleLoading'),
  )
  if (group)
    return (
      <div className={styles['pane']}>
        <section className={styles['conversation']} aria-label={t('page.with', { name: group.name })}>
          <GroupHeader group={group} />
          {group.role === null ? <InvitationCard group={group} /> : <GroupConversation group={group} />}
        </section>
      </div>
    )
  if (group === null)
    return (
      <section className={styles['fullPage']} role="alert">
        <EmptyState
          level={1}
          title={t('page.gone')}
          action={
            <Link to="/inbox" replace className={getButtonClassName({ variant: 'soft' })}>
              {t('page.back')}
            </Link>
          }
        >
          {t('page.goneText')}
        </EmptyState>
      </section>
    )
  if (error)
    return (
      <section className={styles['fullPage']} role="alert">
        <EmptyState
          level={1}
          title={t('page.failed')}
          action={
            <Button variant="soft" onClick={() => void refetch()}>
              {t('page.retry')}
            </Button>
          }
        >
          {getErrorDescription(error)}
        </EmptyState>
      </section>
    )
  return (
    <section className={styles['pane']} aria-label={t('page.loading')}>
      <MessageSkeletons />
    </section>
  )
}

/** The messages of a group, and the field that writes to it. */
function GroupConversation({ group }: { group: GroupView }) {
  const { user } = useSession()
  const groupMessages = useGroupMessages(group._id, true)
  const unsent = useUnsentGroupMessages(group._id)
  const { messages: sent, isPending, error } = groupMessages
  const messages = useMemo(() => toShownGroupMessages(sent, unsent, user ?? undefined), [sent, unsent, user])
  const isPainted = useIsPainted(!isPending)
  useLoadedOutbox(isPainted) // one writes only then
  const reportSeen = useSeenMessage(useMarkGroupRead(group), group.unreadCount)
  const { send, retry, discard } = useSendGroupMessage(group._id)
  const remove = useDeleteGroupMessage(group._id)
  useEndUnreadMark(group)
  const [messageToDelete, setMessageToDelete] = useState<ShownMessage>()
  const actions = { deleteMessage: setMessageToDelete, retry, discard }
  return (
    <>
      {messages.length > 0 ? (
        <GroupMessages
          group={group}
          messages={messages}
          hasOlder={groupMessages.hasOlder}
          onLoadOlder={groupMessages.loadOlder}
          isPainted={isPainted}
          onSeeMessage={reportSeen}
          actions={actions}
        />
      ) : error ? (
        <div className={styles['centered']} role="alert">
          <EmptyState
            title={chatText('chat.failed')}
            action={
              <Button variant="soft" onClick={groupMessages.retry}>
                {t('page.retry')}
              </Button>
            }
          >
            {getErrorDescription(error)}
          </EmptyState>
        </div>
      ) : (
        <MessageSkeletons />
      )}
      <PageNoticeSlot />
      {user?.mustVerifyEmail ? <UnverifiedNotice /> : <GroupComposer group={group} onSend={send} />}
      <ConfirmDialog
        open={messageToDelete !== undefined}
        title={t('message.deleteTitle')}
        text={t('message.deleteText')}
        confirmLabel={t('message.delete')}
        tone="danger"
        onConfirm={() => {
          if (messageToDelete) remove(messageToDelete._id)
          setMessageToDelete(undefined)
        }}
        onCancel={() => setMessageToDelete(undefined)}
      />
    </>
  )
}

type GroupMessagesProps = {
  group: GroupView
  messages: readonly ShownMessage[]
  hasOlder: boolean
  onLoadOlder: () => void
  isPainted: boolean
  onSeeMessage: (message: ShownMessage) => void
  actions: GroupMessageActions
}

function GroupMessages({ group, messages, actions, ...list }: GroupMessagesProps) {
  const currentUserId = useSession().user?._id
  const firstKeys = useMemo(
    () =>
      new Set(
        messages
          .filter((message, index) => {
            const before = messages[index - 1]
            return !before || !isSameGroup(before, message)
          })
          .map(({ key }) => key),
      ),
    [messages],
  )
  const newestOwn = messages.findLast(
    ({ sender, system, localState, deletedAt }) =>
      sender._id === currentUserId && !system && localState === undefined && !deletedAt,
  )
  return (
    <MessageList
      label={t('page.messages', { name: group.name })}
      messages={messages}
      renderMessage={(row) => (
        <GroupMessageRow
          {...row}
          group={group}
          currentUserId={currentUserId}
          isFirst={firstKeys.has(row.message.key)}
          isNewestOwn={row.message.key === newestOwn?.key}
          actions={actions}
        />
      )}
      {...list}
    />
  )
}
