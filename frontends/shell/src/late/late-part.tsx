import { Late } from '@meadow/web'
import type { ComponentType, ReactNode } from 'react'
import { DeadPart } from './dead-part.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

/** Loads a part of the product; a later `attempt` is one after a failure. */
export type LoadPart = (attempt: number) => Promise<{ default: ComponentType }>

type LatePartProps = {
  /** What the panel calls it when it does not come. */
  name: string
  load: LoadPart
  /** While it is on its way. */
  skeleton?: ReactNode
}

/** A part that comes when it is wanted. When it is away, a panel says so, and the bars keep working. */
export function LatePart({ name, load, skeleton = <PageSkeleton /> }: LatePartProps) {
  return (
    <Late
      key={name}
      load={load}
      props={{}}
      waiting={skeleton}
      failed={(again) => <DeadPart name={name} onRetry={again} />}
    />
  )
}
