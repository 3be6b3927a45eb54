import { EmptyState, getButtonClassName } from '@meadow/ui'
import { Link, useSession, useTitle } from '@meadow/web'
import { Frame } from '../../frame/frame.tsx'
import { t } from '../../texts.ts'
import { LostPath } from './lost-path.tsx'
import styles from './not-found.module.css'

/** Nothing is at this address. */
export function NotFoundPage() {
  useTitle(t('notFound.page'))
  const isMember = useSession().status === 'authenticated'
  return (
    <Frame>
      <main className={styles['page']}>
        <EmptyState
          level={1}
          art={<LostPath />}
          title={t('notFound.title')}
          action={
            <Link to={isMember ? '/home' : '/'} className={getButtonClassName()}>
              {t(isMember ? 'notFound.home' : 'notFound.signIn')}
            </Link>
          }
        >
          {t('notFound.text')}
        </EmptyState>
      </main>
    </Frame>
  )
}
