import { LazyComponent, useLocation, useSession } from '@meadow/web'
import type { Ref } from 'react'
import { t } from '../texts.ts'
import styles from './app-layout.module.css'
import { LeftColumnSkeleton, RightColumnSkeleton } from './side-column-skeletons.tsx'

const loadLeftContent = async () => ({ default: (await import('./side-column-contents.tsx')).LeftColumnContent })
const loadRightContent = async () => ({ default: (await import('./side-column-contents.tsx')).RightColumnContent })

/** Column with the signed-in member, on the left. Their own profile shows the same, so there the card is hidden. */
export function LeftColumn({ isHidden }: { isHidden: boolean }) {
  const { user } = useSession()
  const { pathname } = useLocation()
  const isOwnProfile = pathname === '/profile' || pathname.toLowerCase() === `/profile/${user?.username}`
  return (
    <aside className={styles['side']} aria-label={t('nav.you')} hidden={isHidden}>
      <LazyComponent
        load={loadLeftContent}
        props={{ isOwnProfile }}
        fallback={<LeftColumnSkeleton />}
        renderError={() => null}
      />
    </aside>
  )
}

type RightColumnProps = {
  isHidden: boolean
  /** Receives the element for the cards of the page. */
  pageAsideRef: Ref<HTMLDivElement>
}

/** Column with suggestions and the cards of the page, on the right. */
export function RightColumn({ isHidden, pageAsideRef }: RightColumnProps) {
  return (
    <aside className={styles['side']} aria-label={t('nav.suggestions')} hidden={isHidden}>
      <LazyComponent load={loadRightContent} props={{}} fallback={<RightColumnSkeleton />} renderError={() => null} />
      <div ref={pageAsideRef} className={styles['page-aside']} />
    </aside>
  )
}
