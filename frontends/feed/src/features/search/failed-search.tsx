import { getErrorDescription } from '@meadow/features'
import { Button, Card, EmptyState } from '@meadow/ui'
import { t as feedTexts } from '../../texts.ts'
import { t } from './texts.ts'

/** Says that a search failed, with a button that repeats it. */
export const FailedSearch = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => (
  <Card as="div" role="alert">
    <EmptyState
      title={t('search.failed')}
      action={
        <Button variant="soft" onClick={onRetry}>
          {feedTexts('tryAgain')}
        </Button>
      }
    >
      {error ? getErrorDescription(error) : undefined}
    </EmptyState>
  </Card>
)
