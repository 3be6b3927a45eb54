import { LazyComponent } from '@meadow/web'
import type { ComponentType, ReactNode } from 'react'
import { PageLoadError } from './page-load-error.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

/** Loads a part of the product; a later `attempt` is one after a failure. */
export type LoadPage = (attempt: number) => Promise<{ default: ComponentType }>

type LazyPageProps = {
  /** What the panel calls it when it does not come. */
  name: string
  load: LoadPage
  /** While it is on its way. */
  skeleton?: ReactNode
}

/** A part that comes when it is wanted. When it is away, a panel says so, and the bars keep working. */
export function LazyPage({ name, load, skeleton = <PageSkeleton /> }: LazyPageProps) {
  return (
    <LazyComponent
      key={name}
      load={load}
      props={{}}
      fallback={skeleton}
      renderError={(again) => <PageLoadError name={name} onRetry={again} />}
    />
  )
}
