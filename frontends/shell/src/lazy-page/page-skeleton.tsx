import { Card, Skeleton } from '@meadow/ui'
import { matchPath, useLocation } from '@meadow/web'
import type { ComponentType } from 'react'
import { t } from '../texts.ts'
import styles from './page-skeleton.module.css'
import { GridSkeleton, PostSkeletons, RowSkeletons } from './repeated-skeletons.tsx'

/** Shapes of the pages, by path. Every other page looks like a feed. */
const SHAPES: readonly [paths: string[], Shape: ComponentType][] = [
  [['/profile', '/profile/:username'], ProfileShape],
  [['/alert', '/profile/:username/follow'], ListShape],
  [['/friends'], DirectoryShape],
  [['/inbox', '/chat/:username', '/chat/group/:id'], ChatShape],
  [['/settings/*'], SettingsShape],
  [['/post/:id'], PostSkeletons],
]

/** Placeholder of a page whose code is loading, in the shape of what comes. */
export function PageSkeleton() {
  const { pathname } = useLocation()
  const Shape = SHAPES.find(([paths]) => paths.some((path) => matchPath(path, pathname)))?.[1] ?? FeedShape
  return (
    <main className={styles['page']} aria-busy="true" aria-label={t('remote.loading')}>
      <Shape />
    </main>
  )
}

function FeedShape() {
  return (
    <>
      <div className={styles['heading']}>
        <Skeleton width={260} height={26} />
      </div>
      <Card as="div" className={styles['composer']}>
        <Skeleton width={40} height={40} round />
        <Skeleton height={44} />
      </Card>
      <PostSkeletons />
    </>
  )
}

function ProfileShape() {
  return (
    <>
      <Card as="div">
        <Skeleton height={220} />
        <div className={styles['profile']}>
          <Skeleton width={120} height={120} round />
          <Skeleton width={190} height={24} />
          <Skeleton width={130} />
          <Skeleton width="80%" height={16} />
          <Skeleton height={44} />
        </div>
      </Card>
      <PostSkeletons />
    </>
  )
}

function ListShape() {
  return (
    <Card as="div">
      <div className={styles['list-heading']}>
        <Skeleton width={180} height={26} />
      </div>
      <RowSkeletons />
    </Card>
  )
}

function DirectoryShape() {
  return (
    <>
      <div className={styles['heading']}>
        <Skeleton width={180} height={26} />
        <Skeleton width={260} />
      </div>
      <Skeleton height={48} />
      <GridSkeleton />
    </>
  )
}

function ChatShape() {
  return (
    <div className={styles['chat']}>
      <div>
        <div className={styles['list-heading']}>
          <Skeleton width={140} height={26} />
        </div>
        <RowSkeletons />
      </div>
    </div>
  )
}

function SettingsShape() {
  return (
    <div className={styles['settings']}>
      <Card as="div" className={styles['sections']}>
        <Skeleton height={28} />
        <Skeleton height={28} />
        <Skeleton height={28} />
        <Skeleton height={28} />
      </Card>
      <ListShape />
    </div>
  )
}
