import type { MemberView } from '@meadow/contracts'
import { useSession } from '@meadow/web'
import { useEffect, useEffectEvent } from 'react'
import type { ShownMessage } from '../data/outbox/waiting.ts'
import { useConversation } from '../data/use-conversation.ts'
import { useDraft } from '../data/use-draft.ts'
import { useMarkRead } from '../data/use-mark-read.ts'
import { useMessages } from '../data/use-messages.ts'
import { useOnline } from '../data/use-online.ts'
import { useTyping } from '../data/use-typing.ts'
import { ChatHeader } from '../features/header/chat-header.tsx'
import { SearchPanel } from '../features/search/search-panel.tsx'
import { t } from '../texts.ts'
import styles from './chat.module.css'
import { DeleteMessages } from './delete-messages.tsx'
import { SelectBar } from './select-bar.tsx'
import { Talk } from './talk.tsx'
import { ThreadPanel } from './thread-panel.tsx'
import { ThreadsPanel } from './threads-panel.tsx'
import { useActions } from './use-actions.ts'
import { useRoom } from './use-room.ts'
import { Write } from './write.tsx'

/** The conversation with a member. */
export function Room({ member }: { member: MemberView }) {
  const you = useSession().user?._id
  const userId = member._id
  const { data: conversation } = useConversation(userId)
  const talk = useMessages(userId)
  const { isTyping, sayTyping } = useTyping(userId)
  const { draft, setDraft } = useDraft(userId)
  const room = useRoom()
  const markRead = useSeen(useMarkRead(userId), conversation?.unreadCount)
  const { selected, setSelected, aside, setAside, isSearching, setSearching, setRemoving } = room
  const canSend = conversation?.canSend ?? true

  const show = (id: string) => {
    void talk.jumpTo(id).catch(() => undefined)
    room.setTarget({ id })
  }
  const remove = (message: ShownMessage) => setRemoving([message])
  const actions = {
    ...useActions(userId, { ...room.writing, remove }),
    openThread: ({ _id, threadId }: ShownMessage) => setAside({ thread: threadId ?? _id }),
    select: room.toggle,
    show,
  }
  const chosen = talk.messages.filter(({ _id, deletedAt }) => selected?.has(_id) && !deletedAt)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape, from wherever the focus is inside
    <div className={styles['room']} onKeyDown={room.handleKeyDown}>
      <section className={styles['talk']} aria-label={t('chat.with', { name: member.fullName })}>
        <ChatHeader
          member={member}
          presence={conversation?.user}
          isTyping={isTyping}
          isSearching={isSearching}
          onSearch={() => setSearching(!isSearching)}
          onThreads={() => setAside('threads')}
          onSelect={() => setSelected(new Set())}
        />
        <Offline />
        {isSearching && <SearchPanel userId={userId} onShow={show} onClose={() => setSearching(false)} />}
        <Talk
          member={member}
          talk={talk}
          canSend={canSend}
          isTyping={isTyping}
          target={room.target}
          actions={actions}
          selection={selected && { ids: selected, toggle: room.toggle }}
          onEnd={markRead}
        />
        {selected ? (
          <SelectBar messages={chosen} you={you} onDelete={setRemoving} onCancel={() => setSelected(undefined)} />
        ) : canSend ? (
          <Write
            userId={userId}
            label={t('composer.label', { name: member.fullName })}
            placeholder={t('composer.placeholder', { name: member.fullName.split(' ')[0] ?? member.fullName })}
            text={draft}
            onText={(text) => {
              setDraft(text)
              if (text) sayTyping()
            }}
            writing={room.writing}
            messages={talk.messages}
            atOnce
          />
        ) : (
          <p className={styles['foot']}>{t('chat.notMutual', { name: member.fullName })}</p>
        )}
      </section>
      {aside === 'threads' && (
        <ThreadsPanel userId={userId} onOpen={(thread) => setAside({ thread })} onClose={() => setAside(undefined)} />
      )}
      {typeof aside === 'object' && (
        <ThreadPanel
          key={aside.thread}
          member={member}
          rootId={aside.thread}
          canSend={canSend}
          onRemove={remove}
          onClose={() => setAside(undefined)}
        />
      )}
      <DeleteMessages
        userId={userId}
        messages={room.removing}
        onClose={() => {
          setRemoving([])
          setSelected(undefined)
        }}
      />
    </div>
  )
}

function Offline() {
  if (useOnline()) return null
  return (
    <p className={styles['banner']} role="status">
      {t('chat.offline')}
    </p>
  )
}

/** Marks as read what is seen: not while the tab is hidden, but as soon as it is seen again. */
function useSeen(markRead: () => void, unread: number | undefined): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') markRead()
  }
  const again = useEffectEvent(seen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is unread has become known, or more
  useEffect(() => {
    const listener = () => again()
    listener()
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  }, [unread])
  return seen
}
