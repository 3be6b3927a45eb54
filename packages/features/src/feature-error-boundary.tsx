import { Button, Card, EmptyState } from '@meadow/ui'
import { ErrorBoundary } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from './texts.ts'

/** Error boundary that shows an error card instead of its children; the rest of the page keeps working. */
export function FeatureErrorBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary fallback={(retry) => <ErrorCard onRetry={retry} />}>{children}</ErrorBoundary>
}

function ErrorCard({ onRetry }: { onRetry: () => void }) {
  const action = (
    <Button variant="soft" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <main role="alert">
      <Card as="div">
        <EmptyState title={t('errors.boundary.title')} action={action}>
          {t('errors.boundary.text')}
        </EmptyState>
      </Card>
    </main>
  )
}
