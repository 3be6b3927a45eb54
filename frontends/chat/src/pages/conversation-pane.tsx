import type { ConversationView, MemberView } from '@meadow/contracts/browser'
import { MAX_REQUEST_MESSAGES } from '@meadow/contracts/limits'
import { PictureDropZone } from '@meadow/features'
import { Button, EmptyState } from '@meadow/ui'
import { PageNoticeSlot, useIsPainted, useLoadedOutbox, useSearchParams, useSession } from '@meadow/web'
import { type ComponentProps, useEffect, useEffectEvent } from 'react'
import { toMarkedConversation } from '../data/conversations/conversation-marks.ts'
import { useEndUnreadMark } from '../data/conversations/marks-action.ts'
import { useConversation, useRefetchOnRefusal } from '../data/conversations/use-conversation.ts'
import { useMarkReadWhenVisible } from '../data/conversations/use-mark-read.ts'
import { useTyping } from '../data/conversations/use-typing.ts'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useMessages } from '../data/messages/use-messages.ts'
import { LazyContentsPanel } from '../features/contents/lazy-contents-panel.tsx'
import { useJumpToDate } from '../features/dates/use-jump-to-date.tsx'
import { ConversationHeader } from '../features/header/conversation-header.tsx'
import { MessageList } from '../features/messages/message-list.tsx'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import { SearchPanel } from '../features/search/search-panel.tsx'
import { LazyRequestBar } from '../requests/lazy-request-bar.tsx'
import { SentRequestNotice } from '../requests/sent-request-notice.tsx'
import { t } from '../texts.ts'
import { pauseVoice } from '../voice/voice-playback.ts'
import styles from './chat.module.css'
import { ClosedNotice, UnverifiedNotice } from './closed-notice.tsx'
import { DeleteMessagesDialog } from './delete-messages-dialog.tsx'
import { toDraftName } from './draft-name.ts'
import { ConversationComposer } from './message-composer.tsx'
import { SelectionToolbar } from './selection-toolbar.tsx'
import { ThreadListPanel } from './thread-list-panel.tsx'
import { ThreadPanel } from './thread-panel.tsx'
import { useCloseConversationLayers } from './use-close-conversation-layers.ts'
import { useConversationPane } from './use-conversation-pane.ts'
import { useMessageActions } from './use-message-actions.ts'
import { useMessageTray } from './use-message-tray.ts'

/** The windows in which a panel covers the conversation (see `chat.module.css`). */
const COVERING_PANELS = '(max-width: 1099px)'

