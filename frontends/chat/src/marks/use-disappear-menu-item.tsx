import type { ConversationView, DisappearAfter } from '@meadow/contracts/browser'
import { DISAPPEAR_AFTER_SECONDS } from '@meadow/contracts/limits'
import { Button, Dialog, type MenuItem } from '@meadow/ui'
import { Timer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSetDisappearAfter } from '../data/conversations/disappear-action.ts'
import { formatDisappearAfter } from '../format/format-system-line.ts'
import { t } from '../texts.ts'
import styles from './disappear.module.css'

type DisappearMenu = { item: MenuItem; dialog: ReactNode }

/** Returns a menu item that sets the time after which new messages of a conversation disappear, with its dialog. */
export function useDisappearMenuItem(conversation: ConversationView | undefined): DisappearMenu {
  const setDisappearAfter = useSetDisappearAfter()
  const [isOpen, setIsOpen] = useState(false)
  const current = conversation?.disappearAfter ?? null
  const close = () => setIsOpen(false)
  const choose = (after: DisappearAfter | null) => {
    close()
    if (conversation && after !== current) setDisappearAfter(conversation, after)
  }
  const choices = [...DISAPPEAR_AFTER_SECONDS, null].map((after) => ({
    after,
    label: after === null ? t('disappear.off') : formatDisappearAfter(after),
  }))
  return {
    item: {
      label: t('disappear.item'),
      icon: <Timer aria-hidden="true" />,
      ...(current !== null && { hint: formatDisappearAfter(current) }),
      onSelect: () => setIsOpen(true),
    },
    dialog: isOpen && (
      <Dialog
        narrow
        open
        title={t('disappear.title')}
        onClose={close}
        footer={
          <Button variant="quiet" onClick={close}>
            {t('disappear.cancel')}
          </Button>
        }
      >
        <p>{t('disappear.text', { name: conversation?.user.fullName ?? '' })}</p>
        <div className={styles['choices']}>
          {choices.map(({ after, label }) => (
            <Button
              key={label}
              variant={after === current ? 'soft' : 'line'}
              aria-pressed={after === current}
              onClick={() => choose(after)}
              data-autofocus={after === current || undefined}
            >
              {label}
            </Button>
          ))}
        </div>
      </Dialog>
    ),
  }
}
