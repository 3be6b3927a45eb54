import { createContext, use } from 'react'
import type { SocketChannel } from './socket-channel.ts'

export const SocketContext = createContext<SocketChannel | undefined>(undefined)

export function useSocketChannel(): SocketChannel {
  const channel = use(SocketContext)
  if (!channel) throw new Error('useSocketChannel needs a SocketProvider above it')
  return channel
}
