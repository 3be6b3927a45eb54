import { Button } from '@meadow/ui'
import { LazyComponent, rememberLoaded, useParams } from '@meadow/web'
import { MessageSkeletons } from '../features/messages/message-skeletons.tsx'
import styles from '../pages/chat.module.css'
import { t } from '../texts.ts'

/** Loads the page of a group. */
export const loadGroupPage = rememberLoaded(() => import('./group-page.tsx'))

/** The page of the group in the URL. */
export function LazyGroupPage() {
  const { id = '' } = useParams()
  return (
    <LazyComponent
      key={id}
      load={loadGroupPage}
      props={{ groupId: id }}
      fallback={
        <section className={styles['pane']} aria-label={t('chat.loading')}>
          <MessageSkeletons />
        </section>
      }
      renderError={(retry) => (
        <section className={styles['fullPage']} role="alert">
          <Button variant="soft" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </section>
      )}
    />
  )
}
