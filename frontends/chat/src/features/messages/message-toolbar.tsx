import { hasLinkCard, useReportMenuItem } from '@meadow/features'
import { IconButton, Menu, type MenuItem } from '@meadow/ui'
import {
  Captions,
  CircleCheck,
  Copy,
  Ellipsis,
  Link2Off,
  MessagesSquare,
  PanelTop,
  Pencil,
  Reply,
  SmilePlus,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { ShownMessage } from '../../data/messages/shown-message.ts'
import { ReactionPicker } from '../../emoji/reaction-picker.tsx'
import { useForwardMenuItem } from '../../forward/use-forward-menu-item.tsx'
import { t } from '../../texts.ts'
import type { MessageActions } from './message-actions.ts'
import styles from './messages.module.css'
import { useCopyText } from './use-copy-text.ts'

type MessageToolbarProps = {
  message: ShownMessage
  isOwn: boolean
  actions: MessageActions
  /** The button of the menu; a long press on the message clicks it. */
  menuButton: RefObject<HTMLButtonElement | null>
}

/** Shows the actions of a message beside it, on hover and on focus. */
export function MessageToolbar({ message, isOwn, actions, menuButton: button }: MessageToolbarProps) {
  const copy = useCopyText()
  const forward = useForwardMenuItem(message)
  const report = useReportMenuItem({ kind: 'message', id: message._id, member: message.sender })
  const reactionButton = useRef<HTMLButtonElement>(null)
  const { canRespond, openThread, select } = actions
  const hasPictures = message.pictures.length > 0
  const isText = message.messageType === 'text'
  const isRecording = message.voice !== undefined || message.video !== undefined
  const items: (MenuItem | false | undefined)[] = [
    canRespond && {
      label: t('message.reply'),
      icon: <Reply aria-hidden="true" />,
      onSelect: () => actions.reply(message),
    },
    message.content !== '' && {
      label: t('message.copy'),
      icon: <Copy aria-hidden="true" />,
      onSelect: () => void copy(message.content),
    },
    canRespond && {
      label: t('message.react'),
      icon: <SmilePlus aria-hidden="true" />,
      onSelect: () => reactionButton.current?.click(),
    },
    forward.item,
    isOwn &&
      isText &&
      !message.isForwarded && {
        label: t('message.edit'),
        icon: <Pencil aria-hidden="true" />,
        onSelect: () => actions.edit(message),
      },
    isOwn &&
      isRecording &&
      !message.isForwarded && {
        label: t(message.content ? 'message.editTranscript' : 'message.addTranscript'),
        icon: <Captions aria-hidden="true" />,
        onSelect: () => actions.edit(message),
      },
    isOwn &&
      (message.isLinkPreviewRemoved || (!hasPictures && hasLinkCard(message))) && {
        label: t(message.isLinkPreviewRemoved ? 'message.showLinkPreview' : 'message.removeLinkPreview'),
        icon: message.isLinkPreviewRemoved ? <PanelTop aria-hidden="true" /> : <Link2Off aria-hidden="true" />,
        onSelect: () => actions.setLinkPreview(message, message.isLinkPreviewRemoved === true),
      },
    {
      label: t(message.isStarred ? 'message.unstar' : 'message.star'),
      icon: message.isStarred ? <StarOff aria-hidden="true" /> : <Star aria-hidden="true" />,
      onSelect: () => actions.setStar(message, !message.isStarred),
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
    !isOwn && report.item,
    {
      label: t('message.delete'),
      icon: <Trash2 aria-hidden="true" />,
      tone: 'danger',
      onSelect: () => actions.deleteMessage(message),
    },
  ]
  return (
    <div className={styles['toolbar']}>
      {canRespond && (
        <>
          <ReactionPicker button={reactionButton} onPick={(emoji) => actions.react(message, emoji)} />
          <IconButton
            label={t('message.reply')}
            icon={<Reply aria-hidden="true" />}
            size="s"
            onClick={() => actions.reply(message)}
          />
        </>
      )}
      <Menu
        label={t('message.actions')}
        icon={<Ellipsis aria-hidden="true" />}
        size="s"
        buttonRef={button}
        items={items.filter((item) => item !== false && item !== undefined)}
      />
      {forward.dialog}
      {report.dialog}
    </div>
  )
}
