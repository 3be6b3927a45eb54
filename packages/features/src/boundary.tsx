import { Button, Card, Empty } from '@meadow/ui'
import { FaultBoundary } from '@meadow/web'
import type { ReactNode } from 'react'
import { t } from './texts.ts'

/** Keeps a fault in here away from the rest of the page. */
export function Boundary({ children }: { children: ReactNode }) {
  return <FaultBoundary fallback={(again) => <Broken onAgain={again} />}>{children}</FaultBoundary>
}

function Broken({ onAgain }: { onAgain: () => void }) {
  const action = (
    <Button variant="soft" onClick={onAgain}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <main role="alert">
      <Card as="div">
        <Empty title={t('broken.title')} action={action}>
          {t('broken.text')}
        </Empty>
      </Card>
    </main>
  )
}
