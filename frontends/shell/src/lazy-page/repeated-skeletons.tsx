import { Card, Skeleton } from '@meadow/ui'
import type { ReactNode } from 'react'
import styles from './page-skeleton.module.css'

/** Placeholders of two posts. */
export function PostSkeletons() {
  return repeat(2, (key) => (
    <Card key={key} as="div" className={styles['post']}>
      <Skeleton width={44} height={44} round />
      <div className={styles['lines']}>
        <Skeleton width={180} />
        <Skeleton height={16} />
        <Skeleton width="72%" height={16} />
        <Skeleton width="60%" height={20} />
      </div>
    </Card>
  ))
}

/** Placeholders of rows with a picture and two lines. */
export function RowSkeletons() {
  return repeat(6, (key) => (
    <div key={key} className={styles['row']}>
      <Skeleton width={44} height={44} round />
      <div className={styles['lines']}>
        <Skeleton width="50%" />
        <Skeleton width="80%" height={12} />
      </div>
    </div>
  ))
}

/** Placeholders of the cards of members. */
export function GridSkeleton() {
  return (
    <div className={styles['grid']}>
      {repeat(6, (key) => (
        <Card key={key} as="div" className={styles['member']}>
          <Skeleton width={64} height={64} round />
          <Skeleton width={96} />
          <Skeleton width={64} height={12} />
          <Skeleton width={120} height={36} />
        </Card>
      ))}
    </div>
  )
}

const repeat = (count: number, render: (key: number) => ReactNode) =>
  Array.from({ length: count }, (_, index) => render(index))
