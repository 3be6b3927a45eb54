import type { MemberView } from '@meadow/contracts/browser'
import { InfiniteList, MemberName } from '@meadow/features'
import { isUndoSendOn } from '@meadow/features/undo-send'
import { Avatar, Button, Dialog, EmptyState, SearchField } from '@meadow/ui'
import { useOutbox, useToast } from '@meadow/web'
import { useState } from 'react'
import { useConversations } from '../data/conversations/use-conversations.ts'
import { useMutualFollowers } from '../data/conversations/use-mutual-followers.ts'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { messageAction } from '../data/messages/use-send-message.ts'
import { useIsOnline } from '../data/use-is-online.ts'
import { ConversationSkeletons } from '../features/inbox/conversation-skeletons.tsx'
import { useDebouncedText } from '../features/inbox/use-debounced-text.ts'
import { formatMessageLine } from '../format/format-preview.ts'
import { t } from '../texts.ts'
import { getMessageHold } from '../undo-send/message-hold.ts'
import styles from './forward.module.css'
import { listForwardTargets, MAX_FORWARD_TARGETS, toggleForwardTarget } from './forward-targets.ts'

const LOAD_MORE_DISTANCE_PX = 100
const LIST_TEXTS = { loading: t('new.loading'), failed: t('new.failed'), moreFailed: t('new.failed') }
const SKELETONS = { first: <ConversationSkeletons count={4} />, more: <ConversationSkeletons count={2} /> }

type ForwardDialogProps = {
  /** Oldest first. */
  messages: readonly ShownMessage[]
  /** Returns false if a message has gone, or has failed, while the dialog was open. */
  canStillForward: () => boolean
  isOpen: boolean
  onClose: () => void
  /** Called when the messages are forwarded, before the dialog closes. */
  onForward?: (() => void) | undefined
}

/** Passes messages on to up to five other conversations, in their order. */
export function ForwardDialog({ messages, canStillForward, isOpen, onClose, onForward }: ForwardDialogProps) {
  const [chosen, setChosen] = useState<readonly MemberView[]>([])
  const outbox = useOutbox()
  const toast = useToast()
  const isOnline = useIsOnline()
  const close = () => {
    setChosen([])
    onClose()
  }
  const forward = () => {
    if (!canStillForward()) {
      toast({ tone: 'info', title: t('forward.gone', { count: messages.length }) })
      return close()
    }
    for (const { _id: recipientId } of chosen)
      for (const { _id: messageId, content, pictures, voice, video } of messages)
        void outbox.add(messageAction, {
          recipientId,
          content,
          pictures: [],
          replyTo: null,
          threadId: null,
          forwarded: { messageId, pictures, ...(voice && { voice }), ...(video && { video }) },
          ...getMessageHold(),
        })
    const count = chosen.length
    if (isOnline && isUndoSendOn()) toast({ tone: 'info', title: t('forward.held', { count }) })
    else if (isOnline) toast({ tone: 'success', title: t('forward.done', { count }) })
    else toast({ tone: 'info', title: t('forward.waiting', { count }) })
    onForward?.()
    close()
  }
  const [first, ...others] = messages
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      title={t('forward.title', { count: messages.length })}
      footer={
        <Button disabled={chosen.length === 0} onClick={forward}>
          {chosen.length === 0 ? t('message.forward') : t('forward.toCount', { count: chosen.length })}
        </Button>
      }
    >
      <p className={styles['preview']}>
        {first && formatMessageLine(first)}
        {others.length > 0 && ` ${t('forward.others', { count: others.length })}`}
      </p>
      {isOpen && <TargetList chosen={chosen} onToggle={(member) => setChosen(toggleForwardTarget(chosen, member))} />}
    </Dialog>
  )
}

type TargetListProps = { chosen: readonly MemberView[]; onToggle: (member: MemberView) => void }

function TargetList({ chosen, onToggle }: TargetListProps) {
  const [text, setText] = useState('')
  const q = useDebouncedText(text)
  const { conversations } = useConversations({ q })
  const { members, ...pages } = useMutualFollowers(q)
  const targets = listForwardTargets(conversations, members)
  const isFull = chosen.length >= MAX_FORWARD_TARGETS
  return (
    <div className={styles['targets']}>
      <SearchField
        variant="soft"
        autoFocus
        label={t('forward.search')}
        clearLabel={t('inbox.clearSearch')}
        value={text}
        onChange={setText}
      />
      <p className={styles['hint']} role="status">
        {isFull && t('forward.full', { max: MAX_FORWARD_TARGETS })}
      </p>
      <InfiniteList
        query={pages}
        distance={LOAD_MORE_DISTANCE_PX}
        isEmpty={targets.length === 0}
        texts={LIST_TEXTS}
        hasCards={false}
        skeletons={SKELETONS}
        empty={
          q ? (
            <EmptyState title={t('inbox.noneFound')}>{t('new.noneFound', { query: q })}</EmptyState>
          ) : (
            <EmptyState title={t('new.none')}>{t('new.noneText')}</EmptyState>
          )
        }
        end={null}
      >
        <ul aria-label={t('new.people')}>
          {targets.map((member) => {
            const isChosen = chosen.some(({ _id }) => _id === member._id)
            return (
              <li key={member._id}>
                <label className={styles['target']}>
                  <input
                    type="checkbox"
                    className={styles['check']}
                    checked={isChosen}
                    disabled={isFull && !isChosen}
                    onChange={() => onToggle(member)}
                  />
                  <Avatar name={member.fullName} src={member.avatar} size={40} />
                  <span className={styles['names']}>
                    <span className={styles['name']}>
                      <MemberName member={member} />
                    </span>
                    <bdi className={styles['username']}>@{member.username}</bdi>
                  </span>
                </label>
              </li>
            )
          })}
        </ul>
      </InfiniteList>
    </div>
  )
}
