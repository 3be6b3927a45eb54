import { joinClassNames, Skeleton } from '@meadow/ui'
import { t } from '../../texts.ts'
import styles from './message-skeletons.module.css'

const SKELETON_WIDTHS_PX = [180, 260, 140, 220, 300, 120] as const

/** The shape of messages that are still coming. */
export function MessageSkeletons() {
  return (
    <div className={styles['coming']} role="status">
      <span className="visually-hidden">{t('chat.loading')}</span>
      {SKELETON_WIDTHS_PX.map((width, index) => (
        <span key={width} className={joinClassNames(styles['shape'], index > 2 && styles['own'])}>
          <Skeleton width={width} height={42} />
        </span>
      ))}
    </div>
  )
}
