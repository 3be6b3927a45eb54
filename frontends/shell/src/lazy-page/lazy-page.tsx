import { LazyComponent } from '@meadow/web'
import type { ComponentType, ReactNode } from 'react'
import { PageLoadError } from './page-load-error.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

/** Loads the module of a page. `attempt` counts the failures before. */
export type LoadPage = (attempt: number) => Promise<{ default: ComponentType }>

type LazyPageProps = {
  /** Name of the page in the error panel. */
  title: string
  load: LoadPage
  /** Rendered while the page loads. */
  skeleton?: ReactNode
}

/** Loads a page on demand. If it fails, an error panel replaces the page and the bars keep working. */
export function LazyPage({ title, load, skeleton = <PageSkeleton /> }: LazyPageProps) {
  return (
    <LazyComponent
      key={title}
      load={load}
      props={{}}
      fallback={skeleton}
      renderError={(retry) => <PageLoadError name={title} onRetry={retry} />}
    />
  )
}
