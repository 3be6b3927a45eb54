import type { ConversationView } from '@meadow/contracts/browser'
import { useUndoableDeletion } from '@meadow/features'
import { Button, Dialog, type MenuItem } from '@meadow/ui'
import { Eraser } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ClearHistoryData, clearHistoryAction } from '../data/conversations/clear-history-action.ts'
import { getClearedUpTo } from '../data/conversations/conversation-marks.ts'
import { isLastMessageHidden } from '../data/messages/hidden-message.ts'
import { t } from '../texts.ts'

type ClearMenu = { item: MenuItem | undefined; dialog: ReactNode }

/** Returns a menu item that clears the history of a conversation for the member, with its dialog. There is none if nothing is shown. */
export function useClearMenuItem(conversation: ConversationView | undefined): ClearMenu {
  const [asked, setAsked] = useState<ClearHistoryData>() // what was shown when the dialog opened
  const clear = useUndoableDeletion(clearHistoryAction, {
    deleted: t('clear.done'),
    deletedLater: t('clear.later'),
    undo: t('clear.undo'),
    tooLate: t('clear.tooLate'),
  })
  const last = conversation?.lastMessage
  const canClear = conversation && last && conversation.request !== 'received' && !isLastMessageHidden(conversation)
  const close = () => setAsked(undefined)
  const confirm = () => {
    close()
    if (asked) void clear(asked)
  }
  const ask = () => {
    if (!canClear) return
    const { _id: userId, user } = conversation
    const name = user.fullName || user.username
    setAsked({ userId, name, messageId: last._id, seq: last.seq, before: getClearedUpTo(conversation) })
  }
  return {
    item: canClear ? { label: t('clear.item'), icon: <Eraser aria-hidden="true" />, onSelect: ask } : undefined,
    dialog: asked && (
      <Dialog
        narrow
        open
        title={t('clear.title')}
        onClose={close}
        footer={
          <>
            <Button variant="quiet" onClick={close} data-autofocus>
              {t('clear.cancel')}
            </Button>
            <Button variant="danger" onClick={confirm}>
              {t('clear.confirm')}
            </Button>
          </>
        }
      >
        <p>{t('clear.text', { name: asked.name })}</p>
      </Dialog>
    ),
  }
}
