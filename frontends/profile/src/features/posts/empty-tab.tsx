import { Card, EmptyState } from '@meadow/ui'
import type { ReactNode } from 'react'

/** Empty state of a profile tab. */
export function EmptyTab({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Card as="div">
      <EmptyState title={title} action={action}>
        {children}
      </EmptyState>
    </Card>
  )
}