/** A conversation: header, search, messages, composer, and the thread panels beside them. */
export function ConversationPane({ member }: { member: MemberView }) {
  const { user } = useSession()
  const userId = member._id
  const draftName = toDraftName(userId)
  const { data: conversation } = useConversation(userId)
  const conversationMessages = useMessages(userId)
  const isPainted = useIsPainted(!conversationMessages.isPending)
  useLoadedOutbox(isPainted) // one writes only then
  const { isTyping, sendTyping } = useTyping(userId)
  const paneState = useConversationPane(draftName)
  useCloseConversationLayers(paneState)
  const markRead = useMarkReadWhenVisible(userId, conversation?.unreadCount)
  useEndUnreadMark(conversation && toMarkedConversation(conversation))
  const { selectedIds, setSelectedIds, openPanel, setOpenPanel, isSearching, setIsSearching, setMessagesToDelete } =
    paneState
  const canSend = conversation?.canSend ?? true
  const mustVerifyEmail = user?.mustVerifyEmail === true
  const canWrite = canSend && !mustVerifyEmail
  const request = getRequestState(conversation)
  useRefetchOnRefusal(userId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a voice message stops with its conversation
  useEffect(() => pauseVoice, [userId])
  const tray = useMessageTray(draftName, isPainted)

  const showMessage = (id: string) => {
    void conversationMessages.jumpToMessage(id).catch(() => undefined)
    paneState.setScrollTarget({ id })
  }
  const { askForDay, dialog: dateDialog } = useJumpToDate(async (time) => {
    const id = await conversationMessages.jumpToTime(time)
    if (id) paneState.setScrollTarget({ id })
  })
  useLinkedMessage(!conversationMessages.isPending, showMessage)
  const requestDeletion = (message: ShownMessage) => setMessagesToDelete([message])
  const canRespond = canWrite && request === undefined
  const actions = {
    canRespond,
    ...useMessageActions(userId, { ...paneState.composerMode, deleteMessage: requestDeletion }),
    openThread: ({ _id, threadId }: ShownMessage) => setOpenPanel({ thread: threadId ?? _id }),
    select: paneState.toggleSelected,
    showMessage,
  }
  const selectedMessages = conversationMessages.messages.filter(
    ({ _id, deletedAt }) => selectedIds?.has(_id) && !deletedAt,
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape for all elements inside
    <div className={styles['pane']} onKeyDown={paneState.handleKeyDown}>
      <section className={styles['conversation']} aria-label={t('chat.with', { name: member.fullName })}>
        <PictureDropZone
          tray={tray}
          disabled={!canRespond || selectedIds !== undefined || paneState.composerMode.mode?.kind === 'edit'}
          label={t('chat.content')}
          className={styles['dropZone']}
        >
          <ConversationHeader
            member={member}
            conversation={conversation}
            presence={conversation?.user}
            isBlocked={conversation?.isBlocked === true}
            isTyping={isTyping}
            isSearching={isSearching}
            onToggleSearch={() => setIsSearching(!isSearching)}
            onOpenThreads={() => setOpenPanel('threads')}
            onOpenContents={() => setOpenPanel('contents')}
            onOpenDate={() => askForDay()}
            onStartSelection={() => setSelectedIds(new Set())}
          />
          {isSearching && (
            <SearchPanel member={member} onShowMessage={showMessage} onClose={() => setIsSearching(false)} />
          )}
          <ConversationMessages
            member={member}
            conversationMessages={conversationMessages}
            canSend={canSend}
            isRequest={request !== undefined}
            isTyping={isTyping}
            isPainted={isPainted}
            scrollTarget={paneState.scrollTarget}
            onOpenDay={askForDay}
            actions={actions}
            selection={selectedIds && { ids: selectedIds, toggle: paneState.toggleSelected }}
            onSeeMessage={markRead}
          />
          <PageNoticeSlot />
          {canWrite && (request === 'sent' || request === 'full') && (
            <SentRequestNotice name={member.fullName} isFull={request === 'full'} />
          )}
          {selectedIds ? (
            <SelectionToolbar
              userId={userId}
              messages={selectedMessages}
              onDelete={setMessagesToDelete}
              onCancel={() => setSelectedIds(undefined)}
            />
          ) : canSend && mustVerifyEmail ? (
            <UnverifiedNotice />
          ) : conversation && request === 'received' ? (
            <LazyRequestBar member={member} conversation={conversation} />
          ) : request === 'full' ? null : !conversation || canSend ? (
            <ConversationComposer
              member={member}
              composerMode={paneState.composerMode}
              tray={tray}
              messages={conversationMessages.messages}
              onTyping={sendTyping}
              isTextOnly={request === 'sent'}
            />
          ) : (
            <ClosedNotice conversation={conversation} />
          )}
        </PictureDropZone>
      </section>
      {openPanel === 'threads' && (
        <ThreadListPanel
          userId={userId}
          onOpen={(thread) => setOpenPanel({ thread })}
          onClose={() => setOpenPanel(undefined)}
        />
      )}
      {openPanel === 'contents' && (
        <LazyContentsPanel
          member={member}
          onShowMessage={(id) => {
            if (matchMedia(COVERING_PANELS).matches) setOpenPanel(undefined)
            showMessage(id)
          }}
          onClose={() => setOpenPanel(undefined)}
        />
      )}
      {typeof openPanel === 'object' && (
        <ThreadPanel
          key={openPanel.thread}
          member={member}
          rootId={openPanel.thread}
          canSend={canRespond}
          onDeleteMessage={requestDeletion}
          onClose={() => setOpenPanel(undefined)}
        />
      )}
      {dateDialog}
      <DeleteMessagesDialog
        userId={userId}
        messages={paneState.messagesToDelete}
        onClose={() => {
          setMessagesToDelete([])
          setSelectedIds(undefined)
          requestAnimationFrame(focusMessagesIfLost)
        }}
      />
    </div>
  )
}

/** Moves the focus to the messages, if the control that had it is gone with what was deleted. */
function focusMessagesIfLost(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[role="log"] article[tabindex="0"]')?.focus({ preventScroll: true })
}

/** Returns the state of a message request that can still be decided. `full`: its sender cannot write more before the other answers. */
function getRequestState(conversation: ConversationView | undefined): 'sent' | 'full' | 'received' | undefined {
  if (!conversation?.canSend) return undefined
  if (conversation.request === 'received') return 'received'
  if (conversation.request !== 'sent') return undefined
  return (conversation.lastMessage?.seq ?? 0) >= MAX_REQUEST_MESSAGES ? 'full' : 'sent'
}

/** Shows the message that the address names, `?message=<id>`, as soon as the conversation is loaded. */
function useLinkedMessage(isLoaded: boolean, showMessage: (id: string) => void): void {
  const [params] = useSearchParams()
  const id = params.get('message')
  const showLinked = useEffectEvent(() => {
    if (id) showMessage(id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for a new address, too
  useEffect(() => {
    if (isLoaded) showLinked()
  }, [isLoaded, id])
}

type ConversationMessagesProps = {
  member: MemberView
  conversationMessages: ReturnType<typeof useMessages>
  canSend: boolean
  isRequest: boolean
} & Pick<
  ComponentProps<typeof MessageList>,
  'isTyping' | 'isPainted' | 'scrollTarget' | 'onOpenDay' | 'actions' | 'selection' | 'onSeeMessage'
>

/** Shows the messages of a conversation, or its loading, error or empty state. */
function ConversationMessages(props: ConversationMessagesProps) {
  const { member, conversationMessages, canSend, isRequest, ...listProps } = props
  const { messages, isPending, isLoading, error, hasOlder, hasNewer } = conversationMessages
  if ((isPending || (isLoading && (hasOlder || hasNewer))) && messages.length === 0) return <MessageSkeletons />
  if (error && messages.length === 0)
    return (
      <div className={styles['centered']} role="alert">
        <EmptyState
          title={t('chat.failed')}
          action={
            <Button variant="soft" onClick={conversationMessages.retry}>
              {t('tryAgain')}
            </Button>
          }
        >
          {error.message}
        </EmptyState>
      </div>
    )
  if (messages.length === 0 && !hasOlder && !hasNewer)
    return (
      <div className={styles['centered']}>
        <EmptyState title={t('chat.none')}>
          {t(isRequest ? 'chat.noneRequest' : canSend ? 'chat.noneText' : 'chat.noneMutual', { name: member.fullName })}
        </EmptyState>
      </div>
    )
  return (
    <MessageList
      key={conversationMessages.generation}
      label={t('chat.messages', { name: member.fullName })}
      messages={messages}
      hasOlder={hasOlder}
      hasNewer={hasNewer}
      onLoadOlder={() => void conversationMessages.loadOlder().catch(() => undefined)}
      onJumpToLatest={() => void conversationMessages.jumpToLatest().catch(() => undefined)}
      onReachEnd={() => {
        if (hasNewer) void conversationMessages.loadNewer().catch(() => undefined)
      }}
      {...listProps}
    />
  )
}
