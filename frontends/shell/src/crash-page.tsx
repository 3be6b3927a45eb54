import { Button, EmptyState } from '@meadow/ui'
import { t } from './texts.ts'

/** The shell itself stopped: the one thing that helps is to load it again. */
export function CrashPage() {
  return (
    <main>
      <EmptyState
        level={1}
        title={t('app.crashed')}
        action={<Button onClick={() => location.reload()}>{t('app.reload')}</Button>}
      >
        {t('app.crashedText')}
      </EmptyState>
    </main>
  )
}
