/** The front ends that the shell loads at run time. */
export const REMOTE_NAMES = ['feed', 'chat', 'profile'] as const

export type RemoteName = (typeof REMOTE_NAMES)[number]
