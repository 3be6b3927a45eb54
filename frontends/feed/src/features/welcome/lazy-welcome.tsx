import { useWelcome } from '@meadow/features'
import { Button, Card, EmptyState } from '@meadow/ui'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { t } from '../../texts.ts'
import type { WelcomePanelProps } from './welcome-panel.tsx'

const loadWelcomePanel = rememberLoaded(async () => ({ default: (await import('./welcome-panel.tsx')).WelcomePanel }))

/** Welcome above the feed. Only for new members its code is loaded. */
export function LazyWelcome(props: WelcomePanelProps) {
  const { step } = useWelcome()
  if (step === null) return null
  return (
    <LazyComponent
      load={loadWelcomePanel}
      props={props}
      fallback={null}
      renderError={(retry) => <WelcomeLoadError onRetry={retry} />}
    />
  )
}

function WelcomeLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <Card as="div" role="alert">
      <EmptyState title={t('welcome.loadFailed')} action={<Button onClick={onRetry}>{t('tryAgain')}</Button>}>
        {t('lazy.loadFailed')}
      </EmptyState>
    </Card>
  )
}
