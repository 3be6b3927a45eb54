import { Skeleton } from '@meadow/ui'
import styles from './sidebar.module.css'

/** Placeholders of suggested members. */
export function SuggestionSkeletons() {
  return (
    <>
      <SuggestionSkeleton />
      <SuggestionSkeleton />
      <SuggestionSkeleton />
    </>
  )
}

function SuggestionSkeleton() {
  return (
    <li>
      <Skeleton width={40} height={40} round />
      <div className={styles['member']}>
        <Skeleton width={110} />
      </div>
    </li>
  )
}
