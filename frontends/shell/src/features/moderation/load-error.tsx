import { Alert, Button } from '@meadow/ui'
import { t } from './texts.ts'

/** The beginning of the query keys of all views of moderation. */
export const MODERATION_KEY = ['moderation'] as const

/** Says that a view could not be loaded, with a retry. */
export function LoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert>
      {t('moderation.failed')}{' '}
      <Button variant="soft" size="s" onClick={onRetry}>
        {t('moderation.retry')}
      </Button>
    </Alert>
  )
}
