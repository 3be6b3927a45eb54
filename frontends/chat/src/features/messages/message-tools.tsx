import { IconButton, Menu, type MenuItem } from '@meadow/ui'
import { CircleCheck, Copy, Ellipsis, MessagesSquare, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { ShownMessage } from '../../data/outbox/waiting.ts'
import { ReactionPicker } from '../../emoji/reaction-picker.tsx'
import { t } from '../../texts.ts'
import type { MessageActions } from './message-actions.ts'
import styles from './messages.module.css'
import { useCopy } from './use-copy.ts'

type MessageToolsProps = {
  message: ShownMessage
  isOwn: boolean
  actions: MessageActions
  /** Of the menu, which a long press opens, too. */
  button: RefObject<HTMLButtonElement | null>
}

/** What one can do with a message: beside it under the pointer and with the focus. */
export function MessageTools({ message, isOwn, actions, button }: MessageToolsProps) {
  const copy = useCopy()
  const reaction = useRef<HTMLButtonElement>(null)
  const { openThread, select } = actions
  const isText = message.messageType === 'text'
  const items: (MenuItem | false | undefined)[] = [
    { label: t('message.reply'), icon: <Reply aria-hidden="true" />, onSelect: () => actions.reply(message) },
    isText && {
      label: t('message.copy'),
      icon: <Copy aria-hidden="true" />,
      onSelect: () => void copy(message.content),
    },
    {
      label: t('message.react'),
      icon: <SmilePlus aria-hidden="true" />,
      onSelect: () => reaction.current?.click(),
    },
    isOwn &&
      isText && {
        label: t('message.edit'),
        icon: <Pencil aria-hidden="true" />,
        onSelect: () => actions.edit(message),
      },
    openThread && {
      label: t('message.openThread'),
      icon: <MessagesSquare aria-hidden="true" />,
      onSelect: () => openThread(message),
    },
    select && {
      label: t('message.select'),
      icon: <CircleCheck aria-hidden="true" />,
      onSelect: () => select(message),
    },
    isOwn && {
      label: t('message.delete'),
      icon: <Trash2 aria-hidden="true" />,
      tone: 'danger',
      onSelect: () => actions.remove(message),
    },
  ]
  return (
    <div className={styles['tools']}>
      <ReactionPicker button={reaction} onPick={(emoji) => actions.react(message, emoji)} />
      <IconButton
        label={t('message.reply')}
        icon={<Reply aria-hidden="true" />}
        size="s"
        onClick={() => actions.reply(message)}
      />
      <Menu
        label={t('message.actions')}
        icon={<Ellipsis aria-hidden="true" />}
        size="s"
        button={button}
        items={items.filter((item) => item !== false && item !== undefined)}
      />
    </div>
  )
}
