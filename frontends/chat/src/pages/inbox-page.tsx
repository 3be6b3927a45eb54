import { EmptyState } from '@meadow/ui'
import { useDocumentTitle } from '@meadow/web'
import { t } from '../texts.ts'
import styles from './chat.module.css'

/** Shown beside the list while no conversation is open. */
export function InboxPage() {
  useDocumentTitle(t('inbox.page'))
  return (
    <section className={styles['fullPage']} aria-label={t('inbox.choose')}>
      <EmptyState title={t('inbox.choose')}>{t('inbox.chooseText')}</EmptyState>
    </section>
  )
}
