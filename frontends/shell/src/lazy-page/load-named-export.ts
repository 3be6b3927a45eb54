import { rememberLoaded } from '@meadow/web'
import type { ComponentType } from 'react'
import type { LoadPage } from './lazy-page.tsx'

/** Loads a page on demand: rarely visited pages are not part of the first download. */
export const loadNamedExport = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LoadPage => rememberLoaded(async () => ({ default: (await load())[name] }))
