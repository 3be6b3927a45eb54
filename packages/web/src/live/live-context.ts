import { createContext, use } from 'react'
import type { Live } from './live.ts'

export const LiveContext = createContext<Live | undefined>(undefined)

export function useLiveSource(): Live {
  const live = use(LiveContext)
  if (!live) throw new Error('What is live needs a LiveProvider above it')
  return live
}
