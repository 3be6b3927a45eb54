import { BackBar } from '@meadow/features'
import { Button, Card, EmptyState } from '@meadow/ui'
import { t } from '../texts.ts'

/** Error card of a post that failed to load, with a retry button. */
export function PostLoadError({ text, onRetry }: { text: string; onRetry: () => void }) {
  const retryButton = (
    <Button variant="soft" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <Card as="div" role="alert">
      <BackBar>{t('post.title')}</BackBar>
      <EmptyState title={t('post.failed')} action={retryButton}>
        {text}
      </EmptyState>
    </Card>
  )
}
