import { EmptyState, getButtonClassName } from '@meadow/ui'
import { Link, useDocumentTitle, useSession } from '@meadow/web'
import { LostPathIllustration } from './lost-path-illustration.tsx'
import styles from './not-found.module.css'
import { t } from './texts.ts'

/** Page for unknown paths. */
export function NotFoundPage() {
  useDocumentTitle(t('notFound.page'))
  const isMember = useSession().status === 'authenticated'
  return (
    <main className={styles['page']}>
      <EmptyState
        level={1}
        illustration={<LostPathIllustration />}
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
  )
}
