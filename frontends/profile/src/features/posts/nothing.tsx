import { Card, Empty } from '@meadow/ui'
import type { ReactNode } from 'react'

/** A tab without anything in it yet. */
export function Nothing({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Card as="div">
      <Empty title={title} action={action}>
        {children}
      </Empty>
    </Card>
  )
}
