import { LazyDialog } from '@meadow/features'
import { Button, IconButton } from '@meadow/ui'
import { useToast } from '@meadow/web'
import { Copy, Forward, Star, StarOff, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useChangeMessage } from '../data/messages/use-change-message.ts'
import { useCopyText } from '../features/messages/use-copy-text.ts'
import { canForward, MAX_FORWARDED_MESSAGES } from '../forward/forward-targets.ts'
import { t } from '../texts.ts'
import styles from './chat.module.css'

const loadForwardDialog = async () => ({ default: (await import('../forward/forward-dialog.tsx')).ForwardDialog })

type SelectionToolbarProps = {
  userId: string
  /** Oldest first. */
  messages: readonly ShownMessage[]
  onDelete: (messages: readonly ShownMessage[]) => void
  onCancel: () => void
}

/** Shows the actions for all selected messages. */
export function SelectionToolbar({ userId, messages, onDelete, onCancel }: SelectionToolbarProps) {
  const copy = useCopyText()
  const toast = useToast()
  const { setStar } = useChangeMessage(userId)
  const [forwarded, setForwarded] = useState<readonly ShownMessage[]>() // what was selected when the dialog opened
  const closeDialog = () => setForwarded(undefined)
  const canStillForward = () =>
    forwarded?.every(({ key }) => messages.some((message) => message.key === key && canForward(message))) ?? false
  const texts = messages.map(({ content }) => content).filter((content) => content !== '')
  const count = messages.length
  const isAllStarred = count > 0 && messages.every(({ isStarred }) => isStarred)
  const forward = () => {
    if (count > MAX_FORWARDED_MESSAGES)
      toast({ tone: 'info', title: t('select.tooMany', { max: MAX_FORWARDED_MESSAGES }) })
    else if (!messages.every(canForward)) toast({ tone: 'info', title: t('select.notForwardable') })
    else setForwarded(messages)
  }
  const star = () => {
    const changed = messages.filter(({ isStarred = false }) => isStarred === isAllStarred)
    for (const message of changed) setStar(message, !isAllStarred)
    toast({
      tone: 'success',
      title: t(isAllStarred ? 'select.unstarred' : 'select.starred', { count: changed.length }),
    })
    onCancel()
  }
  return (
    <div className={styles['selectionToolbar']} role="toolbar" aria-label={t('chat.select')}>
      <IconButton label={t('select.cancel')} icon={<X aria-hidden="true" />} onClick={onCancel} />
      <span role="status">{t('select.count', { count })}</span>
      <IconButton
        label={t('message.forward')}
        icon={<Forward aria-hidden="true" />}
        disabled={count === 0}
        onClick={forward}
      />
      <IconButton
        label={t(isAllStarred ? 'message.unstar' : 'message.star')}
        icon={isAllStarred ? <StarOff aria-hidden="true" /> : <Star aria-hidden="true" />}
        disabled={count === 0}
        onClick={star}
      />
      <IconButton
        label={t('message.copy')}
        icon={<Copy aria-hidden="true" />}
        disabled={texts.length === 0}
        onClick={() => {
          void copy(texts.join('\n'))
          onCancel()
        }}
      />
      <Button variant="danger" disabled={count === 0} onClick={() => onDelete(messages)}>
        <Trash2 size={18} aria-hidden="true" />
        {t('message.delete')}
      </Button>
      <LazyDialog
        isOpen={forwarded !== undefined}
        onClose={closeDialog}
        load={loadForwardDialog}
        props={{
          messages: forwarded ?? [],
          canStillForward,
          isOpen: forwarded !== undefined,
          onClose: closeDialog,
          onForward: onCancel,
        }}
      />
    </div>
  )
}
