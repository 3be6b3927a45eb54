import type { MemberView } from '@meadow/contracts'
import { useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import { useConversation } from '../data/conversations/use-conversation.ts'
import { useMarkRead } from '../data/conversations/use-mark-read.ts'
import { useTyping } from '../data/conversations/use-typing.ts'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useMessages } from '../data/messages/use-messages.ts'
import { useIsOnline } from '../data/use-is-online.ts'
import { ConversationHeader } from '../features/header/conversation-header.tsx'
import { SearchPanel } from '../features/search/search-panel.tsx'
import { t } from '../texts.ts'
import styles from './chat.module.css'
import { ConversationMessages } from './conversation-messages.tsx'
import { DeleteMessagesDialog } from './delete-messages-dialog.tsx'
import { ConversationComposer } from './message-composer.tsx'
import { SelectionToolbar } from './selection-toolbar.tsx'
import { ThreadListPanel } from './thread-list-panel.tsx'
import { ThreadPanel } from './thread-panel.tsx'
import { useConversationPane } from './use-conversation-pane.ts'
import { useMessageActions } from './use-message-actions.ts'

/** A conversation: header, search, messages, composer, and the thread panels beside them. */
export function ConversationPane({ member }: { member: MemberView }) {
  const currentUserId = useSession().user?._id
  const userId = member._id
  const { data: conversation } = useConversation(userId)
  const conversationMessages = useMessages(userId)
  const { isTyping, sendTyping } = useTyping(userId)
  const paneState = useConversationPane()
  const markRead = useMarkReadWhenVisible(useMarkRead(userId), conversation?.unreadCount)
  const { selectedIds, setSelectedIds, openPanel, setOpenPanel, isSearching, setIsSearching, setMessagesToDelete } =
    paneState
  const canSend = conversation?.canSend ?? true

  const showMessage = (id: string) => {
    void conversationMessages.jumpToMessage(id).catch(() => undefined)
    paneState.setScrollTarget({ id })
  }
  const requestDeletion = (message: ShownMessage) => setMessagesToDelete([message])
  const actions = {
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
        <ConversationHeader
          member={member}
          presence={conversation?.user}
          isTyping={isTyping}
          isSearching={isSearching}
          onToggleSearch={() => setIsSearching(!isSearching)}
          onOpenThreads={() => setOpenPanel('threads')}
          onStartSelection={() => setSelectedIds(new Set())}
        />
        <OfflineBanner />
        {isSearching && (
          <SearchPanel userId={userId} onShowMessage={showMessage} onClose={() => setIsSearching(false)} />
        )}
        <ConversationMessages
          member={member}
          conversationMessages={conversationMessages}
          canSend={canSend}
          isTyping={isTyping}
          scrollTarget={paneState.scrollTarget}
          actions={actions}
          selection={selectedIds && { ids: selectedIds, toggle: paneState.toggleSelected }}
          onReachEnd={markRead}
        />
        {selectedIds ? (
          <SelectionToolbar
            messages={selectedMessages}
            currentUserId={currentUserId}
            onDelete={setMessagesToDelete}
            onCancel={() => setSelectedIds(undefined)}
          />
        ) : canSend ? (
          <ConversationComposer
            member={member}
            composerMode={paneState.composerMode}
            messages={conversationMessages.messages}
            onTyping={sendTyping}
          />
        ) : (
          <p className={styles['notice']}>{t('chat.notMutual', { name: member.fullName })}</p>
        )}
      </section>
      {openPanel === 'threads' && (
        <ThreadListPanel
          userId={userId}
          onOpen={(thread) => setOpenPanel({ thread })}
          onClose={() => setOpenPanel(undefined)}
        />
      )}
      {typeof openPanel === 'object' && (
        <ThreadPanel
          key={openPanel.thread}
          member={member}
          rootId={openPanel.thread}
          canSend={canSend}
          onDeleteMessage={requestDeletion}
          onClose={() => setOpenPanel(undefined)}
        />
      )}
      <DeleteMessagesDialog
        userId={userId}
        messages={paneState.messagesToDelete}
        onClose={() => {
          setMessagesToDelete([])
          setSelectedIds(undefined)
        }}
      />
    </div>
  )
}

function OfflineBanner() {
  if (useIsOnline()) return null
  return (
    <p className={styles['banner']} role="status">
      {t('chat.offline')}
    </p>
  )
}

/** Marks messages as read while the tab is visible, and when it becomes visible. */
function useMarkReadWhenVisible(markRead: () => void, unreadCount: number | undefined): () => void {
  const markIfVisible = () => {
    if (document.visibilityState === 'visible') markRead()
  }
  const handleVisibility = useEffectEvent(markIfVisible)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the unread count is loaded or changes
  useEffect(() => {
    const listener = () => handleVisibility()
    listener()
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [unreadCount])
  return markIfVisible
}
