import { SidebarLayout } from '@meadow/features'
import type { ReactNode } from 'react'
import { QuickActions } from '../features/home/quick-actions.tsx'

/** Layout of the feed's pages with both sidebars. */
export function FeedLayout({ children }: { children: ReactNode }) {
  return <SidebarLayout belowProfileCard={<QuickActions />}>{children}</SidebarLayout>
}
