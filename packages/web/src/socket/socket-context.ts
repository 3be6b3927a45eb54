import { createContext, use } from 'react'
import type { SocketChannel } from './socket-channel.ts'

export const SocketContext = createContext<SocketChannel | undefined>(undefined)

export function useSocketChannel(): SocketChannel {
  const live = use(SocketContext)
  if (!live) throw new Error('What is live needs a LiveProvider above it')
  return live
}
