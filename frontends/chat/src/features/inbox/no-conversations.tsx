import { Button, EmptyState, getButtonClassName } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../../texts.ts'

type NoConversationsProps = {
  q: string
  filter: 'all' | 'unread' | 'online' | 'archived' | 'requests'
  onShowAll: () => void
}

const EMPTY_TITLES = {
  all: t('inbox.noneFound'),
  unread: t('inbox.noneUnread'),
  online: t('inbox.noneOnline'),
  archived: t('inbox.noneArchived'),
  requests: t('inbox.noneRequests'),
}

/** The empty state of the list, with the action that helps. */
export function NoConversations({ q, filter, onShowAll }: NoConversationsProps) {
  if (q === '' && filter === 'all')
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
  const showAllButton = (
    <Button variant="soft" onClick={onShowAll}>
      {t('inbox.showAll')}
    </Button>
  )
  return (
    <EmptyState title={q ? t('inbox.noneFound') : EMPTY_TITLES[filter]} action={showAllButton}>
      {q ? t('inbox.noneFoundText', { query: q }) : getEmptyText(filter)}
    </EmptyState>
  )
}

const getEmptyText = (filter: NoConversationsProps['filter']): string | null =>
  filter === 'archived' ? t('inbox.noneArchivedText') : filter === 'requests' ? t('inbox.noneRequestsText') : null
