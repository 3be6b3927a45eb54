import { Button, EmptyState } from '@meadow/ui'
import { t } from './texts.ts'

/** Error page for a crash of the shell itself, with a reload button. */
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
