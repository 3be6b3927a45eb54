import { IconButton } from '@meadow/ui'
import { ArrowDown } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './jump-to-latest-button.module.css'

/** Scrolls to the newest message. Its label says if a new message has arrived. */
export function JumpToLatestButton({ hasNewMessage, onPress }: { hasNewMessage: boolean; onPress: () => void }) {
  if (!hasNewMessage)
    return (
      <div className={styles['jump']}>
        <IconButton label={t('chat.toLatest')} icon={<ArrowDown aria-hidden="true" />} onClick={onPress} />
      </div>
    )
  return (
    <button type="button" className={styles['pill']} onClick={onPress}>
      <ArrowDown aria-hidden="true" />
      {t('chat.newMessage')}
    </button>
  )
}
