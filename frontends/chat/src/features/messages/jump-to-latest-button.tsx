import { IconButton } from '@meadow/ui'
import { ArrowDown } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './jump-to-latest-button.module.css'

/** The way to the newest message for who has scrolled away; it says when one has come. */
export function JumpToLatestButton({ isNew, onPress }: { isNew: boolean; onPress: () => void }) {
  if (!isNew)
    return (
      <div className={styles['down']}>
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
