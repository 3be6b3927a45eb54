import { SidebarLayout } from '@meadow/features'
import type { ReactNode } from 'react'
import { QuickActions } from '../features/home/quick-actions.tsx'

/** A page of the feed between its sides. */
export function FeedLayout({ children }: { children: ReactNode }) {
  return <SidebarLayout belowProfileCard={<QuickActions />}>{children}</SidebarLayout>
}
