import { Button, EmptyState, getButtonClassName } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../../texts.ts'

type NoConversationsProps = { q: string; filter: 'all' | 'unread' | 'online'; onShowAll: () => void }

const EMPTY_TITLES = { all: t('inbox.noneFound'), unread: t('inbox.noneUnread'), online: t('inbox.noneOnline') }

/** Why there is no conversation to show, and what one can do. */
export function NoConversations({ q, filter: shown, onShowAll: onAll }: NoConversationsProps) {
  if (q === '' && shown === 'all')
    return (
      <EmptyState
        title={t('inbox.none')}
        action={
          <Link to="/home" className={getButtonClassName({ variant: 'soft' })}>
            {t('inbox.discover')}
          </Link>
        }
      >
        {t('inbox.noneText')}
      </EmptyState>
    )
  const all = (
    <Button variant="soft" onClick={onAll}>
      {t('inbox.showAll')}
    </Button>
  )
  return (
    <EmptyState title={q ? t('inbox.noneFound') : EMPTY_TITLES[shown]} action={all}>
      {q ? t('inbox.noneFoundText', { query: q }) : null}
    </EmptyState>
  )
}
