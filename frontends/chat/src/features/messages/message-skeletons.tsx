import { joinClassNames, Skeleton } from '@meadow/ui'
import { t } from '../../texts.ts'
import styles from './message-skeletons.module.css'

const SKELETON_WIDTHS_PX = [180, 260, 140, 220, 300, 120] as const

/** Shows placeholders while messages load. */
export function MessageSkeletons() {
  return (
    <div className={styles['skeletons']} role="status">
      <span className="visually-hidden">{t('chat.loading')}</span>
      {SKELETON_WIDTHS_PX.map((width, index) => (
        <span key={width} className={joinClassNames(styles['skeleton'], index > 2 && styles['own'])}>
          <Skeleton width={width} height={42} />
        </span>
      ))}
    </div>
  )
}
